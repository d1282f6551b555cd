import Foundation
import TestSupport
import Testing

/// The report of scripts/semantics on the results of tests.
struct SemanticsTests {
    @Test func `a passing end-to-end test covers the rows in front of its name`() throws {
        let (report, status) = try judge(["X-10", "T-Q16"], [Case("`X-10, T-Q16: a repeat does nothing`()")])
        #expect(report.hasSuffix("\n2 of 2 covered\n"))
        #expect(status == 0)
    }

    @Test(arguments: [
        Case("`X-10: a repeat`()", child: #"<failure message="it &lt;did&gt;"></failure>"#),
        Case("`X-10: a repeat`()", child: "<skipped />"),
        Case("`X-10: a repeat`()", suite: "EngineTests.RoutingTests"),
        Case("`X-100: a repeat`()"),
        Case("`a repeat, as X-10: has it`()"),
        Case("`X-10 a repeat`()"),
    ])
    func `what covers nothing`(test: Case) throws {
        let (report, status) = try judge(["X-10"], [Case("`something else passes`()"), test])
        #expect(report.contains("\nX     0 of   1\n    X-10\n0 of 1 covered\n"))
        #expect(status == 1)
    }

    @Test func `a failing test takes back what another shows, and is named`() throws {
        let broken = Case("`X-10: a repeat fails`()", child: #"<failure message="no"></failure>"#)
        let (report, status) = try judge(["X-10"], [broken, Case("`X-10: a repeat passes`()")])
        #expect(report.hasPrefix("1 end-to-end tests passed, 1 failed, 0 skipped\n    X-10: a repeat fails()\n"))
        #expect(report.hasSuffix("\n0 of 1 covered\n"))
        #expect(status == 1)
    }

    @Test func `a section has all its rows, but those for clients are counted beside`() throws {
        let rows = try Checklist.read.get().rows.filter { $0.id.hasPrefix("C-") }
        let needed = rows.filter { $0.kind != "client" }
        let tests = needed.map { Case("`\($0.id): is so`(_:)") }
        let (report, status) = try judge(["C"], tests + [Case("`C-24: has a time`()")])
        #expect(
            report.contains("\nC    \(needed.count) of  \(needed.count), beside 1 of \(rows.count - needed.count) "))
        #expect(status == 0)
    }

    @Test func `everything together is the whole checklist, and judges nobody`() throws {
        let needed = try Checklist.read.get().rows.filter { $0.kind != "client" }
        let (report, status) = try judge([], [Case("`R-06, X-D01, X-M14: is so`()")])
        // G-Q46.
        #expect(report.hasSuffix("\n3 of \(needed.count - 1) covered\n"))
        #expect(status == 0)
    }

    @Test func `a row that is out of scope is not owed, unless it is asked for`() throws {
        let (report, _) = try judge(["G"], [Case("`passes`()")])
        #expect(!report.contains("G-Q46") && report.contains(" for clients or out of scope\n"))
        #expect(try judge(["G-Q46"], [Case("`passes`()")]).report.contains("\n    G-Q46\n0 of 1 covered\n"))
    }

    // MARK: - Tests with many rows

    @Test func `a row that only a test with six rows shows is weakly shown, and not covered`() throws {
        let five = Case("`X-10, X-11, X-12, X-13, X-14: five`()")
        let six = Case("`X-10, X-15, X-16, X-17, X-18, X-19: six`()")
        let (report, status) = try judge(["X-10", "X-11", "X-15", "X-20"], [five, six])
        #expect(
            report.hasSuffix("\nX     2 of   4\n    X-20\n    weakly shown: X-15\n2 of 4 covered, 1 weakly shown\n"))
        #expect(status == 1)
    }

