import Domain
import EventLoop
import Push
import TestSupport

/// A provider client to the providers on loopback, and the answers it has given.
final class Posting: Sendable {
    private struct State {
        var answers: [PushResult] = []
        var openings = 0
    }

    let server: ProviderServer
    let client: ProviderClient
    private let state: Monitor<State>

    init(
        to server: ProviderServer, _ provider: Provider, _ change: (inout ProviderClientOptions) -> Void = { _ in }
    ) throws {
        var options = ProviderClientOptions()
        options.authorities = server.path("authority.pem")
        change(&options)
        let state = Monitor(State())
        self.state = state
        self.server = server
        client = try ProviderClient(
            provider, options: options,
            answered: { answers in
                state.withLock { $0.answers += answers }
                state.wakeAll()
            },
            hasRoom: {
                state.withLock { $0.openings += 1 }
                state.wakeAll()
            })
    }

    deinit {
        client.stop()
    }

    /// The answers to these pushes, in their order.
    func send(_ pushRequests: [PushRequest]) throws -> [PushResult] {
        client.send(pushRequests)
        let wanted = Set(pushRequests.map(\.id))
        let answers = state.wait(until: patience) { state in
            let found = state.answers.filter { wanted.contains($0.id) }
            return found.count == pushRequests.count ? found : nil
        }
        guard let answers else { throw Impatience(what: "no answers to \(pushRequests.count) parcels") }
        state.withLock { $0.answers.removeAll { wanted.contains($0.id) } }
        return answers.sorted { $0.id < $1.id }
    }

    func send(_ pushRequest: PushRequest) throws -> PushResult {
        try send([pushRequest])[0]
    }

    /// How often it said that it has room again.
    var openings: Int { state.withLock { $0.openings } }

    func waitForRoom() throws {
        let opened = state.wait(until: patience) { $0.openings > 0 ? true : nil }
        guard opened != nil else { throw Impatience(what: "no room") }
    }

    private var patience: Int64 { Clock.monotonicNanoseconds + 20_000_000_000 }
}

struct Impatience: Error {
    let what: String
}

extension PushRequest {
    /// `text`: both the body and the line that has the title, too.
    static func test(
        id: Int64 = 1, token: String = "c0ffee", title: String = "Alice", text: String? = nil, badge: Int = 3,
        forced: Bool = false, pushClass: PushClass = .chat, payload: PushPayload = PushPayload(),
        message: String = "m1", ticket: String? = nil, replacement: PushReplacement? = nil,
        expiresIn time: Milliseconds = 3_600_000, attempt: Int = 0
    ) -> PushRequest {
        PushRequest(
            id: id, token: token, text: text ?? "Alice: hello",
            content: PushContent(title: title, body: text ?? "hello"), plain: PushContent(body: "New message"),
            pushClass: pushClass, badge: badge, forced: forced, payload: payload, conversation: "c2c_alice",
            message: message, user: "bob", replacement: replacement, ticket: ticket, sentAt: Milliseconds(Clock.wall),
            expiresAt: Milliseconds(Clock.wall) + time, attempt: attempt)
    }
}

extension PushOutcome {
    /// Nil if it is not to be tried again.
    var wait: Int? {
        if case .later(let milliseconds) = self { milliseconds } else { nil }
    }
}
