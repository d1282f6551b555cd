import Framing
import TestSupport
import Transport

/// What became of a connection, as the service was told.
enum Happening: Equatable {
    case opened(ConnectionID)
    case deadline(ConnectionID)
    case closed(ConnectionID, CloseCode)
}

/// Echoes unless told otherwise, serves one page, and writes down what it is told.
final class TestService: Service {
    struct Script: Sendable {
        var received: @Sendable (TestService, UnsafeRawBufferPointer, Connection) -> Void = {
            service, message, connection in
            service.shard.send(.binary, message, to: connection)
        }
        /// Called when a connection has gone.
        var closed: @Sendable (TestService) -> Void = { _ in }
        var page: [UInt8] = Array("hello".utf8)
    }

    /// The shard owns its service, so it is there as long as the service is.
    private(set) unowned(unsafe) var shard: Shard!
    private let script: Script
    private let diary: Log<Happening>
    private let policy = WebSocketUpgradePolicy(origins: .any, subprotocols: [], ignoresSubprotocols: true)

    init(_ script: Script, _ diary: Log<Happening>) {
        self.script = script
        self.diary = diary
    }

    func attach(to shard: Shard) {
        self.shard = shard
    }

    func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse {
        HTTPResponse(.ok, body: script.page)
    }

    func upgradePolicy(for request: HTTPRequest) -> WebSocketUpgradePolicy? { policy }

    func opened(_ connection: Connection, by request: HTTPRequest) {
        shard.settle(connection)
        diary.add(.opened(connection.id))
    }

    func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        script.received(self, message, connection)
    }

    func timerFired() {}

    func turnEnds() {}

    func deadlinePassed(_ connection: Connection) {
        diary.add(.deadline(connection.id))
    }

    func closed(_ connection: Connection, code: CloseCode) {
        diary.add(.closed(connection.id, code))
        script.closed(self)
    }
}
