"""The command `drystone`, which comes with the wheel."""

from __future__ import annotations

import signal
import sys

from ._drystone import main as run


def main() -> None:
    """Run the command line of this process."""
    # Ctrl-C ends the process, as that of the program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(["drystone", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
