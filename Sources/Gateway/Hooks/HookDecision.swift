import ClientProtocol
import Curl
import JSON

/// The decision of the application's backend about a request.
enum HookDecision: Sendable {
    case allow
    case refuse(Refusal)
    /// The JSON text of an object that takes the place of the request's data.
    case replace([UInt8])
}

/// Why there is no decision, in words for the log.
struct HookFailure: Error {
    let reason: String
}

extension HookDecision {
    static let unanswered = Refusal(
        .unavailable, "the application's backend cannot decide about this now; nothing was done")
    static let tooMany = Refusal(.rateLimited, "the application's backend is deciding about enough of your requests")

    /// Reads the answer of a backend that has that power.
    init(_ reply: TransferReply, power: HookPower, document: JSONDocument) throws(HookFailure) {
        guard reply.status > 0, reply.failure.isEmpty else { throw HookFailure(reason: reply.failure) }
        guard reply.status == 200 else { throw HookFailure(reason: "the status is \(reply.status)") }
        guard reply.body.count <= Self.mostBytes else {
            throw HookFailure(reason: "the answer is longer than \(Self.mostBytes) bytes")
        }
        let answer: JSONValue
        do {
            answer = try document.parse(reply.body)
        } catch {
            throw HookFailure(reason: "the answer is not JSON: \(error)")
        }
        switch answer["action"]?.string {
        case "allow": self = .allow
        case "refuse": self = .refuse(try Self.refusal(answer))
        case "replace":
            guard case .replaces = power else { throw HookFailure(reason: "this operation's data cannot be replaced") }
            guard let data = answer["data"], data.kind == .object else {
                throw HookFailure(reason: "data must be an object")
            }
            self = .replace(Array(data.raw))
        default: throw HookFailure(reason: "action must be allow, refuse or replace")
        }
    }

    private static func refusal(_ answer: JSONValue) throws(HookFailure) -> Refusal {
        guard let code = answer["code"]?.int64, (0...2_147_483_647).contains(code) else {
            throw HookFailure(reason: "code must be an integer from 0 to 2147483647")
        }
        guard let message = answer["message"]?.string, message.utf8.count <= mostMessageBytes else {
            throw HookFailure(reason: "message must be a text of up to \(mostMessageBytes) bytes")
        }
        return Refusal(.app(Int(code)), message)
    }

    /// Of an answer.
    static let mostBytes = 65_536
}

private let mostMessageBytes = 1_024
