/// One step of the schema's history. Once released it stays as it is; what should be otherwise is a further step.
package struct Migration: Sendable {
    /// Dense from 1.
    package let number: Int64
    package let name: String
    package let statements: [SQL]

    package init(number: Int64, name: String, statements: [SQL]) {
        self.number = number
        self.name = name
        self.statements = statements
    }

    /// The migration as the store remembers it: the text itself, so that it can be compared with a program's own.
    fileprivate var text: String { statements.map(\.description).joined(separator: ";\n") }
}

/// A migration that a store has gone through.
package struct AppliedMigration: Sendable, Equatable {
    package let number: Int64
    package let name: String
    let text: String
}

/// A schema: the steps of its history, and what they come to.
package struct Migrations: Sendable {
    let steps: [Migration]
    /// Statements that make in an empty store all that the steps make there. Nil: a new store takes the steps, too.
    let tables: [SQL]?

    package var count: Int64 { Int64(steps.count) }

    package init(_ steps: [Migration], tables: [SQL]? = nil) {
        precondition(
            steps.map(\.number) == steps.indices.map { Int64($0) + 1 },
            "migrations are numbered from 1: \(steps.map(\.number))")
        self.steps = steps
        self.tables = tables
    }
}

extension SQLiteWriter {
    /// Brings the store to the last of `migrations`, each in a transaction of its own. Refuses a store whose past is not theirs.
    func migrate(_ migrations: Migrations) throws(StoreError) {
        try transact { transaction throws(StoreError) in
            for statement in ownTables { try transaction.execute(statement) }
        }
        let applied = try transact { transaction throws(StoreError) in try transaction.appliedMigrations() }
        try check(applied, against: migrations)
        if applied.isEmpty, let tables = migrations.tables {
            try transact { transaction throws(StoreError) in
                for statement in tables { try transaction.execute(statement) }
                for migration in migrations.steps { try transaction.remember(migration) }
            }
            return
        }
        for migration in migrations.steps.dropFirst(applied.count) {
            try transact { transaction throws(StoreError) in
                for statement in migration.statements { try transaction.execute(statement) }
                try transaction.remember(migration)
            }
        }
    }
}

extension Transaction {
    fileprivate func remember(_ migration: Migration) throws(StoreError) {
        try execute(
            "INSERT INTO martlet_migration (number, name, text) VALUES ($1, $2, $3)",
            [.integer(migration.number), .text(migration.name), .text(migration.text)])
    }

    /// Oldest first.
    package func appliedMigrations() throws(StoreError) -> [AppliedMigration] {
        var applied: [AppliedMigration] = []
        try query("SELECT number, name, text FROM martlet_migration ORDER BY number") { row in
            applied.append(AppliedMigration(number: row.integer(0), name: row.text(1), text: row.text(2)))
        }
        return applied
    }

    /// For who reads the store and does not migrate it.
    func requireMigrated(to migrations: Migrations) throws(StoreError) {
        let applied = try appliedMigrations()
        try check(applied, against: migrations)
        guard applied.count == migrations.steps.count else {
            throw StoreError(.broken, "the store is of an older version; start the gateway once")
        }
    }
}

/// Whether a program with these migrations can work with a store that went through those.
func check(_ applied: [AppliedMigration], against migrations: Migrations) throws(StoreError) {
    let migrations = migrations.steps
    if let last = applied.last, last.number > migrations.count {
        throw StoreError(
            .broken,
            "the store is newer than this program: it has migration \(last.number) (\(last.name)), the program knows "
                + "\(migrations.count); start the newer program, or restore a backup from before")
    }
    for (past, migration) in zip(applied, migrations) where past.text != migration.text {
        throw StoreError(
            .broken,
            "migration \(past.number) (\(past.name)) differs from the one that changed this store; this program "
                + "does not fit the store")
    }
}

/// The tables of every store beside those of its migrations.
private let ownTables: [SQL] = [
    """
    CREATE TABLE IF NOT EXISTS martlet_migration (
        number BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL)
    """,
    "CREATE TABLE IF NOT EXISTS martlet_probe (id BIGINT NOT NULL PRIMARY KEY, filler TEXT NOT NULL)",
    "INSERT INTO martlet_probe (id, filler) VALUES (1, '') ON CONFLICT DO NOTHING",
]
