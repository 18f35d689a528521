# The one door. On a machine with Python 3.11 or newer and make: `make demo`, `make test`.

PYTHON ?= python3
VENV := .venv
SAM_VENV := .venv-sam
BIN := $(CURDIR)/$(VENV)/bin
SAM_BIN := $(CURDIR)/$(SAM_VENV)/bin
# The environment first on PATH: sam build wants the very pythonX.Y of a layer there.
WITH_VENV := PATH="$(BIN):$$PATH"
WITH_SAM := PATH="$(BIN):$(SAM_BIN):$$PATH" SAM_CLI_TELEMETRY=0
# The running interpreter and machine, as sam calls them.
THIS_RUNTIME = $$($(BIN)/python -c 'import sys; print(f"python{sys.version_info.major}.{sys.version_info.minor}")')
THIS_MACHINE = $$($(BIN)/python -c 'import platform; print("arm64" if platform.machine() in ("arm64", "aarch64") else "x86_64")')
# Tests on all processors.
SIDE_BY_SIDE := -n auto --dist worksteal
PORT ?= 0
# What reads pictures of documents: the content of a layer.
MODELS := layers/models/models

.DEFAULT_GOAL := help
.PHONY: help models setup demo run test check check-static check-coverage check-slow check-built e2e simulate model crash build bench openapi deploy delete lint format requirements clean

help: ## What can be made
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- Environments: each is made once, and again when its pins change ---

