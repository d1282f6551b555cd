import Framing
import FuzzDriver
import Glibc

exit(Driver.run { readFrames($0, $1, as: .client) })
