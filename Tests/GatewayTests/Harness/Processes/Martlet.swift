import Glibc

/// The program under test: it lies beside the bundle of the tests.
enum Martlet {
    /// Beside the tests, or the one that `MARTLET_PROGRAM` names: what users run is another build of it.
    static let path: String = {
        if let program = getenv("MARTLET_PROGRAM") { return String(cString: program) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        precondition(count > 0, "cannot find the running program")
        let own = String(decoding: buffer[..<count], as: UTF8.self)
        return own[..<own.lastIndex(of: "/")!] + "/martlet"
    }()

    /// `launcher`: the program that runs it, with arguments of its own before the gateway's. `suffix`: of the names of its files.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        launcher: [String] = [], in workspace: Workspace, suffix: String = ""
    ) throws -> ChildProcess {
        // Unless the test says where, as it is by default: in the folder where the program runs, which is not the test's.
        let environment = ["MARTLET_DATA_DIRECTORY": workspace("data" + suffix)].merging(environment) { $1 }
        let line = launcher + [path] + arguments
        return try ChildProcess(
            line[0], Array(line.dropFirst()), environment: environment, input: input,
            output: workspace("output" + suffix), errors: workspace("errors" + suffix))
    }

    /// Runs it to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil, in workspace: Workspace
    ) throws -> (end: ChildProcess.End, output: String, errors: String) {
        let file = try input.map { try workspace.write("input", $0) } ?? "/dev/null"
        let process = try start(arguments, environment: environment, input: file, in: workspace)
        defer { process.kill() }
        let end = try process.wait()
        return (end, try workspace.read("output"), try workspace.read("errors"))
    }
}
