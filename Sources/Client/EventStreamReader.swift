import Framing

/// Server-sent events, as they come on a connection of their own. The response has no length: it lasts until either side ends it.
package final class EventStreamReader {
    package struct Event: Equatable {
        package var type = ""
        package var data = ""
    }

    private let channel: Channel
    /// The `Last-Event-ID` with which to go on.
    package private(set) var lastID: String?
    private var rest: [UInt8] = []

    package init(
        _ endpoint: Endpoint, _ options: Channel.Options, target: String, headers: [HTTPHeader]
    ) throws(ClientError) {
        channel = try Channel(endpoint, options)
        let http = HTTPConnection(channel)
        let response = try http.begin(.get, target, headers: headers)
        guard response.status == 200 else { throw .refused(response) }
    }

    /// Waits for the next event; nil: the server has ended the response.
    package func next(within patience: Duration) throws(ClientError) -> Event? {
        while let lines = try block(within: patience) {
            var event = Event()
            var data: [Substring] = []
            for line in lines {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = parts.count < 2 ? "" : parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]
                switch parts[0] {
                case "id": lastID = String(value)
                case "event": event.type = String(value)
                case "data": data.append(value)
                default: break
                }
            }
            event.data = data.joined(separator: "\n")
            // Without data it says how far the stream has come.
            if !data.isEmpty { return event }
        }
        return nil
    }

    /// The lines up to the next empty one.
    private func block(within patience: Duration) throws(ClientError) -> [Substring]? {
        while true {
            if let end = rest.firstRange(of: [10, 10]) {
                let text = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                rest.removeFirst(end.upperBound)
                return text.split(separator: "\n")
            }
            let bytes = try channel.read(within: patience)
            if bytes.isEmpty { return nil }
            rest += bytes
        }
    }
}
