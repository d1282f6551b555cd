import JSON

/// Where the server has what (RFC 8555 §7.1.1).
struct ServerDirectory {
    private(set) var newNonce = ""
    private(set) var newAccount = ""
    private(set) var newOrder = ""

    init() {}

    init(_ json: JSONValue) throws(IssuanceFailure) {
        newNonce = try json.url("newNonce")
        newAccount = try json.url("newAccount")
        newOrder = try json.url("newOrder")
    }
}

/// RFC 8555 §7.1.3.
struct Order {
    private(set) var status = ""
    private(set) var authorizations: [String] = []
    private(set) var finalize = ""
    private(set) var certificate: String?
    /// The problem that the server has with it; empty: none.
    private(set) var problem = ""

    init() {}

    init(_ json: JSONValue) throws(IssuanceFailure) {
        status = json["status"]?.string ?? ""
        guard let list = json["authorizations"]?.elements, list.count <= mostObjects else {
            throw IssuanceFailure("the server's order has no list of authorizations")
        }
        authorizations = list.compactMap(\.string)
        finalize = try json.url("finalize")
        certificate = json["certificate"]?.string
        if let error = json["error"] { problem = ServerProblem(error).text }
    }
}

/// RFC 8555 §7.1.4.
struct Authorization {
    struct Challenge {
        let type: String
        let url: String
        let token: String
        /// The problem that the server has with it; empty: none.
        let problem: String
    }

    let status: String
    let host: String
    let challenges: [Challenge]

    init(_ json: JSONValue) throws(IssuanceFailure) {
        status = json["status"]?.string ?? ""
        host = json["identifier"]?["value"]?.string?.lowercased() ?? ""
        guard let list = json["challenges"]?.elements, list.count <= mostObjects else {
            throw IssuanceFailure("the server's authorization has no list of challenges")
        }
        challenges = list.compactMap { json in
            // Those of other kinds need no token.
            guard let type = json["type"]?.string, let url = json["url"]?.string else { return nil }
            let token = json["token"]?.string ?? ""
            guard Proof.isToken(token) || ChallengeKind(rawValue: type) == nil else { return nil }
            return Challenge(
                type: type, url: url, token: token, problem: json["error"].map { ServerProblem($0).text } ?? "")
        }
    }

    var failure: IssuanceFailure {
        let problem = challenges.first { !$0.problem.isEmpty }?.problem ?? "the server does not say why"
        let name = ServerProblem.harmless(host)
        return IssuanceFailure("the proof of \(name) is \(ServerProblem.harmless(status)): \(problem)")
    }
}

extension JSONValue {
    fileprivate func url(_ name: StaticString) throws(IssuanceFailure) -> String {
        guard let url = self[name]?.string, url.hasPrefix("https://") else {
            throw IssuanceFailure("the server's answer has no URL of https as \(name)")
        }
        return url
    }
}

private let mostObjects = 200
