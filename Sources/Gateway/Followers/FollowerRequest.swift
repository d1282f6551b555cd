import ClientProtocol
import Domain
import Framing

/// `GET /v1/channels/{id}/events?token=…&lastEventID=…` (F-26).
struct FollowerRequest {
    static let pathStart: StaticString = "/v1/channels/"
    static let pathEnd = "/events"

    let channel: ChannelID
    /// For pages, whose event streams cannot send headers. No log has it: the gateway logs no query.
    var token: String?
    /// Nil: from what comes next.
    private(set) var after: Seq?

    /// `channel`: as it stands in the path.
    init(_ request: HTTPRequest, in channel: String) throws(HTTPFailure) {
        guard let id = channel.percentDecoded.flatMap(ChannelID.init) else {
            throw HTTPFailure(Refusal(.noChannel, keys: ["channelID"]))
        }
        self.channel = id
        var first: String?
        for parameter in request.query?.split(separator: "&") ?? [] {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = String(parts[1]).percentDecoded else {
                throw Self.badParameter(String(parts[0]))
            }
            switch parts[0] {
            case "token" where token == nil: token = value
            case "lastEventID" where first == nil: first = value
            default: throw Self.badParameter(String(parts[0]))
            }
        }
        // A browser that comes again says by the header how far it is, behind the query of its first request.
        let header = request.headers.first(of: "last-event-id").flatMap { $0.isEmpty ? nil : $0 }
        after = try (header ?? first).map { text throws(HTTPFailure) in try Self.seq(text) }
    }

    private static func seq(_ text: String) throws(HTTPFailure) -> Seq {
        guard let number = Int64(text), (0...mostSeq).contains(number) else {
            throw HTTPFailure(
                Refusal(.badRequest, "Last-Event-ID is not the id of a message", keys: ["Last-Event-ID"]))
        }
        return Seq(rawValue: number)
    }

    private static func badParameter(_ name: String) -> HTTPFailure {
        HTTPFailure(Refusal(.badRequest, "the parameters are token and lastEventID, once each", keys: [name]))
    }
}

/// As for all numbers of the API: 2^53.
private let mostSeq: Int64 = 9_007_199_254_740_992
