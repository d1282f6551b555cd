import Glibc
import TestSupport

/// `Tests/faults/clock.c`, made once for all tests: runs a program whose wall clock is wrong.
enum MovedClock {
    private static let library = Result {
        let path = Martlet.path + "-clock.so"
        let source = repositoryPath("Tests/faults/clock.c")
        try Tool.run(
            "env",
            ["clang", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", source, "-o", path])
        return path
    }

    /// It is ahead by so many seconds.
    static func launcher(_ seconds: Int64, in workspace: Workspace) throws -> [String] {
        let path = workspace("clock")
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let count = withUnsafeBytes(of: seconds) { write(file, $0.baseAddress, $0.count) }
        precondition(count == 8, "cannot write \(path)")
        return ["/usr/bin/env", "LD_PRELOAD=\(try library.get())", "CLOCK_FILE=\(path)"]
    }
}
