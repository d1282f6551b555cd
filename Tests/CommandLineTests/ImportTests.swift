import Commands
import Foundation
import JSON
import Security
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

        @Test(arguments: [
            (
                ImportFormat.openim, #"{"_id":{"$oid":"66f0"},"level":1}"#,
                "this is no document of a collection of OpenIM"
            ),
            (.openim, #"{"call":"x","answer":{}}"#, "this is no document"),
            (.openim, #"{"doc_id":"si_a_b:0","msgs":[{"msg":"#, "the text ends"),
            (.tinode, #"{"_id":"8FP6xV-7-9"}"#, "this is no row of a table of Tinode"),
            (.tinode, #"{"_id":"8FP6xV-7-9","useragent":""}"#, "8FP6xV-7-9 is no user's id"),
            (.tinode, #"{"id":5,"useragent":""}"#, "user ids are numbers"),
            (.tinode, #"{"uid_key":"c2hvcnQ="}"#, "`uid_key` must be 16 bytes"),
            (.tinode, #"{"user":"","topic":"grpA","modewant":47,"modegiven":47}"#, "a subscription has no user"),
            (.tinode, #"{"user":"8FP6xV-7-9Q","topic":"p2pA","modewant":47}"#, "usr8FP6xV-7-9Q is not in p2pA"),
            (.tinode, #"{"topic":"grpA","deletedfor":"8FP6xV-7-9Q","low":3,"hi":3}"#, "a deletion has no range"),
        ])
        func `a damaged record of a dump is refused with its place`(format: ImportFormat, text: String, reason: String)
            throws
        {
            let file = try write("bad", "\n" + text + "\n")
            let error = #expect(throws: CommandFailure.self) { try lines(format, file) }
            #expect(error?.exitCode == 65)
            #expect(error?.reason.hasPrefix("\(file):2: \(reason)") == true, "\(error?.reason ?? "")")
        }

        /// Whole: a header, two lines and an end.
        private var export: [String] {
            let header = ExportDigest.header(of: "a")
            let lines = ["a", "b"].map { #"{"type":"account","userID":"\#($0)"}"# }
            var digest = ExportDigest(header: header)
            for line in lines { digest.take(line) }
            return [header] + lines + [digest.end()]
        }

        @Test func `an export is taken without its header and end, also behind another and among own lines`() throws {
            let own = #"{"type":"account","userID":"c"}"#
            let (whole, again) = (export, export)
            let all = [own] + whole + [""] + again + [own]
            let file = try write("all", all.joined(separator: "\n") + "\n")
            let accounts = Array(whole[1...2])
            #expect(try lines(.lines, file) == [own] + accounts + accounts + [own])
            #expect(try lines(.tencent, file).count == 6)
            // What sha256sum says of it.
            let digest = Digest.sha256(whole[..<3].map { $0 + "\n" }.joined())
            #expect(whole[3] == #"{"type":"exportEnd","lines":2,"sha256":"\#(hex(digest))"}"#)
        }

        @Test(arguments: [
            ("without its header", "the export that ends here is damaged: it has no header. Nothing is taken"),
            ("without its end", "it has no end. Nothing is taken, its 2 lines are left out"),
            ("without a line", "its end counts 2 lines, and there are 1. Nothing is taken, its 1 lines are left out"),
            ("with a line of others", "its end counts 2 lines, and there are 3."),
            ("with a line changed", "its lines are not as they were written."),
            ("with its header changed", "its lines are not as they were written."),
            ("in another order", "its lines are not as they were written."),
            ("before a whole one", "it has no end. Nothing is taken, its 2 lines are left out"),
            ("of a later version", "exports of this version are not read"),
        ])
        func `nothing is taken of an export that is damaged`(damage: String, reason: String) throws {
            var text = export
            switch damage {
            case "without its header": text.removeFirst()
            case "without its end": text.removeLast()
            case "without a line": text.remove(at: 1)
            case "with a line of others": text.insert(#"{"type":"account","userID":"c"}"#, at: 2)
            case "with a line changed": text[1] = text[1].replacing("account", with: "Account")
            case "with its header changed": text[0] = text[0].replacing(#""a""#, with: #""b""#)
            case "in another order": text.swapAt(1, 2)
            case "before a whole one": text = text.dropLast() + text
            case "of a later version": text[0] = text[0].replacing(#""version":1"#, with: #""version":2"#)
            default: Issue.record("no damage \(damage)")
            }
            let file = try write("damaged", text.joined(separator: "\n") + "\n")
            let error = #expect(throws: CommandFailure.self) { try lines(.lines, file) }
            #expect(error?.exitCode == 65 && error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }

        /// U-40: a folder with the files of these texts, and the lines that are about them.
        private func check(_ texts: [String], _ lines: [String], isGiven: Bool = true) throws {
            let media = folder.path("media")
            try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true)
            for text in texts { _ = try write("media/\(hex(Digest.sha256(text)))", text) }
            let file = try write("lines", lines.joined(separator: "\n"))
            var checked = try ImportMedia(isGiven ? media : nil)
            try ImportSource(format: .lines, files: [file]).forEach { try checked.read($0) }
            try checked.check()
        }

        private func upload(_ text: String, id: String, size: Int? = nil) -> String {
            #"{"type":"media","mediaID":"\#(id)","userID":"a","mediaType":"text/plain","#
                + #""size":\#(size ?? text.utf8.count),"sha256":"\#(hex(Digest.sha256(text)))"}"#
        }

        @Test func `files of uploads are checked before anything is taken`() throws {
            let refers = #"{"type":"message","id":"m","from":"a","to":"b","time":1,"body":{},"media":["u1"]}"#
            let (one, two) = (upload("one", id: "u1"), upload("two", id: "u2"))
            try check(["one", "two"], [one, two, upload("one", id: "u3"), refers])
            func refuses(_ reason: String, _ texts: [String], _ lines: [String], isGiven: Bool = true) {
                let error = #expect(throws: CommandFailure.self) { try check(texts, lines, isGiven: isGiven) }
                #expect(error?.exitCode == 65 && error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
            }
            refuses("no line is about", [], [one])
            refuses("has no file", [], [one, two, upload("three", id: "u3")])
            refuses("lines:1: it is about an upload: give", [], [one], isGiven: false)
            refuses("lines:1: no line has the upload u1", [], [refers])
            refuses("has other bytes", [], [upload("one", id: "u1", size: 4), two])
            _ = try write("media/\(hex(Digest.sha256("one")))", "eno")
            refuses("has other bytes", [], [one, two])
        }

        @Test func `a user of Tinode's tables has the id that XTEA makes of the number`() throws {
            // Published: this key turns ABCDEFGH into 497df3d072612cb5.
            let file = try write(
                "table",
                """
                {"id":5208208757389214273,"useragent":""}
                {"uid_key":"AAECAwQFBgcICQoLDA0ODw=="}
                """)
            #expect(try lines(.tinode, file) == [#"{"type":"account","userID":"usrSX3z0HJhLLU"}"#])
        }

        @Test(arguments: [
            #""2023-11-15T06:13:20Z""#, #""2023-11-15 06:13:20.120000""#, #"{"$date":"2023-11-15T06:13:20.12Z"}"#,
            #"{"$date":{"$numberLong":"1700028800120"}}"#,
        ])
        func `times are read as each database writes them`(time: String) throws {
            let file = try write(
                "times",
                #"{"user":"8FP6xV-7-9Q","topic":"p2p9_Wdc03U4YrwU_rFX7v71A","modewant":31,"modegiven":"JRWPA","createdat":"#
                    + time + "}")
            #expect(try lines(.tinode, file).map { $0.contains(#""addTime":1700028800}"#) } == [true])
        }

        @Test(arguments: [
            "2023-13-15T06:13:20Z", "2023-11-15", "2023-11-15T06:13:20.", "2023-11-15T06:13:20+01:00", "x",
        ])
        func `what is no time is none`(time: String) {
            #expect(CivilTime.milliseconds(utc: time) == nil)
        }

        @Test func `what a user of OpenIM has nested deeply stays a text`() throws {
            let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
            let message = #""send_id":"a","recv_id":"b","session_type":1,"client_msg_id":"m","send_time":1"#
            let file = try write(
                "deep",
                #"{"doc_id":"si_a_b:0","msgs":[{"msg":{"content_type":110,"content":"{\"a\":\#(deep)}",\#(message)}}]}"#
            )
            #expect(try lines(.openim, file).map { $0.contains(#""content":"{\"a\":[["#) } == [true])
        }

        @Test(arguments: [
            (#"{"txt":"a b","fmt":[{"at":1,"len":1,"tp":"BR"}]}"#, "a\nb"),
            (#"{"txt":"only text"}"#, "only text"), (#"{"fmt":[{"tp":"BR"}]}"#, nil),
            (#"{"txt":"a","fmt":[{"at":-1,"len":0,"key":0}],"ent":[{"tp":"EX","data":{}}]}"#, nil),
            (#"{"txt":"a","fmt":[{"at":0,"len":9,"tp":"ST"}]}"#, nil), (#"{"txt":"a","fmt":[{"tp":"XX"}]}"#, nil),
            (#"{"txt":"a","fmt":[{"at":9223372036854775807,"len":9223372036854775807,"tp":"BR"}]}"#, nil),
            (#"{"txt":"a","fmt":[{"len":1,"key":7}]}"#, nil), (#"{"txt":"a","fmt":[{"len":1,"tp":"FM"}]}"#, nil),
        ])
        func `Drafty is a text if it is no more than that, and else is kept as it is`(content: String, text: String?)
            throws
        {
            #expect(try Drafty(JSONDocument().parse(content))?.text == text)
            let row = #""topic":"grpA","seqid":1,"from":"8FP6xV-7-9Q","createdat":"2023-11-15T06:13:20Z""#
            let line = try #require(try lines(.tinode, write("row", #"{\#(row),"content":\#(content)}"#)).first)
            #expect(line.contains(content) == (text == nil))
        }

        @Test(arguments: ["no time {}", "2024-02-29 [1]", "2024-02-29 00:00:03,004", "2024-02-29 {"])
        func `a line of RongCloud has a time before its object, and nothing else`(text: String) throws {
            let file = try write("bad", text)
            let error = #expect(throws: CommandFailure.self) { try lines(.rongcloud, file) }
            #expect(error?.exitCode == 65 && error?.reason.hasPrefix("\(file):1: ") == true)
        }

        @Test func `signals are counted, and are nothing that is left`() throws {
            var report = ImportReport()
            try report.read(ImportLine(ImportLine.signal("message 1"), at: "here"))
            #expect(report.isEmpty)
            #expect(report.summary == "Signals and receipts, which nobody has written: 1.\nNot taken: 0.\n")
        }

        @Test func `a journal keeps how far each stage has come, and the groups; one of other files is refused`() throws
        {
            let source = try ImportSource(format: .lines, files: [try write("lines", "{}")])
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
