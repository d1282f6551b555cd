import Commands
import Foundation
import TestSupport
import Testing

@testable import martlet

extension CommandLineTests {
    /// `martlet import`, as far as it needs no gateway. Tests/samples/import has answers as the services document them.
    struct ImportTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func write(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
            return folder.path(name)
        }

        private func lines(_ format: ImportFormat, _ files: String...) throws -> [String] {
            var lines: [String] = []
            try ImportSource(format: format, files: files).forEach { lines.append($0.text) }
            return lines
        }

        @Test(arguments: ImportFormat.allCases.filter { $0 != .lines })
        func `the documented answers of a service become these lines`(format: ImportFormat) throws {
            let sample = repositoryPath("Tests/samples/import/\(format.rawValue)")
            let wanted = try String(contentsOfFile: "\(sample).lines.jsonl", encoding: .utf8).split(separator: "\n")
            let made = try lines(format, "\(sample).jsonl")
            for (line, want) in zip(made, wanted) { #expect(line == want) }
            #expect(made.count == wanted.count)
            #expect(try lines(.lines, "\(sample).lines.jsonl") == made, "its lines stand for themselves")
        }

        @Test func `a file without a last line's end and with empty lines is read whole`() throws {
            let file = try write(
                "a", "{\"type\":\"account\",\"userID\":\"a\"}\n\n{\"type\":\"account\",\"userID\":\"b\"}")
            #expect(try lines(.lines, file, file).count == 4)
        }

        @Test(arguments: [
            [], ["lines"], ["nowhere", "file"], ["lines", "file"], ["lines", "file", "--url", "http://a:1"],
            ["lines", "file", "--url", "a", "--admin-key-file", "k", "--journal", "j"],
        ])
        func `what makes no sense is a usage error`(arguments: [String]) {
            #expect(Program.martlet.run(["import"] + arguments) == 64)
        }

        @Test(arguments: [
            "no JSON", "[1]", "{}", #"{"call": "v4/sns/friend_get"}"#,
            #"{"call": "v4/sns/friend_get", "answer": {}}"#,
        ])
        func `a line that says nothing is refused with its place`(text: String) throws {
            let file = try write("bad", "\n" + text + "\n")
            let error = #expect(throws: CommandFailure.self) { try lines(.lines, file) }
            #expect(error?.exitCode == 65 && error?.reason.hasPrefix("\(file):2: ") == true)
            #expect(throws: CommandFailure.self) { try lines(.tencent, folder.path("nowhere")) }
        }

        @Test func `a journal keeps how far each stage has come, and the groups; one of other files is refused`() throws
        {
            let source = ImportSource(format: .lines, files: [try write("lines", "{}")])
            let path = folder.path("journal")
            var journal = try ImportJournal(path, source: source)
            #expect(journal.position(of: .friends) == 0)
            try journal.note(.friends, lines: 7)
            try journal.note(.friends, lines: 9)
            try journal.note(group: "@TGS#\"1", is: "12")
            // As a crash in the middle of a line leaves it.
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(#"{"stage":"friends","lines":99"#.utf8))
            try handle.close()
            journal = try ImportJournal(path, source: source)
            try journal.note(.groups, lines: 3)
            journal = try ImportJournal(path, source: source)
            #expect(journal.position(of: .friends) == 9 && journal.position(of: .groups) == 3)
            #expect(journal.groups == ["@TGS#\"1": "12"])
            try journal.writeGroups(folder.path("groups"))
            let groups = try JSONDecoder().decode(
                [String: String].self, from: Data(contentsOf: URL(filePath: folder.path("groups"))))
            #expect(groups == journal.groups)
            _ = try write("lines", "{} ")
            #expect(throws: CommandFailure.self) { try ImportJournal(path, source: source) }
        }
    }
}
