"""Instructions for a message: those of all threads, and those of the store's writer, for whom everybody waits."""

import re
import subprocess
import sys

from servers import OUT, PROBES, Gateway, load

# Its work, as callgrind names it.
WRITER = re.compile(r"([\d,]+) \(.*\).*\$s7Storage6WriterC\w*")


def instructions(options, contestants):
    """Of each contestant, which gives the settings of its gateway: longer runs less shorter ones."""
    martlet = PROBES / "martlet-symbols"
    # Valgrind cannot read Swift's debug information.
    subprocess.run(["strip", "--strip-debug", "-o", martlet, options.martlet], check=True)
    file = OUT / "bench-callgrind.out"

    def count(settings_of, seconds):
        wrapper = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}"]
        # Under callgrind there is not more to be had.
        flags = ["--pairs", 50, "--window", 4, "--rate", 300]
        file.unlink(missing_ok=True)
        with settings_of() as settings, Gateway.run(martlet, wrapper=wrapper, **settings) as server:
            numbers = load(options.load, "p2p", server, *flags, "--seconds", seconds, "--warmup", 0)
        total = int(re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE)[1])
        annotate = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", file]
        listing = subprocess.run(annotate, stdout=subprocess.PIPE, check=True, text=True).stdout
        writer = [int(found[1].replace(",", "")) for found in WRITER.finditer(listing)]
        if not writer:
            sys.exit("the listing of callgrind does not have the store's writer")
        return total, max(writer), numbers["acknowledgements"]["count"]

    each = {}
    for name, settings_of in contestants.items():
        few, many = count(settings_of, 3), count(settings_of, 12)
        messages = many[2] - few[2]
        each[name] = [(many[part] - few[part]) / messages for part in (0, 1)]
        all_of_them, writers = each[name]
        print(f"  {name:10} {all_of_them:10,.0f} instructions for each message, {writers:,.0f} of them the writer's")
    return each
