// `environ` is a variable to Swift; nothing in the tests changes the environment.
@preconcurrency import Glibc
import Locking
import Testing

/// A program that a test has started, with its output in a file.
final class ChildProcess: Sendable {
    enum End: Equatable {
        case exited(Int32)
        case killed(bySignal: Int32)
    }

    struct Failure: Error {
        let description: String
    }

    let identifier: pid_t
    private let test = Test.current
    /// Nil while it has not been seen to end. Once it has, its number may be another process's.
    private let end = Lock<End?>(nil)

    /// Standard input is empty unless a file is named; both outputs go to their files.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        output: String, errors: String
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let own = inheritedEnvironment().merging(environment) { $1 }
        var child = pid_t()
        let failure = withCStrings([program] + arguments) { arguments in
            withCStrings(own.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&child, program, &actions, nil, arguments, environment)
            }
        }
        guard failure == 0 else { throw Failure(description: "\(program): \(String(cString: strerror(failure)))") }
        identifier = child
    }

    deinit {
        kill()
    }

    func signal(_ number: Int32) {
        end.withLock { end in
            if end == nil { _ = Glibc.kill(identifier, number) }
        }
    }

    /// Ends it at once if it has not ended.
    func kill() {
        signal(SIGKILL)
        end.withLock { end in
            if end == nil { end = reap(options: 0) }
        }
    }

    /// Nil: it is still running.
    var ended: End? {
        end.withLock { end in
            if end == nil { end = reap(options: WNOHANG) }
            return end
        }
    }

    /// How it ended.
    func wait(within patience: Duration = ample) throws -> End {
        try until("process \(identifier) ends", within: patience) { ended }
    }

    /// Memory in the machine's RAM.
    var residentBytes: Int {
        get throws {
            let pages = try Workspace.read("/proc/\(identifier)/statm").split(separator: " ")[1]
            return Int(pages)! * sysconf(Int32(_SC_PAGESIZE))
        }
    }

    private func reap(options: Int32) -> End? {
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(identifier, &status, options, &usage) == identifier else { return nil }
        if let costs, let test { note(usage, of: test, in: costs) }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(bySignal: signal)
    }
}

/// `scripts/test` lists the tests whose programs have taken most of the processor's time.
private let costs = getenv("TEST_COSTS").map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o600) }

private func note(_ usage: rusage, of test: Test, in file: Int32) {
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let line = "\(seconds * 1000 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000) \(test.id)\n"
    _ = line.utf8CString.withUnsafeBytes { write(file, $0.baseAddress, line.utf8.count) }
}

/// Without what would configure a gateway behind a test's back.
private func inheritedEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if !pair[0].hasPrefix("MARTLET_") { variables[String(pair[0])] = String(pair.last!) }
        entry += 1
    }
    return variables
}

/// As argv and envp are: C strings, then a null.
private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let strings = texts.map { strdup($0) }
    defer { for string in strings { free(string) } }
    return body(strings + [nil])
}
