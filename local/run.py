"""`make run`: put the stack up, say how to reach it, and keep it up until it is interrupted."""

import argparse
import signal
import sys

from local.emulator import EmulatorError
from local.keys import create_key
from local.stack import LocalStack, StackError

_WELCOME = """\
Batchbell is up; Ctrl-C ends it, and everything in it is gone then.

  base URL  {base_url}
  key       {key}
  AWS       {endpoint} (any credentials, region us-east-1)
  log       {log}

  curl -H "Authorization: Bearer {key}" -H "Content-Type: application/json" \\
       -d '{{"urls": ["https://example.com/"]}}' {base_url}/openapi/v1/batch/distill

  curl -H "Authorization: Bearer {key}" -F file=@invoice.pdf -F batch_name=invoices \\
       {base_url}/api/v1/documents
  curl -H "Authorization: Bearer {key}" -X POST {base_url}/api/v1/batches/invoices/process
  curl -H "Authorization: Bearer {key}" {base_url}/api/v1/batches/invoices/results
"""


def main() -> int:
    """Run until interrupted. -> the exit status."""
    options = _options()
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell may hand SIGINT down ignored
        signal.signal(number, signal.default_int_handler)
    try:
        with LocalStack(options.profile, port=options.port) as stack:
            print(_welcome(stack), flush=True)
            stack.wait()
    except KeyboardInterrupt:
        return 0
    except (EmulatorError, StackError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The emulator has ended by itself; see {stack.log}", file=sys.stderr)
    return 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0, the default, is any free one")
    parser.add_argument("--profile", default="demo", help="a file of parameters in local/profiles")
    return parser.parse_args()


def _welcome(stack: LocalStack) -> str:
    return _WELCOME.format(
        base_url=stack.base_url, key=create_key(stack), endpoint=stack.endpoint, log=stack.log
    )


if __name__ == "__main__":
    sys.exit(main())
