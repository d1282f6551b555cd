import CLinux

package enum Processors {
    /// How many of them this process may run on.
    package static var count: Int { Int(martlet_processors()) }
}