    @Test func `a failing test with six rows covers none of them, and weakly shows none`() throws {
        let six = Case(
            "`X-10, X-15, X-16, X-17, X-18, X-19: six`()", child: #"<failure message="no"></failure>"#)
        let report = try judge(["X-10", "X-15"], [six, Case("`X-10: is so`()")]).report
        #expect(report.hasSuffix("\n    X-10 X-15\n0 of 2 covered\n"))
    }

    // MARK: - Cases

    private static func started(_ values: String) -> String {
        #"{"kind":"event","payload":{"kind":"testCaseStarted","messages":[{"symbol":"default","text":"Test case passing "#
            + #"\#(values) to \"X-11: a table of \"all\"\" started."}],"#
            + #""testID":"GatewayTests.SomeTests\/`X-11: a table of \"all\"`(rule:)\/SomeTests.swift:3:6"},"version":"6.3.0"}"#
    }

    private static let events = [
        started(#"1 argument rule → X-10, T-Q16: says \"a\" to \"b\""#),
        started("2 arguments one → 1, rule → X-12: the rest"),
    ]
    private static let table = "`X-11: a table of &quot;all&quot;`(rule:)"

    @Test func `a case of a passing test covers the rows in front of an argument's description`() throws {
        let names = ["X-10", "T-Q16", "X-11", "X-12"]
        let (report, status) = try judge(names, [Case(Self.table)], events: Self.events)
        #expect(report.hasSuffix("\n4 of 4 covered\n") && status == 0)
    }

    @Test func `a case shows nothing without the result of its test`() throws {
        let report = try judge(["X-10", "X-12"], [Case("`X-11: another`()")], events: Self.events).report
        #expect(report.hasSuffix("\n    X-10 X-12\n0 of 2 covered\n"))
    }

    @Test func `the cases of a failing test take back what others show`() throws {
        let broken = Case(Self.table, child: #"<failure message="no"></failure>"#)
        let other = Case("`X-10, X-13: is so`()")
        let report = try judge(["X-10", "X-12", "X-13"], [broken, other], events: Self.events).report
        #expect(report.hasSuffix("\n    X-10 X-12\n1 of 3 covered\n"))
    }

    @Test func `the interactions are three lines, together or alone`() throws {
        let lines = try judge(["X"], [Case("`passes`()")]).report.split(separator: "\n").filter { $0.hasPrefix("X") }
        let count = try Checklist.read.get().rows.count { $0.id.hasPrefix("X-") && Int($0.id.dropFirst(2)) != nil }
        #expect(lines == ["X     0 of  \(count)", "X-D   0 of  21", "X-M   0 of  14"])
        #expect(try judge(["X-M"], [Case("`passes`()")]).report.hasSuffix("\n0 of 14 covered\n"))
    }

    @Test func `the same goes into a JSON file beside the results`() throws {
        let folder = try TemporaryFolder()
        _ = try judge(["C-14", "C-15", "X-10"], [Case("`C-15: is so`()")], in: folder)
        let file = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: folder.path("semantics.json"))))
        let sections = (file as? [String: Any])?["sections"] as? [String: [String: Any]]
        #expect(sections?["C"]?["missing"] as? [String] == ["C-14"])
        #expect(sections?["X"]?["needed"] as? Int == 1)
        #expect((file as? [String: Any])?["covered"] as? Int == 1)
    }

    @Test(arguments: ["YY", "X-99", "C-1", "--all"])
    func `a name that is none is refused`(name: String) throws {
        #expect(try judge([name], [Case("`passes`()")]).status == 2)
    }

    @Test func `results without an end-to-end test judge nothing`() throws {
        #expect(try judge([], [Case("`X-10: passes`()", suite: "EngineTests.TurnTests")]).status == 2)
    }

    struct Case: CustomTestStringConvertible {
        let element: String

        init(_ name: String, suite: String = "GatewayTests.SomeTests", child: String? = nil) {
            let start = #"    <testcase classname="\#(suite)" name="\#(name)" time="0.1""#
            element = child.map { "\(start)>\n      \($0)\n    </testcase>\n" } ?? "\(start) />\n"
        }

        var testDescription: String { element }
    }

    private func judge(
        _ names: [String], _ tests: [Case], events: [String] = [], in folder: TemporaryFolder? = nil
    ) throws -> (report: String, status: Int32) {
        let folder = try folder ?? TemporaryFolder()
        let results = folder.path("tests.xml")
        let elements = tests.map(\.element).joined()
        try "<testsuites>\n  <testsuite>\n\(elements)  </testsuite>\n</testsuites>\n"
            .write(toFile: results, atomically: false, encoding: .utf8)
        try events.joined(separator: "\n")
            .write(toFile: folder.path("tests.jsonl"), atomically: false, encoding: .utf8)
        let output = Pipe()
        let process = Process()
        process.executableURL = Document.root.appending(path: "scripts/semantics")
        process.arguments = ["--results", results] + names
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let report = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: report, as: UTF8.self), process.terminationStatus)
    }
}
