import TestSupport

/// `Tests/seccomp/deny.c`, made once for all tests: runs a program that is denied system calls.
enum Deny {
    private static let program = Result {
        let path = Martlet.path + "-deny"
        let source = repositoryPath("Tests/seccomp/deny.c")
        try Tool.run("env", ["clang", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-o", path, source])
        return path
    }

    static func launcher(_ answer: String) throws -> [String] { [try program.get(), answer] }
}
