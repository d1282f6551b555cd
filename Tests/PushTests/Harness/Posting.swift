import EventLoop
import Locking
import Push
import TestSupport

/// A courier to the providers on loopback, and the answers it has given.
final class Posting: Sendable {
    private struct State {
        var answers: [Answer] = []
        var openings = 0
    }

    let server: ProviderServer
    let courier: Courier
    private let state: Box

    private final class Box: Sendable {
        let monitor = Monitor(State())
    }

    init(
        to server: ProviderServer, _ provider: Provider, _ change: (inout CourierOptions) -> Void = { _ in }
    ) {
        var options = CourierOptions()
        options.authorities = server.path("authority.pem")
        change(&options)
        let state = Box()
        self.state = state
        self.server = server
        courier = Courier(
            provider, options: options,
            answered: { answers in
                state.monitor.withLock { $0.answers += answers }
                state.monitor.wakeAll()
            },
            hasRoom: {
                state.monitor.withLock { $0.openings += 1 }
                state.monitor.wakeAll()
            })
    }

    deinit {
        courier.stop()
    }

    /// The answers to these parcels, in their order.
    func send(_ parcels: [Parcel]) throws -> [Answer] {
        courier.send(parcels)
        let wanted = Set(parcels.map(\.id))
        let answers = state.monitor.wait(until: patience) { state in
            let found = state.answers.filter { wanted.contains($0.id) }
            return found.count == parcels.count ? found : nil
        }
        guard let answers else { throw Impatience(what: "no answers to \(parcels.count) parcels") }
        state.monitor.withLock { $0.answers.removeAll { wanted.contains($0.id) } }
        return answers.sorted { $0.id < $1.id }
    }

    func send(_ parcel: Parcel) throws -> Answer {
        try send([parcel])[0]
    }

    /// How often it said that it has room again.
    var openings: Int { state.monitor.withLock { $0.openings } }

    func waitForRoom() throws {
        let opened = state.monitor.wait(until: patience) { $0.openings > 0 ? true : nil }
        guard opened != nil else { throw Impatience(what: "no room") }
    }

    private var patience: Int64 { Clock.monotonicNanoseconds + 20_000_000_000 }
}

struct Impatience: Error {
    let what: String
}

extension Parcel {
    static func test(
        id: Int64 = 1, token: String = "c0ffee", text: String = "Alice: hello", badge: Int = 3, forced: Bool = false,
        message: String = "m1", expiresIn milliseconds: Int64 = 3_600_000, attempt: Int = 0
    ) -> Parcel {
        Parcel(
            id: id, token: token, text: text, badge: badge, forced: forced, conversation: "c2c_alice",
            message: message, user: "bob", sentAt: Clock.wall, expiresAt: Clock.wall + milliseconds, attempt: attempt)
    }
}

extension Outcome {
    /// Nil if it is not to be tried again.
    var wait: Int? {
        if case .later(let milliseconds) = self { milliseconds } else { nil }
    }
}
