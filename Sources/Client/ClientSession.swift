import Framing
import JSON

/// Requests and their replies over a WebSocket to the gateway; events that come meanwhile wait.
package final class ClientSession {
    package static let path = "/v1/ws"
    package static let subprotocol = "martlet.v1.json"

    package let connection: ClientConnection
    /// If there is one, requests go there, and events come here.
    package var api: HTTPAPI?
    /// Whether the next request goes to `api`, where every second one does. Nil: all do.
    package var isNextAtAPI: Bool?
    /// Sees each reply with its operation, and the data of each event with its name.
    package var witness: ((String, Reply) -> Void)?
    /// Is called before each request.
    package var beforeRequest: (() -> Void)?
    private var lastID: UInt64 = 0
    /// Replies that came while the client waited for something else.
    private var replies: [(id: UInt64?, reply: Reply)] = []
    private var events: [ServerEvent] = []
    private var end: (code: CloseCode?, reason: String)?

    package init(_ connection: ClientConnection) {
        self.connection = connection
    }

    /// `data` is the JSON text of an object. Returns the request's id.
    @discardableResult
    package func send(_ operation: String, _ data: String? = nil) throws(ClientError) -> UInt64 {
        lastID += 1
        var request = JSONWriter()
        request.object { json in
            json.field("id", lastID)
            json.field("op", operation)
            if var data { data.withUTF8 { json.field("data", raw: UnsafeRawBufferPointer($0)) } }
        }
        try connection.send(request.text)
        return lastID
    }

    package func request(
        _ operation: String, _ data: String? = nil, within patience: Duration? = nil
    ) throws(ClientError) -> Reply {
        beforeRequest?()
        if let api, HTTPAPI.serves(operation) {
            let isAtAPI = isNextAtAPI ?? true
            isNextAtAPI?.toggle()
            if isAtAPI { return try api.request(operation, data) }
        }
        let reply = try reply(to: try send(operation, data), within: patience)
        witness?(operation, reply)
        return reply
    }

    /// The reply to a request; nil: one whose id the gateway could not read.
    package func reply(to id: UInt64?, within patience: Duration? = nil) throws(ClientError) -> Reply {
        try wait(patience, for: "reply") { session in
            session.replies.firstIndex { $0.id == id }.map { session.replies.remove(at: $0).reply }
        }
    }

    /// The data of the next event of that name.
    package func event(_ name: String, within patience: Duration? = nil) throws(ClientError) -> JSONValue {
        try wait(patience, for: "event \(name)") { session in
            session.events.firstIndex { $0.name == name }.map { session.events.remove(at: $0).data }
        }
    }

    /// The events that wait, in the order in which they came.
    package func takeEvents() -> [ServerEvent] {
        defer { events.removeAll() }
        return events
    }

    /// The code that the gateway closes with; nil: its close frame had none, or there was none.
    package func closeCode(within patience: Duration? = nil) throws(ClientError) -> CloseCode? {
        let deadline = Deadline.after(patience ?? connection.channel.patience)
        while end == nil { try take(by: deadline, waitingFor: "close") }
        return end?.code
    }

    /// How many events of that name wait.
    package func waitingEvents(_ name: String) -> Int {
        events.count { $0.name == name }
    }

    private func wait<Wanted>(
        _ patience: Duration?, for awaited: String, _ find: (ClientSession) -> Wanted?
    ) throws(ClientError) -> Wanted {
        let deadline = Deadline.after(patience ?? connection.channel.patience)
        while true {
            if let found = find(self) { return found }
            if let end { throw .closed(end.code, reason: end.reason) }
            try take(by: deadline, waitingFor: awaited)
        }
    }

    private func take(by deadline: Deadline, waitingFor awaited: String) throws(ClientError) {
        switch try connection.receive(by: deadline, waitingFor: awaited) {
        case .text(let text):
            switch try ServerMessage(text) {
            case .reply(let id, let reply): replies.append((id, reply))
            case .event(let event):
                witness?(event.name, .ok(event.data))
                events.append(event)
            }
        case .closed(let code, let reason): end = (code, reason)
        case .ended: end = (nil, "the connection has ended")
        case .ping, .pong: break
        case .binary(let bytes): throw .badMessage("\(bytes.count) bytes that are not text")
        }
    }
}
