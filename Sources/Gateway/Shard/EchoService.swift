import EventLoop
import Framing
import Transport

/// Sends every message back as it came: for conformance suites and for measuring the engine alone.
package final class EchoService: Service {
    /// The shard owns its service, so it is there as long as the service is. Counting a reference for every message would be a
    /// fifth of an echo's time in user space.
    private var shard: Unmanaged<Shard>!
    private let policy: WebSocketUpgradePolicy

    package init() {
        policy = WebSocketUpgradePolicy(origins: .any, subprotocols: [], ignoresSubprotocols: true)
    }

    package func attach(to shard: Shard) {
        self.shard = .passUnretained(shard)
    }

    package func stop() {
        shard._withUnsafeGuaranteedRef { $0.loop.stop() }
    }

    package func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        HTTPResponse(.notFound, text: "This endpoint only echoes WebSocket messages.")
    }

    package func refusal(ofBodyBehind request: HTTPRequest, on connection: Connection) -> HTTPResponse? { nil }

    package func upgradePolicy(for request: HTTPRequest, on connection: Connection) -> WebSocketUpgradePolicy? {
        policy
    }

    package func opened(_ connection: Connection, by request: HTTPRequest) {
        shard._withUnsafeGuaranteedRef { $0.settle(connection) }
    }

    package func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        shard._withUnsafeGuaranteedRef { $0.send(isText ? .text : .binary, message, to: connection) }
    }

    package func turnEnds() {}

    package func timerFired() {
        preconditionFailure("the echo has set no timer")
    }

    package func deadlinePassed(_ connection: Connection) {
        preconditionFailure("the echo sets no deadlines")
    }

    package func closed(_ connection: Connection, code: CloseCode) {}

    package func departed(_ connection: Connection, heardUntil moment: Int64) {}
}
