/// Why a job was not done.
package struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// There is no room for the data.
        case full
        case readOnly
        /// Another process holds the store.
        case busy
        /// The rows of the store contradict each other.
        case corrupt
        case inputOutput
        /// The data breaks a constraint of the schema.
        case constraint
        /// Too many jobs wait already.
        case overloaded
        case closed
        /// The SQL is wrong.
        case broken
    }

    package let kind: Kind
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }

    /// Whether the world around the store is to blame and not the job: it may go well later.
    package var isEnvironment: Bool {
        switch kind {
        case .full, .readOnly, .busy, .corrupt, .inputOutput: true
        case .constraint, .overloaded, .closed, .broken: false
        }
    }
}
