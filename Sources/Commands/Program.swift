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
        guard let command = command(for: arguments) else { return refuse(arguments) }
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

    /// No command, an unknown one, or half of one as in `martlet config`.
    private func refuse(_ arguments: [String]) -> Int32 {
        let first = arguments.first ?? ""
        let group = commands.filter { $0.words.count > 1 && $0.words[0] == first }
        if !group.isEmpty {
            complain(usage.overview(group))
        } else if first.isEmpty {
            complain(usage.overview(commands))
        } else {
            complain("\(name): there is no command \(first)\nSee `\(name) --help`.\n")
        }
        return ExitCode.usage
    }
}
