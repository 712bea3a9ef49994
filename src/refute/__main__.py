"""`python -m refute` is the command `refute`."""

from refute.cli.main import main

if __name__ == "__main__":
    main()
