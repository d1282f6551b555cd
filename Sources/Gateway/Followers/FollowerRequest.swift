import ClientProtocol
import Domain
import Framing

/// `GET /v1/channels/{id}/events?token=…&lastEventID=…` (F-26), and the same of a conversation (N-12) or a room (L-31), where
/// the token stands in `Authorization` alone.
struct FollowerRequest {
    enum Subject {
        /// Nil: from what comes next.
        case channel(ChannelID, after: Seq?)
        case conversation(ConversationID, after: ConversationPosition?)
        case room(RoomID, after: RoomPosition)
    }

    struct Path {
        enum Kind: CaseIterable {
            case channel, conversation, room

            fileprivate var start: StaticString {
                switch self {
                case .channel: "/v1/channels/"
                case .conversation: "/v1/conversations/"
                case .room: "/v1/rooms/"
                }
            }
        }

        let kind: Kind
        /// As it stands in the path.
        fileprivate let id: String
        /// In the query. No URL opens a conversation, since proxies and browsers keep URLs.
        fileprivate var takesToken: Bool { kind == .channel }

        /// Nil: the request is for something else.
        init?(of request: HTTPRequest) {
            for kind in Kind.allCases {
                guard let rest = request.path(behind: kind.start), rest.hasSuffix("/events") else { continue }
                self.kind = kind
                id = String(rest.dropLast("/events".count))
                return
            }
            return nil
        }

        fileprivate func badParameter(_ name: String) -> HTTPFailure {
            let known = takesToken ? "the parameters are token and lastEventID" : "the parameter is lastEventID"
            return HTTPFailure(Refusal(.badRequest, "\(known), once each", keys: [name]))
        }
    }

    let subject: Subject
    /// For pages, whose event streams cannot send headers. No log has it: the gateway logs no query.
    var token: String?

    init(_ request: HTTPRequest, _ path: Path) throws(HTTPFailure) {
        var first: String?
        for parameter in request.query?.split(separator: "&") ?? [] {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = String(parts[1]).percentDecoded else {
                throw path.badParameter(String(parts[0]))
            }
            switch parts[0] {
            case "token" where path.takesToken && token == nil: token = value
            case "lastEventID" where first == nil: first = value
            default: throw path.badParameter(String(parts[0]))
            }
        }
        // A browser that comes again says by the header how far it is, behind the query of its first request.
        let header = request.headers.first(of: "last-event-id").flatMap { $0.isEmpty ? nil : $0 }
        subject = try Self.subject(path, after: header ?? first)
    }

    private static func subject(_ path: Path, after position: String?) throws(HTTPFailure) -> Subject {
        let id = path.id.percentDecoded
        switch path.kind {
        case .channel:
            guard let id = id.flatMap(ChannelID.init) else {
                throw HTTPFailure(Refusal(.noChannel, keys: ["channelID"]))
            }
            return .channel(id, after: try position.map { text throws(HTTPFailure) in try known(Seq(id: text)) })
        case .conversation:
            guard let id = id.flatMap(ConversationID.init) else {
                throw HTTPFailure(Refusal(.noTarget, keys: ["conversationID"]))
            }
            let after = try position.map { text throws(HTTPFailure) in try known(ConversationPosition(text)) }
            return .conversation(id, after: after)
        case .room:
            guard let id = id.flatMap(RoomID.init) else { throw HTTPFailure(Refusal(.noRoom, keys: ["roomID"])) }
            let after = try position.map { text throws(HTTPFailure) in try known(RoomPosition(text)) }
            return .room(id, after: after ?? RoomPosition())
        }
    }

    private static func known<Position>(_ position: Position?) throws(HTTPFailure) -> Position {
        guard let position else {
            throw HTTPFailure(Refusal(.badRequest, "Last-Event-ID is not the id of an event", keys: ["Last-Event-ID"]))
        }
        return position
    }
}

extension Seq {
    /// A number in the id of an event.
    init?(id text: some StringProtocol) {
        guard let number = Int64(text), (0...mostSeq).contains(number) else { return nil }
        self.init(rawValue: number)
    }
}

/// As for all numbers of the API: 2^53.
private let mostSeq: Int64 = 9_007_199_254_740_992
