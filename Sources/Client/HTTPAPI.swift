import Framing
import JSON

/// Requests and their replies over HTTP, one after the other on one connection.
package final class HTTPAPI {
    package static let path = "/v1/api/"

    private let http: HTTPConnection
    /// Sees each reply with its operation.
    package var witness: ((String, Reply) -> Void)?
    /// Is called before each request.
    package var beforeRequest: (() -> Void)?
    /// The caller: `Authorization`, or `Martlet-Key` with or without `Martlet-As`.
    private let headers: [HTTPHeader]
    /// The members of a JSON object by which a session would name itself where an operation needs its device.
    package var device: String?
    private static let needingDevice = [
        "push.register", "push.unregister", "call.invite", "call.accept", "call.reject",
    ]

    package init(_ http: HTTPConnection, headers: [HTTPHeader]) {
        self.http = http
        self.headers = headers
    }

    /// `data` is the JSON text of an object.
    package func request(_ operation: String, _ data: String? = nil) throws(ClientError) -> Reply {
        var data = data
        if Self.needingDevice.contains(operation), let device {
            let members = (data ?? "{}").dropFirst()
            if members == "}" {
                data = "{\(device)}"
            } else if !members.contains("\"device\"") {
                data = "{\(device), \(members)"
            }
        }
        let (reply, _) = try exchange(operation, data)
        return reply
    }

    /// The reply, and the response that it came in. `more` are headers of this request alone.
    package func exchange(
        _ operation: String, _ data: String? = nil, headers more: [HTTPHeader] = []
    ) throws(ClientError) -> (reply: Reply, response: HTTPClientResponse) {
        beforeRequest?()
        let type = data == nil ? [] : [HTTPHeader("Content-Type", "application/json")]
        let response = try http.request(
            .post, Self.path + operation, headers: headers + type + more, body: Array((data ?? "").utf8))
        guard case .reply(_, let reply) = try ServerMessage(response.text) else { throw .badMessage(response.text) }
        witness?(operation, reply)
        return (reply, response)
    }

    /// Operations about a session are asked for on its own connection.
    static func serves(_ operation: String) -> Bool {
        ![
            "session.open", "session.refresh", "session.close", "stream.ack", "room.enter", "room.leave",
            "conversation.watch",
        ].contains(operation)
    }
}