$(VENV)/installer: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Batchbell needs Python 3.11 or newer; say which with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) \
		|| { echo "This Python cannot make environments; on Debian: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install -qq --no-compile --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/dev: $(VENV)/installer requirements/dev.txt pyproject.toml
	@echo "Installing what tests need ..."
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/local: $(VENV)/installer requirements/local.txt pyproject.toml
	@echo "Installing what the local stack needs ..."
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements/local.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

$(SAM_VENV)/sam: $(VENV)/installer requirements/sam.txt
	@echo "Installing the SAM CLI ..."
	@$(BIN)/python -m venv --clear --without-pip $(SAM_VENV)
	@$(BIN)/uv pip install --quiet --python $(SAM_BIN)/python --require-hashes -r requirements/sam.txt
	@touch $@

.local/runtime/made: $(VENV)/installer requirements/runtime.txt
	@rm -rf .local/runtime
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --target .local/runtime --require-hashes \
		-r requirements/runtime.txt
	@touch $@

$(MODELS)/made: $(VENV)/installer requirements/models.txt
	@echo "Fetching the models that read pictures ..."
	@rm -rf $(MODELS) .local/rapidocr
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --target .local/rapidocr --no-deps \
		--require-hashes -r requirements/models.txt
	@mkdir -p $(MODELS)
	@cp .local/rapidocr/rapidocr/models/*.onnx .local/rapidocr/rapidocr-*.dist-info/licenses/* $(MODELS)
	@rm -rf .local/rapidocr
	@touch $@

# The libraries that read documents, for the interpreter and processor that functions run on.
DOCUMENTS := layers/documents/built
RUNTIME ?= $(or $(patsubst PythonRuntime=python%,%,$(filter PythonRuntime=%,$(OVERRIDES))),3.13)
MACHINE ?= $(if $(filter Architecture=x86_64,$(OVERRIDES)),x86_64,aarch64)

.PHONY: documents-layer
documents-layer: $(VENV)/installer
	@echo "Fetching what reads documents, for Python $(RUNTIME) on $(MACHINE) ..."
	@rm -rf $(DOCUMENTS) && mkdir -p $(DOCUMENTS)
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --target $(DOCUMENTS)/python --no-deps \
		--require-hashes --only-binary :all: --python-version $(RUNTIME) \
		--python-platform $(MACHINE)-manylinux_2_34 -r layers/documents/requirements.txt

models: $(MODELS)/made ## Fetch the models that read pictures of documents

setup: $(VENV)/dev ## Make the environment for tests and linters

# --- Running ---

demo: $(VENV)/local $(MODELS)/made ## Start a stack here, send it pages and documents, receive the webhooks, stop (URLS="..." for your own)
	@$(BIN)/python -m local.demo # which finds URLS in its environment, untouched by the shell

run: $(VENV)/local $(MODELS)/made ## Start a stack on this machine and keep it up (PORT=4566 for a fixed port)
	@$(BIN)/python -m local.run --port $(PORT)

# --- Checking ---

test: $(VENV)/dev ## Run the tests (ARGS="-k name" for some of them)
	@$(BIN)/python -m pytest -m "not slow" $(SIDE_BY_SIDE) $(ARGS)

e2e: $(VENV)/dev $(VENV)/local $(MODELS)/made ## Run the tests that need a whole stack on this machine
	@$(BIN)/python -m pytest tests/e2e -n 2 --dist loadfile $(ARGS)

simulate: $(VENV)/dev ## Play the protocol with every fault (SEEDS=2000 or 7..9, REGULAR=1,2, BREAKAGES=1)
	@$(BIN)/python -m tests.simulation $(if $(SEEDS),--seeds $(SEEDS)) \
		$(if $(REGULAR),--regular $(REGULAR)) $(if $(BREAKAGES),--breakages) $(ARGS)

model: $(VENV)/dev ## Explore the model of the protocol (ARGS="--list", "--only NAME", "--breakage NAME", "--quick")
	@$(BIN)/python -m tests.model $(ARGS)

crash: $(VENV)/local $(MODELS)/made ## Kill, send twice and cancel on a stack here, then prove every batch (SEED=n for the same plan)
	@$(BIN)/python -m local.crash $(if $(SEED),--seed $(SEED)) $(ARGS)

lint: $(VENV)/dev ## Format, lint rules, types, direction of imports
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(WITH_VENV) PYTHONPATH=layers/core:. $(BIN)/lint-imports

format: $(VENV)/dev ## Put every file into form
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

check: check-static check-coverage check-slow check-built ## Everything that must hold before a change is shipped

check-static: lint $(VENV)/dev $(SAM_VENV)/sam
	@$(WITH_SAM) sam validate --region us-east-1
	@$(WITH_SAM) sam validate --lint --region us-east-1
	@rm -rf .local/requirements && $(WITH_VENV) requirements/compile.sh .local/requirements
	@for file in $$(cd .local/requirements && find . -name '*.txt'); do \
		diff -u $$file .local/requirements/$$file || { echo "make requirements"; exit 1; }; done
	@$(BIN)/python -m tools.openapi --check

check-coverage: $(VENV)/dev # what plays the protocol takes three times as long with it, and adds nothing
	@$(BIN)/python -m pytest -m "not slow" $(SIDE_BY_SIDE) --cov --cov-report=term \
		--ignore=tests/model --ignore=tests/simulation
	@$(BIN)/python -m pytest -m "not slow" $(SIDE_BY_SIDE) tests/model tests/simulation

check-slow: $(VENV)/dev $(VENV)/local $(MODELS)/made
	@$(BIN)/python -m pytest -m slow $(SIDE_BY_SIDE)

check-built: $(VENV)/dev $(SAM_VENV)/sam .local/runtime/made
	@$(MAKE) --no-print-directory build-here
	@$(BIN)/python -m pytest tests/built

openapi: $(VENV)/dev ## Write docs/openapi.json from the contracts (ARGS=--accept: what it breaks is meant)
	@$(BIN)/python -m tools.openapi $(ARGS)

requirements: $(VENV)/dev ## Compile the pins anew (ARGS=--upgrade for newer versions)
	@$(WITH_VENV) requirements/compile.sh . $(ARGS)

bench: $(VENV)/dev ## Measure
	@$(BIN)/python -m tools.bench $(ARGS)

# --- Building and deploying ---

.PHONY: build-here
build-here: $(VENV)/dev $(SAM_VENV)/sam $(MODELS)/made # for this machine's interpreter, to be tested
	@$(MAKE) --no-print-directory documents-layer RUNTIME=$$(echo $(THIS_RUNTIME) | tr -d python) MACHINE=$$(uname -m)
	@$(WITH_SAM) sam build --parameter-overrides PythonRuntime=$(THIS_RUNTIME) Architecture=$(THIS_MACHINE)

build: $(SAM_VENV)/sam $(MODELS)/made documents-layer ## Build for AWS (OVERRIDES="PythonRuntime=python3.12 Architecture=x86_64 ...")
	@$(WITH_SAM) sam build $(if $(OVERRIDES),--parameter-overrides $(OVERRIDES))

deploy: build ## Build and deploy with samconfig.toml (ARGS=--guided the first time)
	@$(WITH_SAM) sam deploy $(if $(OVERRIDES),--parameter-overrides $(OVERRIDES)) $(ARGS)

delete: $(SAM_VENV)/sam ## Delete the deployed stack; tables and bucket stay (docs/operations.md)
	@$(WITH_SAM) sam delete $(ARGS)

clean: ## Remove what was built, keep the environments
	@rm -rf .aws-sam .local .coverage .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
