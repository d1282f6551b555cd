import ClientProtocol
import Gateway
import ServerAPI
import Testing

/// docs/limits.md says what bounds each operation.
struct LimitsTests {
    @Test func `every operation has its row, and each row is of operations`() throws {
        let page = try Document("docs/limits.md")
        let known = Set(Catalogue.standard.operations.map(\.name))
        let rows = page.lines.filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
        }
        #expect(Set(named) == known)
        #expect(named.count == known.count, "an operation comes twice")
    }
}
