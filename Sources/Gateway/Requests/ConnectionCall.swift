import ClientProtocol
import EventLoop
import JSON
import Meters
import Routing
import Transport

/// A request about the connection that it came on, or its session, with what its handler may touch there.
struct ConnectionCall {
    let request: Request
    let gateway: ShardGateway
    let connection: Connection
    /// The request's own number.
    let id: UInt64
    /// The operation's place in the metrics.
    let index: Int
    /// Monotonic nanoseconds.
    let began: Int64
    /// Nil: the request belongs to no trace.
    let trace: RequestTrace?

    func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
        try request(parameter)
    }

    /// For a reply that comes later.
    func pending(login: SessionID? = nil) -> PendingReply {
        PendingReply(
            asker: .message(on: connection.id), number: id, operation: index, began: began, login: login, trace: trace)
    }

    /// Every call replies exactly once: by this, by a login's reply, or by throwing a refusal.
    func reply(_ result: (inout JSONWriter) -> Void) {
        gateway.link.send(to: connection) { $0.reply(to: id, result) }
        gateway.link.metrics.requests.record(
            operation: index, .ok, nanoseconds: Int(Clock.monotonicNanoseconds - began))
        trace?.end(request.operation.name, began: began, .ok, nil)
    }
}
