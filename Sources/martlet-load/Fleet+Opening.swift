import EventLoop
import Framing
import JSON

extension Fleet {
    /// Connections on their way to a session at the same time: few enough for any backlog, enough to keep a server busy.
    private static let openingAtOnce = 64

    /// Opens every user's session, up to the first failure.
    func open<S: Scenario>(_ scenario: inout S, while mayGoOn: () -> Bool) throws(SystemError) {
        connections.reserveCapacity(users.count)
        while open < users.count, failure == nil, mayGoOn() {
            while connections.count < min(users.count, open + Self.openingAtOnce) {
                let connection = try Connection(to: target, number: connections.count)
                try poller.add(connection.descriptor, [.input, .output], token: UInt64(connections.count))
                connections.append(connection)
            }
            turn(timeout: 100, &scenario)
        }
    }

    /// True when the connection is a WebSocket and `input` goes on with frames.
    func finishUpgrade<S: Scenario>(
        _ client: Int, _ request: WebSocketUpgradeRequest, _ input: inout UnsafeMutableRawBufferPointer,
        _ scenario: inout S
    ) -> Bool {
        let connection = connections[client]
        var rest = UnsafeRawBufferPointer(input)
        do {
            guard let response = try connection.response.next(&rest, limits: HTTPLimits()) else { return false }
            _ = try request.check(response)
        } catch {
            end(client, "no WebSocket: \(error)", &scenario)
            return false
        }
        input = UnsafeMutableRawBufferPointer(rebasing: input[(input.count - rest.count)...])
        connection.state = .opening
        self.request(0, "session.open", by: client) { data in
            data.field("user", users[client])
            data.field("device", "load")
            data.field("platform", "pc")
        }
        return true
    }

    /// The reply to `session.open` has the id 0, which no scenario uses; events may come before it.
    func finishOpening<S: Scenario>(_ client: Int, _ text: UnsafeRawBufferPointer, _ scenario: inout S) {
        var scanner = TextScanner(text)
        if scanner.skip(#"{"id":0,"ok":"#) {
            connections[client].state = .open
            open += 1
        } else if !scanner.skip(#"{"event":"#) {
            end(client, "no session: \(excerpt(text))", &scenario)
        }
    }
}
