import Framing

/// The use that a shard makes of its connections: the gateway, or a bare echo. All of it is called on the shard's queue.
public protocol Service: AnyObject {
    /// Told once, first of all. The shard owns the service, so the service keeps the shard `unowned`.
    func attach(to shard: Shard)
    /// Any HTTP request that does not ask for an upgrade. Nil: `Shard.answer` will be given the response, always.
    func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse?
    /// The head of a request whose long body is to come. The response if the body is not to be taken: then the connection ends.
    func refusal(ofBodyBehind request: HTTPRequest, on connection: Connection) -> HTTPResponse?
    /// The head of a request whose body is to be taken in pieces (`HTTPLimits.streamed`). `bytes`: its length; nil: it comes in
    /// chunks. Nil: the service has begun to take it (`Shard.bodies`); otherwise the connection ends with the response.
    func receive(_ request: HTTPRequest, bytes: Int?, on connection: Connection) -> HTTPResponse?
    /// How upgrades at this path are judged; nil: there is no WebSocket endpoint here.
    func upgradePolicy(for request: HTTPRequest, on connection: Connection) -> WebSocketUpgradePolicy?
    /// The handshake is done. `request` is the one that asked for it.
    func opened(_ connection: Connection, by request: HTTPRequest)
    /// A whole message. The bytes are good until the call returns.
    func received(_ message: UnsafeRawBufferPointer, isText: Bool, on connection: Connection)
    /// The deadline set by `Shard.setServiceDeadline` has passed.
    func deadlinePassed(_ connection: Connection)
    /// The moment set by `Shard.setServiceTimer` has come.
    func timerFired()
    /// All that has come has been handed over; what was queued leaves next.
    func turnEnds()
    /// An opened connection is over: either side has begun to close it, or it is gone. Told once; nothing else that it says is
    /// handed on, and nothing more can be sent to it, though bytes may still leave. `code` is the close code, 1006 if there
    /// was none.
    func closed(_ connection: Connection, code: CloseCode)
    /// It is known what of it the peer has had: what was sent before `moment` on the loop's clock. Told once, after `closed`:
    /// at once if the peer has closed, and otherwise when the peer has answered our close frame or is given up.
    func departed(_ connection: Connection, heardUntil moment: Int64)
}

/// A service implements `attach`, `upgradePolicy` and `received`, and of the others those that it has a use for.
extension Service {
    public func respond(to request: HTTPRequest, on connection: Connection) -> HTTPResponse? { HTTPResponse(.notFound) }
    public func refusal(ofBodyBehind request: HTTPRequest, on connection: Connection) -> HTTPResponse? { nil }
    public func receive(_ request: HTTPRequest, bytes: Int?, on connection: Connection) -> HTTPResponse? {
        HTTPResponse(.notFound)
    }
    public func opened(_ connection: Connection, by request: HTTPRequest) {}
    public func deadlinePassed(_ connection: Connection) {}
    public func timerFired() {}
    public func turnEnds() {}
    public func closed(_ connection: Connection, code: CloseCode) {}
    public func departed(_ connection: Connection, heardUntil moment: Int64) {}
}
