import Commands
import Testing

@testable import martlet

/// getopt_long keeps its place in globals, so these run one after the other.
@Suite(.serialized) enum CommandLineTests {}

extension CommandLineTests {
    struct InvocationTests {
        private static let file = Flag("file", "FILE", "A file.")
        private static let force = Flag("force", nil, "By force.")
        private static let ttl = Flag("ttl", "SECONDS", "A time.")
        private static let strict = Command("make it", "Makes it.", flags: [file, force, ttl]) { _ in 0 }
        private static let loose = Command("make all", "Makes all.", operands: "[NAME…]", flags: [file]) { _ in 0 }

        @Test func `flags and their values are read in both forms`() throws {
            let invocation = try Invocation(of: Self.strict, ["--file=a b", "--ttl", "60", "--force"])
            #expect(invocation[Self.file] == "a b")
            #expect(try invocation.integer(Self.ttl, in: 1...100) == 60)
            #expect(invocation.has(Self.force))
            #expect(!invocation.has(.help))
        }

        @Test func `operands may stand anywhere, and after two dashes are no flags`() throws {
            let invocation = try Invocation(of: Self.loose, ["one", "--file", "f", "two", "--", "--file"])
            #expect(invocation.operands == ["one", "two", "--file"])
            #expect(invocation[Self.file] == "f")
        }

        @Test func `a flag that may be given several times has all its values`() throws {
            let several = Flag("name", "NAME", "Names.", repeats: true)
            let command = Command("make some", "Makes some.", flags: [several]) { _ in 0 }
            let invocation = try Invocation(of: command, ["--name", "a", "--name=b"])
            #expect(invocation.all(several) == ["a", "b"] && invocation[several] == "a")
            #expect(try Invocation(of: command, []).all(several) == [])
        }

        @Test(arguments: [
            (["--bogus"], "there is no flag --bogus"),
            (["--force", "--bogus=3"], "there is no flag --bogus=3"),
            (["-x"], "there is no flag -x"),
            (["--force", "-xy"], "there is no flag -x"),
            (["--file"], "--file needs a value"),
            (["--force=yes"], "--force takes no value"),
            (["--file", "a", "--file", "b"], "--file is given twice"),
            (["name"], "unexpected argument name"),
            (["--", "--file"], "unexpected argument --file"),
        ])
        func `what cannot be understood is named`(arguments: [String], reason: String) {
            let error = #expect(throws: UsageError.self) { try Invocation(of: Self.strict, arguments) }
            #expect(error?.reason == reason)
        }

        @Test(arguments: ["", "x", "0", "101", "1.5", "99999999999999999999"])
        func `a number out of its bounds is refused`(text: String) throws {
            let invocation = try Invocation(of: Self.strict, ["--ttl", text])
            let error = #expect(throws: UsageError.self) { try invocation.integer(Self.ttl, in: 1...100) }
            #expect(error?.reason == "--ttl is \(text), but must be an integer from 1 to 100")
        }

        @Test(
            arguments: [
                ([], 64), (["bogus"], 64), (["config"], 64), (["version", "--bogus"], 64),
                (["config", "doc", "birds"], 64), (["ctl"], 64), (["ctl", "frobnicate"], 64),
                (["--help"], 0), (["version"], 0), (["config", "check", "--help"], 0),
                (["config", "check", "--config", "/nowhere.json5"], 78),
                (["token"], 64), (["token", "--user", "u"], 64),
                (["token", "--key-file", "/nowhere", "--user", "a\u{202E}b"], 64),
                (["token", "--key-file", "/nowhere", "--user", "u"], 1),
            ] as [([String], Int32)])
        func `the exit code tells what went wrong`(arguments: [String], code: Int32) {
            #expect(Program.martlet.run(arguments) == code)
        }

        @Test(arguments: [
            (["bogus"], "martlet: there is no command bogus\nSee `martlet --help`.\n"),
            (["config"], "martlet: config is the beginning of several commands\n\nUsage: "),
            (["ctl", "frobnicate"], "martlet: there is no command ctl frobnicate\n\nUsage: "),
            (["store", "frobnicate", "--config", "x"], "martlet: there is no command store frobnicate\n\nUsage: "),
        ])
        func `a line that names no command is told so, before the commands that there are`(
            arguments: [String], beginning: String
        ) {
            let refusal = Program.martlet.refusal(of: arguments)
            #expect(refusal.hasPrefix(beginning))
            #expect(refusal.contains("config doc") == (arguments == ["config"]))
        }

        @Test func `the help of a command lists its flags`() {
            #expect(
                Program.martlet.usage.page(of: Self.strict) == """
                    Usage: martlet make it [FLAGS]

                    Makes it.

                    Flags:
                      --file FILE    A file.
                      --force        By force.
                      --ttl SECONDS  A time.
                      --help         Shows this text.

                    """)
            #expect(Program.martlet.usage.page(of: Self.loose).hasPrefix("Usage: martlet make all [FLAGS] [NAME…]\n"))
        }

        @Test func `every command is in the overview`() {
            let overview = Program.martlet.usage.overview(Program.martlet.commands)
            for command in Program.martlet.commands { #expect(overview.contains("  \(command.name) ")) }
        }
    }
}
