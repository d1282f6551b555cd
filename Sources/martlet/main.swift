import Commands
import Glibc

// A reader that goes away is an error of the write that meets it, not the end of the process; so is a limit on files' size.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(Program.martlet.run(Array(CommandLine.arguments.dropFirst())))
