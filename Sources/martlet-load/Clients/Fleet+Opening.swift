import EventLoop
import Framing
import JSON

extension Fleet {
    /// Connections on their way to a session at the same time: few enough for any backlog, enough to keep a server busy.
    private static let openingAtOnce = 64
    /// With more sockets to read than that, those who are there have much to hear, and would not be heard in time.
    private static let busy = 256

    /// Opens every user's session, up to the first failure.
    func open<S: Scenario>(_ scenario: inout S, while mayGoOn: () -> Bool) {
        isOpening = true
        defer { isOpening = false }
        var begun = 0
        while open < users.count, failure == nil, mayGoOn() {
            while ready < Self.busy, begun < min(users.count, open + Self.openingAtOnce) {
                come(begun)
                begun += 1
            }
            turn(timeout: 100, &scenario)
        }
    }

    /// True when the connection is a WebSocket and `input` goes on with frames.
    func finishUpgrade<S: Scenario>(
        _ client: Int, _ connection: Connection, _ input: inout UnsafeMutableRawBufferPointer, _ scenario: inout S
    ) -> Bool {
        var rest = UnsafeRawBufferPointer(input)
        do {
            guard let response = try connection.response.next(&rest, limits: HTTPLimits()) else { return false }
            try connection.check(response)
        } catch {
            end(client, "no WebSocket: \(error)", &scenario)
            return false
        }
        input = UnsafeMutableRawBufferPointer(rebasing: input[(input.count - rest.count)...])
        guard scenario.hasSessions else {
            opened(client, connection, reply: UnsafeRawBufferPointer(start: nil, count: 0), &scenario)
            return connection.state == .open
        }
        connection.state = .opening
        self.request(0, "session.open", by: client) { data in
            target.identity.introduce(users[client], to: &data)
            data.field("device", "load")
            data.field("platform", "pc")
            scenario.introduce(client, &data)
        }
        return true
    }

    /// The reply to `session.open` has the id 0, which no scenario uses; events may come before it.
    func finishOpening<S: Scenario>(
        _ client: Int, _ connection: Connection, _ text: UnsafeRawBufferPointer, _ scenario: inout S
    ) {
        var scanner = TextScanner(text)
        if scanner.skip(#"{"id":0,"ok":"#) {
            opened(client, connection, reply: text, &scenario)
        } else if !scanner.skip(#"{"event":"#) {
            end(client, "no session: \(excerpt(text))", &scenario)
        }
    }

    private func opened<S: Scenario>(
        _ client: Int, _ connection: Connection, reply: UnsafeRawBufferPointer, _ scenario: inout S
    ) {
        connection.state = .open
        open += 1
        scenario.opened(client, reply: reply, at: now, self)
    }
}
