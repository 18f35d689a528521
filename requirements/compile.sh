#!/bin/sh
# Compiles every requirements file from its .in file: pinned, hashed, for every platform.
#
#   requirements/compile.sh [target directory] [uv options, such as --upgrade]
#
# Versions already pinned stay as they are. The local stack is compiled first, since the emulator
# pins botocore: one version of a library is what the layers ship, the tests test and it runs.
set -eu
cd "$(dirname "$0")/.."
into=${1:-.}
[ $# -eq 0 ] || shift

compile() {
    name=$1
    shift
    mkdir -p "$into/$(dirname "$name")"
    [ "$into" = . ] || cp "$name.txt" "$into/$name.txt"
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
        --no-annotate --no-emit-index-url "$name.in" --output-file "$into/$name.txt" "$@"
}

for name in requirements/uv requirements/local requirements/sam requirements/runtime; do
    compile "$name" "$@"
done
compile requirements/models --no-deps "$@"
for name in requirements/dev layers/api/requirements layers/documents/requirements \
    layers/pages/requirements; do
    compile "$name" --constraint "$into/requirements/local.txt" "$@"
done
