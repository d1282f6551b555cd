/// A program of the system's, run to its end.
enum Tool {
    static func run(_ name: String, _ arguments: [String]) throws {
        let workspace = try Workspace()
        let process = try ChildProcess(
            "/usr/bin/\(name)", arguments, output: workspace("output"), errors: workspace("errors"))
        let end = try process.wait()
        guard end == .exited(0) else {
            throw ChildProcess.Failure(description: "\(name) \(arguments): \(end), \(try workspace.read("errors"))")
        }
    }
}

extension ChildProcess {
    /// RLIMIT_FSIZE, from now on: what a full disk looks like to a process. Nil: it is no longer full.
    func limitFiles(toBytes bytes: Int?) throws {
        let limit = bytes.map { "\($0)" } ?? "unlimited"
        // The soft limit alone, since only root can lift the hard one.
        try Tool.run("prlimit", ["--pid=\(identifier)", "--fsize=\(limit):"])
    }
}
