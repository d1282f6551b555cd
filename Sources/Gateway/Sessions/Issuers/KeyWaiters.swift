import Transport

/// Requests whose tokens are signed with keys that are being fetched. They are taken again when the fetch has ended.
struct KeyWaiters {
    private struct Waiter {
        let issuer: String
        let connection: ConnectionID
        let message: [UInt8]
    }

    private var waiters: [Waiter] = []
    private var bytes = 0
    /// Those that are taken again do not wait a second time.
    private var isTakingAgain = false

    var hasRoom: Bool { !isTakingAgain && bytes < mostBytes }

    mutating func keep(_ message: UnsafeRawBufferPointer, of connection: ConnectionID, for issuer: String) {
        waiters.append(Waiter(issuer: issuer, connection: connection, message: Array(message)))
        bytes += message.count + 64
    }

    /// Those that waited for this issuer. Until `end`, none begins to wait.
    mutating func begin(with issuer: String) -> [(ConnectionID, message: [UInt8])] {
        isTakingAgain = true
        let ready = waiters.filter { $0.issuer == issuer }
        waiters.removeAll { $0.issuer == issuer }
        bytes = waiters.reduce(0) { $0 + $1.message.count + 64 }
        return ready.map { ($0.connection, $0.message) }
    }

    mutating func end() {
        isTakingAgain = false
    }
}

/// Of one shard's waiters: some thousand usual logins.
private let mostBytes = 4_194_304
