import Framing
import TestSupport
import Transport

/// An event of a connection, as the service was told it.
enum Happening: Equatable {
    case opened(ConnectionID)
    case deadline(ConnectionID)
    case closed(ConnectionID, CloseCode)
    /// The peer has got all bytes that were sent before then.
    case departed(ConnectionID, heardUntil: Int64)
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
        /// Nil: a test gives the responses, to those who are in `awaiting`.
        var page: [UInt8]? = Array("hello".utf8)
        /// With a status, the page is the path that was asked for.
        var status: HTTPStatus?
        /// All connections that ask for the page share it.
        var isPageShared = false
        var takesLongBodies = true
        /// Takes bodies in pieces; nil: there are none.
        var receiver: (@Sendable (TestService, ConnectionID) -> any BodyReceiver)?
        var bodiesMayPause = false
    }

    /// The shard owns its service, so it is there as long as the service is.
    private(set) unowned(unsafe) var shard: Shard!
    /// The most requests over HTTP of one turn.
    private(set) var mostInTurn = 0
    private var inTurn = 0
    private let script: Script
    private lazy var sharedPage = script.isPageShared ? Payload(unframed: script.page ?? [], isPermanent: true) : nil
    private var awaiting: [(id: ConnectionID, path: String)] = []
    private let diary: Log<Happening>
    private let policy = WebSocketUpgradePolicy(origins: .any, subprotocols: [], ignoresSubprotocols: true)

    init(_ script: Script, _ diary: Log<Happening>) {
        self.script = script
        self.diary = diary
    }

    /// Answers the first who awaits it with the path it has asked for. Returns that path.
    func answerFirst() -> String? {
        if awaiting.isEmpty { return nil }
        let (id, path) = awaiting.removeFirst()
        shard.answer(id, HTTPResponse(.ok, body: Array(path.utf8)))
        return path
    }

    func attach(to shard: Shard) {
        self.shard = shard
    }

    func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        inTurn += 1
        if let status = script.status { return HTTPResponse(status, body: Array(request.path.utf8)) }
        if let sharedPage { return HTTPResponse(HTTPResponseHead(.ok), sharedBody: sharedPage) }
        if let page = script.page { return HTTPResponse(.ok, body: page) }
        awaiting.append((connection.id, request.path))
        return nil
    }

    func refusal(ofBodyBehind request: HTTPRequest, on connection: Connection) -> HTTPResponse? {
        script.takesLongBodies ? nil : HTTPResponse(.unauthorized)
    }

    func receive(_ request: HTTPRequest, bytes: Int?, on connection: Connection) -> HTTPResponse? {
        guard let make = script.receiver, request.path != "/in/no" else { return HTTPResponse(.forbidden) }
        shard.bodies.begin(connection, to: make(self, connection.id), mayPause: script.bodiesMayPause)
        return nil
    }

    func upgradePolicy(for request: HTTPRequest, on connection: Connection) -> WebSocketUpgradePolicy? { policy }

    func opened(_ connection: Connection, by request: HTTPRequest) {
        shard.settle(connection)
        diary.add(.opened(connection.id))
    }

    func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection) {
        script.received(self, message, connection)
    }

    func timerFired() {}

    func turnEnds() {
        mostInTurn = max(mostInTurn, inTurn)
        inTurn = 0
    }

    func deadlinePassed(_ connection: Connection) {
        diary.add(.deadline(connection.id))
    }

    func closed(_ connection: Connection, code: CloseCode) {
        diary.add(.closed(connection.id, code))
        script.closed(self)
    }

    func departed(_ connection: Connection, heardUntil moment: Int64) {
        diary.add(.departed(connection.id, heardUntil: moment))
    }
}
