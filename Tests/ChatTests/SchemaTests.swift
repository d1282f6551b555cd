import Storage
import Testing

@testable import Chat
@testable import Storage

struct SchemaTests {
    /// Of a cluster, nodes with the tables of before are beside those that have been upgraded (docs/decisions/060).
    @Test func `a migration only adds`() {
        for step in Schema.migrations.steps where step.number > 23 {
            for statement in step.statements { #expect(statement.onlyAdds, "\(step.name): \(statement)") }
        }
    }

    @Test(arguments: [
        ("CREATE TABLE thing (id BIGINT NOT NULL PRIMARY KEY)", true), ("\n  create table thing (id BIGINT)", true),
        ("CREATE INDEX thing_name ON thing (name)", true), ("DROP INDEX thing_name", true),
        ("ALTER TABLE thing ADD COLUMN name TEXT NOT NULL DEFAULT ''", true),
        ("ALTER TABLE thing DROP COLUMN name", false), ("ALTER TABLE thing RENAME TO other", false),
        ("CREATE UNIQUE INDEX thing_name ON thing (name)", false), ("UPDATE thing SET name = ''", false),
        ("CREATE TRIGGER t AFTER INSERT ON thing BEGIN DELETE FROM other; END", false), ("DROP TABLE thing", false),
        ("CREATE TABLE thing AS SELECT * FROM other", false), ("INSERT INTO thing VALUES (1)", false),
    ])
    func `what only adds leaves alone what earlier programs write`(statement: String, onlyAdds: Bool) {
        #expect(SQL(composed: statement).onlyAdds == onlyAdds)
    }
}

extension SQL {
    /// What an earlier version's program executes does the same before it and after it.
    fileprivate var onlyAdds: Bool {
        let words = description.uppercased().split { $0.isWhitespace || $0 == "(" }
        return switch words.prefix(2) {
        case ["CREATE", "TABLE"]: !words.contains("SELECT")
        case ["CREATE", "INDEX"], ["DROP", "INDEX"]: true
        case ["ALTER", "TABLE"]: words.dropFirst(3).prefix(2) == ["ADD", "COLUMN"]
        default: false
        }
    }
}
