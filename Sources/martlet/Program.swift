import Settings

/// Finds the command, runs it, and turns what it throws into a message and an exit code.
enum Program {
    static let commands: [Command] = [
        .serve, .configCheck, .configDoc, .configDefaults, .token, .client, .echo, .version,
    ]

    static func run(_ arguments: [String]) -> Int32 {
        if let first = arguments.first, ["--help", "-h", "help"].contains(first) {
            say(Usage.overview(commands))
            return ExitCode.success
        }
        guard let command = command(for: arguments) else { return refuse(arguments) }
        do throws(any Error) {
            let invocation = try Invocation(of: command, Array(arguments.dropFirst(command.words.count)))
            if invocation.has(.help) {
                say(Usage.page(of: command))
                return ExitCode.success
            }
            return try command.run(invocation)
        } catch let error as UsageError {
            complain("martlet \(command.name): \(error.reason)\nSee `martlet \(command.name) --help`.\n")
            return ExitCode.usage
        } catch let error as ConfigurationError {
            for problem in error.problems { complain("\(problem)\n") }
            return ExitCode.configuration
        } catch let error as CommandFailure {
            complain("martlet \(command.name): \(error.reason)\n")
            return error.exitCode
        } catch {
            complain("martlet \(command.name): \(error)\n")
            return ExitCode.failure
        }
    }

    private static func command(for arguments: [String]) -> Command? {
        commands.first { arguments.starts(with: $0.words) }
    }

    /// No command, an unknown one, or half of one as in `martlet config`.
    private static func refuse(_ arguments: [String]) -> Int32 {
        let first = arguments.first ?? ""
        let group = commands.filter { $0.words.count > 1 && $0.words[0] == first }
        if !group.isEmpty {
            complain(Usage.overview(group))
        } else if first.isEmpty {
            complain(Usage.overview(commands))
        } else {
            complain("martlet: there is no command \(first)\nSee `martlet --help`.\n")
        }
        return ExitCode.usage
    }
}

/// What a shell and a service manager learn of the end (sysexits.h).
enum ExitCode {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 64
    static let cannotCreate: Int32 = 73
    static let configuration: Int32 = 78
}

/// A command cannot do what it was asked to, and a script may want to know in which way.
struct CommandFailure: Error {
    let reason: String
    let exitCode: Int32
}
