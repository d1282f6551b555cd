import Foundation
import MartletClient
import MartletLinux
import Testing

extension Gateway {
    /// Another device of a user, without a facade.
    func connect(_ user: String) async throws -> Client {
        let client = Client(url: url, user: user, device: "desk", transport: LinuxTransport()) { _ in
            try self.token(user)
        }
        try await client.connect()
        return client
    }
}

/// What a delegate was told, or what else came.
final class Log: @unchecked Sendable {
    private let isOnMain: Bool
    private let lock = NSLock()
    private var lines: [String] = []

    init(isOnMain: Bool = true) {
        self.isOnMain = isOnMain
    }

    func add(_ line: String) {
        dispatchPrecondition(condition: isOnMain ? .onQueue(.main) : .notOnQueue(.main))
        lock.withLock { lines.append(line) }
    }

    var all: [String] { lock.withLock { lines } }

    /// Waits until these lines have come, in this order.
    func wait(for wanted: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for _ in 0..<400 {
            if all.contains(inOrder: wanted) { return }
            try await Task.sleep(nanoseconds: 25_000_000)
        }
        Issue.record("\(wanted) did not come, but \(all)", sourceLocation: sourceLocation)
    }
}

extension [String] {
    fileprivate func contains(inOrder wanted: [String]) -> Bool {
        var rest = self[...]
        return wanted.allSatisfy { line in
            guard let place = rest.firstIndex(of: line) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
    }
}

func until(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<400 {
        if try await condition() { return }
        try await Task.sleep(nanoseconds: 25_000_000)
    }
    Issue.record("it did not come true", sourceLocation: sourceLocation)
}

/// Runs what waits on a thread that may wait.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
        DispatchQueue.global().async { done.resume(returning: body()) }
    }
}
