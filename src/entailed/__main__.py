"""`python -m entailed` is the command `entailed`, for where scripts are not on the path."""

from entailed.apps.cli import main

if __name__ == "__main__":
    main()
