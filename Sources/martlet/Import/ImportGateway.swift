import Client
import Commands
import Framing
import Glibc
import JSON

/// One operation of the gateway, about one thing or about a list of them.
struct ImportCall {
    let operation: String
    /// The members of the data before the list, without braces.
    let members: String
    /// The member that is a list, and its elements as JSON.
    var list: (name: String, elements: [String])?
    /// A repeat within the gateway's `messages.retryHours` does nothing.
    var key: String?
    /// The user in whose name it is asked.
    var user: String?
    /// The subject of the call, for the report.
    let subject: String

    /// About how many bytes it has.
    var bytes: Int { (list?.elements ?? []).reduce(members.utf8.count + 100) { $0 + $1.utf8.count + 1 } }

    /// As an element of a batch's `calls`.
    fileprivate var text: String {
        var json = JSONWriter()
        json.object { json in
            json.field("op", operation)
            if let key { json.field("key", key) }
            if let user { json.field("as", user) }
        }
        var data = members
        if let list {
            data += (data.isEmpty ? "" : ",") + "\"\(list.name)\":[\(list.elements.joined(separator: ","))]"
        }
        return json.text.dropLast() + ",\"data\":{\(data)}}"
    }
}

/// The gateway that an import writes to. It waits for one that is busy or away.
final class ImportGateway {
    /// The most calls in a request: `api.callsPerBatch` by default.
    static let calls = 100
    static let tries = 60

    private let endpoint: Endpoint
    private let options: Channel.Options
    private let headers: [HTTPHeader]
    private var api: HTTPAPI?

    init(_ endpoint: Endpoint, _ options: Channel.Options, key: String) {
        self.endpoint = endpoint
        self.options = options
        headers = [HTTPHeader("Martlet-Key", key)]
    }

    /// One reply for each call, in order. A call after one that has to wait is carried out again: all can be.
    func send(_ calls: [ImportCall]) throws -> [Reply] {
        var replies: [Reply] = []
        var failures = 0
        while replies.count < calls.count {
            let (more, problem) = try exchange(calls[replies.count...])
            replies += more
            failures = more.isEmpty ? failures + 1 : 0
            guard replies.count < calls.count else { break }
            guard failures < Self.tries else {
                throw CommandFailure(reason: "\(endpoint): \(problem)", exitCode: ExitCode.unavailable)
            }
            if !problem.isEmpty { sleep(1) }
        }
        return replies
    }

    /// The replies up to the first that says "later", and what has kept the others.
    private func exchange(_ calls: ArraySlice<ImportCall>) throws -> (replies: [Reply], problem: String) {
        let batch = "{\"calls\":[\(calls.map(\.text).joined(separator: ","))]}"
        let answer: (reply: Reply, response: HTTPClientResponse)
        do throws(ClientError) {
            answer = try connection().exchange("batch", batch)
        } catch {
            api = nil
            return ([], "\(error)")
        }
        switch answer.reply {
        case .error(let error) where error.isTemporary: return ([], "\(error)")
        case .error(let error):
            let isForbidden = [401, 403].contains(answer.response.status)
            throw CommandFailure(
                reason: "\(endpoint): \(error)", exitCode: isForbidden ? ExitCode.noPermission : ExitCode.failure)
        case .ok(let result): return Self.replies(in: result)
        }
    }

    private static func replies(in result: JSONValue) -> (replies: [Reply], problem: String) {
        var replies: [Reply] = []
        guard let elements = result["results"]?.elements else { return ([], "the reply has no results") }
        for element in elements {
            if let ok = element["ok"] {
                replies.append(.ok(ok))
            } else if let error = element["error"].flatMap({ ServerError($0) }) {
                if error.isTemporary { return (replies, "\(error)") }
                // The results so far are as long as a reply may be: the rest goes into the next request.
                if error.system == "gw" && error.code == 1007 && !replies.isEmpty { return (replies, "") }
                replies.append(.error(error))
            }
        }
        return (replies, "")
    }

    private func connection() throws(ClientError) -> HTTPAPI {
        if let api { return api }
        let made = HTTPAPI(try HTTPConnection(endpoint, options), headers: headers)
        api = made
        return made
    }
}

extension ServerError {
    /// Too many requests at once, or a store that cannot be written at present.
    fileprivate var isTemporary: Bool { system == "gw" && [1003, 1008].contains(code) }
}
