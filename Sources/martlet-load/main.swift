import Commands
import Glibc

signal(SIGPIPE, SIG_IGN)
exit(Program.load.run(Array(CommandLine.arguments.dropFirst())))
