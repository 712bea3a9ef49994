"""`python -m refute` is the command `refute`."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit with its exit code; an interrupt while it loads is quiet."""
    try:
        from refute.cli.main import main as run  # noqa: PLC0415 - loading can be interrupted
    except KeyboardInterrupt:
        print("refute: interrupted", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
