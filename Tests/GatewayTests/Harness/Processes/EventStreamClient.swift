import Bytes
import Client
import Testing

/// A client that reads events over HTTP on a socket of its own, byte by byte as RFC 9112 and the standard of server-sent events
/// have it.
final class EventStreamClient {
    struct Event: Equatable {
        var id = ""
        var type = ""
        var data = ""
    }

    let channel: Channel
    let status: Int
    let head: String
    /// What a client would send as `Last-Event-ID`.
    private(set) var lastID = ""
    private(set) var comments = 0
    private(set) var retry: String?
    private var rest: [UInt8] = []

    /// A backend that hears its events.
    convenience init(
        _ gateway: GatewayProcess, after: String? = nil, types: String? = nil, about: String? = nil,
        key: String? = nil, _ options: Channel.Options? = nil
    ) throws {
        let wanted = [types.map { "types=\($0)" }, about.map { "about=\($0)" }].compactMap(\.self)
        try self.init(
            gateway, at: "/v1/api/events" + (wanted.isEmpty ? "" : "?" + wanted.joined(separator: "&")),
            ["Martlet-Key: \(key ?? gateway.keys.adminKey)"], after: after, options)
    }

    /// A user who follows a channel. `place`: the id as it stands in the path.
    convenience init(
        _ gateway: GatewayProcess, in place: String, by user: String = "alice", token: String? = nil,
        after: Int? = nil, _ options: Channel.Options? = nil
    ) throws {
        try self.init(
            gateway, at: "/v1/channels/\(place)/events",
            ["Authorization: Bearer \(token ?? gateway.token(user))"], after: after.map(String.init), options)
    }

    init(
        _ gateway: GatewayProcess, at target: String, _ headers: [String], after: String? = nil,
        _ options: Channel.Options? = nil
    ) throws {
        channel = try Channel(gateway.nextEndpoint(), options ?? gateway.channelOptions)
        var lines = ["GET \(target) HTTP/1.1", "Host: h", "Accept: text/event-stream"] + headers
        if let after { lines.append("Last-Event-ID: \(after)") }
        try channel.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        let end = Array("\r\n\r\n".utf8)
        var found: Range<Int>?
        while found == nil {
            let bytes = try channel.read()
            if bytes.isEmpty { throw Overdue(description: "the connection ended before a response") }
            rest += bytes
            found = rest.firstRange(of: end)
        }
        let headEnd = try #require(found)
        head = String(decoding: rest[..<headEnd.lowerBound], as: UTF8.self)
        rest.removeFirst(headEnd.upperBound)
        status = try #require(head.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    /// The next block of lines; nil: the response has ended.
    private func block(within patience: Duration) throws -> [String]? {
        while true {
            if let end = rest.firstRange(of: [10, 10]) {
                let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                rest.removeFirst(end.upperBound)
                return lines.split(separator: "\n").map(String.init)
            }
            let bytes = try channel.read(within: patience)
            if bytes.isEmpty { return nil }
            rest += bytes
        }
    }

    /// Nil: the response has ended. An event without data is none: it says how far the stream has come.
    func takeBlock(within patience: Duration = ample) throws -> Event? {
        guard let lines = try block(within: patience) else { return nil }
        var event = Event()
        var data: [String] = []
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let value = parts.count > 1 && parts[1].hasPrefix(" ") ? String(parts[1].dropFirst()) : parts.last ?? ""
            switch parts[0] {
            case "": comments += 1
            case "id": lastID = value
            case "event": event.type = value
            case "data": data.append(value)
            case "retry": retry = value
            default: Issue.record("an unknown field: \(line)")
            }
        }
        (event.id, event.data) = (lastID, data.joined(separator: "\n"))
        return event
    }

    /// Nil: the response has ended.
    func next(within patience: Duration = ample) throws -> Event? {
        while let event = try takeBlock(within: patience) {
            if !event.data.isEmpty { return event }
        }
        return nil
    }

    func take(_ count: Int) throws -> [Event] {
        try (0..<count).map { _ in try #require(try next(), "the stream ended") }
    }

    /// Reads to the end of the response.
    func takeAll() throws -> [Event] {
        var events: [Event] = []
        while let event = try next() { events.append(event) }
        return events
    }

    /// Waits for the opening lines, which say where the stream begins.
    func awaitBeginning() throws {
        while retry == nil { _ = try #require(try takeBlock()) }
    }
}
