import Locking

/// A list that several threads of a test may add to.
package final class Log<Entry: Sendable>: Sendable {
    private let list = Lock<[Entry]>([])

    package init() {}

    package var entries: [Entry] { list.withLock { $0 } }

    package func add(_ entry: Entry) {
        list.withLock { $0.append(entry) }
    }
}
