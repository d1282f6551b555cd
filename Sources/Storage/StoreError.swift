/// Why a job was not done.
package struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// There is no room for the data.
        case full
        case readOnly
        /// Another process holds the store.
        case busy
        /// A row is not as it was written. The rest of the store is as good as before.
        case corrupt
        /// The file is no database, or one that contradicts itself.
        case damagedFile
        case inputOutput
        /// The data breaks a constraint of the schema.
        case constraint
        /// Too many jobs wait already.
        case overloaded
        /// The node of a cluster does not reach who could do it.
        case away
        /// The node of a cluster does nothing more, or waits for another store.
        case stopped
        case closed
        /// It would have written where only reading is possible.
        case reading
        /// The SQL is wrong.
        case broken
    }

    package let kind: Kind
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// `row`: what it is known by.
    package static func corrupt(table: String, row: some CustomStringConvertible, _ fault: String) -> StoreError {
        StoreError(.corrupt, "a row of \(table) is not as it was written: \(fault) (\(row))")
    }

    package var description: String { message }

    /// The disk or the system is to blame and not the job: it may go well later.
    package var isEnvironment: Bool {
        switch kind {
        case .full, .readOnly, .busy, .damagedFile, .inputOutput: true
        case .corrupt, .constraint, .overloaded, .away, .stopped, .closed, .reading, .broken: false
        }
    }
}
