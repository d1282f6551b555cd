import ClientProtocol
import Domain
import Gateway
import ServerAPI
import Settings
import Testing

/// docs/migrating: those who come from another service find what is there, and all that the checklist took from it.
struct MigrationTests {
    private static let names = Set(
        Catalogue.standard.operations.map(\.name) + Catalogue.standard.events.map(\.name)
            + BackendEventKind.allCases.map { "\($0.name)" } + Configuration.catalogue.flatMap(\.settings).map(\.path))

    /// The names of parameters and members in docs/operations.md: in backticks, or in the braces of a type.
    private static let words = Result {
        let spans = try Document("docs/operations.md").text.matches(of: /`[^`\n]+`|\{[^}\n]+\}/).map(\.0)
        return Set(spans.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
    }

    @Test(arguments: MigrationPage.paths)
    func `every name in the column Martlet exists`(path: String) throws {
        let page = try MigrationPage(path)
        try #require(page.rows.count > 50)
        let spaces = Set(Self.names.map { $0.prefix { $0 != "." } })
        let words = try Self.words.get()
        for row in page.rows {
            for match in row.here.matches(of: /`([^`]+)`/) where !Self.names.contains(String(match.1)) {
                let parts = match.1.split(separator: ".")
                #expect(parts.count == 1 || !spaces.contains(parts[0]), "\(path):\(row.line): \(match.1)")
                #expect(parts.allSatisfy(words.contains), "\(path):\(row.line): \(match.1)")
            }
        }
    }

    @Test(arguments: MigrationPage.paths)
    func `every operation and event that the text names exists`(path: String) throws {
        let spaces = Set(Self.names.map { $0.prefix { $0 != "." } })
        for name in try Document(path).codes where name.wholeMatch(of: /[a-z]+(?:\.[A-Za-z]+)+/) != nil {
            guard spaces.contains(name.prefix { $0 != "." }) else { continue }
            #expect(Self.names.contains(String(name)), "\(path): \(name)")
        }
    }

    @Test(arguments: MigrationPage.paths + ["docs/migrating/README.md"])
    func `every error code exists`(path: String) throws {
        let known = Set(ErrorCode.all.map { "\($0.system.rawValue) \($0.code)" })
        for match in try Document(path).text.matches(of: /\b(?:tim|rc|em|nim|gw) [0-9]+\b/) {
            #expect(known.contains(String(match.0)), "\(path): \(match.0)")
        }
    }

    /// The rows of the checklists (a) of R, S, G, C and T are what a vendor's reference document says. The rows (b) have
    /// sources: one that has a name as the vendors write their calls (`setGroupInfo`, `friend_import`) tells of a call.
    @Test func `every row of the checklist that comes from a vendor's document or call is in a table`() throws {
        let covered = try MigrationPage.paths.flatMap { try MigrationPage($0).rows.flatMap(\.ids) }
        #expect(Set(covered).subtracting(try Checklist.read.get().ids).isEmpty)
        var owed: Set<String> = []
        for cells in try Checklist.read.get().page.lines.map(\.cells) where cells.count > 4 {
            if cells[0].wholeMatch(of: /[RSGCT]-[0-9]+/) != nil { owed.insert(String(cells[0])) }
            let call = /\b[a-z]+_[a-z_]+\b|\b(?:get|set|on|mark|clean|delete|update|query|search)[A-Z]\w+/
            guard cells[0].wholeMatch(of: /[RSGCT]-Q[0-9]+/) != nil, cells[3].contains(call) else { continue }
            owed.insert(String(cells[0]))
        }
        try #require(owed.count > 380)
        #expect(owed.subtracting(covered).sorted() == [])
    }
}
