/// A program of several commands: finds the one that is meant, runs it, and turns what it throws into a message and an
/// exit code.
package struct Program: Sendable {
    package let name: String
    package let commands: [Command]

    package init(_ name: String, _ commands: [Command]) {
        self.name = name
        self.commands = commands
    }

    package func run(_ arguments: [String]) -> Int32 {
        if let first = arguments.first, ["--help", "-h", "help"].contains(first) {
            say(usage.overview(commands))
            return ExitCode.success
        }
        guard let command = command(for: arguments) else {
            complain(refusal(of: arguments))
            return ExitCode.usage
        }
        do throws(any Error) {
            let invocation = try Invocation(of: command, Array(arguments.dropFirst(command.words.count)))
            if invocation.has(.help) {
                say(usage.page(of: command))
                return ExitCode.success
            }
            return try command.run(invocation)
        } catch let error as UsageError {
            complain("\(name) \(command.name): \(error.reason)\nSee `\(name) \(command.name) --help`.\n")
            return ExitCode.usage
        } catch let error as any ConfigurationProblems {
            for problem in error.lines { complain("\(problem)\n") }
            return ExitCode.configuration
        } catch let error as CommandFailure {
            complain("\(name) \(command.name): \(error.reason)\n")
            return error.exitCode
        } catch {
            complain("\(name) \(command.name): \(error)\n")
            return ExitCode.failure
        }
    }

    package var usage: Usage { Usage(program: name) }

    private func command(for arguments: [String]) -> Command? {
        commands.first { arguments.starts(with: $0.words) }
    }

    /// The fault of a line that names no command: it names none, an unknown one, or half of one as `martlet config`.
    package func refusal(of arguments: [String]) -> String {
        guard let first = arguments.first else { return usage.overview(commands) }
        let group = commands.filter { $0.words.count > 1 && $0.words[0] == first }
        if group.isEmpty { return "\(name): there is no command \(first)\nSee `\(name) --help`.\n" }
        let words = arguments.prefix(2).prefix { !$0.hasPrefix("-") }.joined(separator: " ")
        let fault = words == first ? "\(first) is the beginning of several commands" : "there is no command \(words)"
        return "\(name): \(fault)\n\n\(usage.overview(group))"
    }
}
