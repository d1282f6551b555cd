/// The way from one release's tables to the next one's. Once released it stays as it is; what should be otherwise is a further
/// step.
package struct Migration: Sendable {
    /// Higher than those before it.
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

/// A schema: what makes it in an empty store, and the steps that lead an older store to it.
package struct Migrations: Sendable {
    package struct Release: Sendable {
        let number: Int64
        let name: String

        package init(number: Int64, name: String) {
            self.number = number
            self.name = name
        }
    }

    let steps: [Migration]
    /// Statements that make in an empty store all that the steps make there. Nil: a new store takes the steps, too.
    let tables: [SQL]?
    /// Behind it the first step begins; nil: an empty store.
    let oldest: Release?

    /// The number of the last step.
    package var last: Int64 { steps.last?.number ?? oldest?.number ?? 0 }

    package init(_ steps: [Migration], tables: [SQL]? = nil, oldest: Release? = nil) {
        let numbers = [oldest?.number ?? 0] + steps.map(\.number)
        precondition(zip(numbers, numbers.dropFirst()).allSatisfy(<), "migrations are numbered upwards: \(numbers)")
        self.steps = steps
        self.tables = tables
        self.oldest = oldest
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
                if let last = migrations.steps.last { try transaction.remember(last) }
            }
            return
        }
        let past = applied.last?.number ?? 0
        for migration in migrations.steps where migration.number > past {
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
        guard applied.last?.number ?? 0 == migrations.last else {
            throw StoreError(.broken, "the store is of an older version; start the gateway once")
        }
    }
}

/// Whether a program with these migrations can work with a store that went through those.
func check(_ applied: [AppliedMigration], against migrations: Migrations) throws(StoreError) {
    guard let last = applied.last else { return }
    if last.number > migrations.last {
        throw StoreError(
            .broken,
            "the store is newer than this program: it has migration \(last.number) (\(last.name)), the program knows "
                + "\(migrations.last); start the newer program, or restore a backup from before")
    }
    if let oldest = migrations.oldest, !migrations.steps.contains(where: { $0.number == last.number }),
        (last.number, last.name) != (oldest.number, oldest.name)
    {
        throw StoreError(
            .broken,
            "the store is of no release that this program knows: it has migration \(last.number) (\(last.name)), and "
                + "upgrades begin with \(oldest.name); start that one once")
    }
    for past in applied {
        guard let step = migrations.steps.first(where: { $0.number == past.number && $0.name == past.name }),
            past.text != step.text
        else { continue }
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
