import Bytes
import JSON
import Security

/// One attempt to get a certificate (RFC 8555 §7), from the directory to the chain, as a value: it says what to do, and is told
/// what came of it. It has neither socket nor clock.
package struct Issuance: Sendable {
    package struct Wish: Sendable {
        package let directory: String
        /// DNS names in lower case.
        package let hosts: [String]
        package let email: String?
        /// Those that this server can answer, the best one first.
        package let challenges: [ChallengeKind]
        package let externalAccount: ExternalAccount?

        package init(
            directory: String, hosts: [String], email: String?, challenges: [ChallengeKind],
            externalAccount: ExternalAccount?
        ) {
            self.directory = directory
            self.hosts = hosts
            self.email = email
            self.challenges = challenges
            self.externalAccount = externalAccount
        }
    }

    package enum Step: Equatable, Sendable {
        /// Then `take` the answer.
        case ask(ServerRequest)
        /// Have the proofs in place, then `resume`.
        case prove([Proof])
        /// Then `resume`.
        case wait(seconds: Int)
        /// A chain in PEM, the server's own certificate first.
        case done(chain: String)
        case failed(IssuanceFailure)
    }

    /// The answer that the issuance waits for.
    private enum Stage {
        case directory
        case account
        case contact
        case order
        /// One after the other, each is read; those that wait for a proof are gathered.
        case authorization(Int)
        case proving
        /// The server is told that it may look at this one.
        case challenge(Int)
        case validation(Int)
        case readiness
        case finalization
        case completion
        case certificate
        case over
    }

    private struct Signed {
        let url: String
        let payload: String
        let isByKey: Bool
    }

    private struct Challenge {
        let url: String
        let authorization: String
        let proof: Proof
    }

    private let wish: Wish
    private let account: AccountKey
    /// The request for the certificate's own key, in DER.
    private let certificateRequest: [UInt8]
    private var directory = ServerDirectory()
    private var stage = Stage.directory
    /// The last one that the server has given; each is good once.
    private var nonce: String?
    private var sent: Signed?
    private var isNonceAwaited = false
    private var refusedNonces = 0
    private var accountURL = ""
    private var orderURL = ""
    private var order = Order()
    private var challenges: [Challenge] = []
    private var secondsWaited = 0

    package init(_ wish: Wish, _ account: AccountKey, certificateRequest: [UInt8]) {
        precondition(!wish.hosts.isEmpty && !wish.challenges.isEmpty, "a certificate for nothing, or by nothing")
        self.wish = wish
        self.account = account
        self.certificateRequest = certificateRequest
    }

    package func begin() -> Step { .ask(ServerRequest(url: wish.directory, body: nil)) }

    /// The answer to what was asked.
    package mutating func take(_ answer: ServerAnswer) -> Step {
        let taken = answer.nonce.flatMap { $0.isEmpty ? nil : $0 }
        if let taken { nonce = taken }
        do throws(IssuanceFailure) {
            if isNonceAwaited {
                isNonceAwaited = false
                guard taken != nil else { throw IssuanceFailure("the server gives no nonce: status \(answer.status)") }
                return try sendAgain()
            }
            if let step = try refused(answer) { return step }
            return try accepted(answer)
        } catch {
            stage = .over
            return .failed(error)
        }
    }

    /// The wait is over, or the proofs are in place.
    package mutating func resume() -> Step {
        do throws(IssuanceFailure) {
            switch stage {
            case .proving: return try prove(0)
            case .validation(let place): return try send("", to: challenges[place].authorization)
            case .readiness, .completion: return try send("", to: orderURL)
            default: preconditionFailure("an issuance that waits for \(stage) was resumed")
            }
        } catch {
            stage = .over
            return .failed(error)
        }
    }

    // MARK: - Asking

    private mutating func send(_ payload: String, to url: String, byKey: Bool = false) throws(IssuanceFailure) -> Step {
        // RFC 8555 §6.1.
        guard url.hasPrefix("https://") else {
            throw IssuanceFailure("the server names a URL that is not of https: \(ServerProblem.harmless(url))")
        }
        sent = Signed(url: url, payload: payload, isByKey: byKey)
        return try sendAgain()
    }

    /// With the next nonce; without one it is asked for first (RFC 8555 §7.2).
    private mutating func sendAgain() throws(IssuanceFailure) -> Step {
        guard let sent else { preconditionFailure("there is nothing to send again while \(stage)") }
        guard let nonce else {
            isNonceAwaited = true
            return .ask(ServerRequest(url: directory.newNonce, body: nil))
        }
        self.nonce = nil
        let name = sent.isByKey ? AccountKey.Name.key : .account(accountURL)
        return .ask(
            ServerRequest(url: sent.url, body: account.sign(sent.payload, for: sent.url, as: name, nonce: nonce)))
    }

    /// Nil: it was not refused. A nonce that the server does not take any more is no failure (RFC 8555 §6.5).
    private mutating func refused(_ answer: ServerAnswer) throws(IssuanceFailure) -> Step? {
        if 200..<300 ~= answer.status { return nil }
        let problem = ServerProblem(Self.json(answer.body))
        if problem.isBadNonce, sent != nil, refusedNonces < mostRefusedNonces {
            refusedNonces += 1
            return try sendAgain()
        }
        let isRateLimit = problem.isRateLimit || answer.status == 429
        throw IssuanceFailure(
            "the server refuses \(what) with \(answer.status) \(problem.text)", isRateLimit: isRateLimit,
            retryAfterSeconds: answer.retryAfterSeconds)
    }

    private var what: String {
        switch stage {
        case .directory: "the directory"
        case .account, .contact: "the account"
        case .order: "the order"
        case .authorization, .validation: "to show an authorization"
        case .proving, .challenge: "to look at a proof"
        case .readiness, .completion: "to show the order"
        case .finalization: "the request for the certificate"
        case .certificate: "the certificate"
        case .over: "nothing"
        }
    }

    // MARK: - Answers

    private mutating func accepted(_ answer: ServerAnswer) throws(IssuanceFailure) -> Step {
        if case .certificate = stage { return try finish(answer.body) }
        guard let json = Self.json(answer.body), json.kind == .object else {
            throw IssuanceFailure("the server's answer about \(what) is no JSON object")
        }
        switch stage {
        case .directory:
            directory = try ServerDirectory(json)
            stage = .account
            return try send(newAccount, to: directory.newAccount, byKey: true)
        case .account: return try takeAccount(answer, json)
        case .contact: return try askForOrder()
        case .order:
            guard let location = answer.location else { throw IssuanceFailure("the server names no order") }
            orderURL = location
            order = try Order(json)
            challenges = []
            return try readAuthorization(0)
        case .authorization(let place): return try takeAuthorization(place, json)
        case .challenge(let place): return try prove(place + 1)
        case .validation(let place): return try takeValidation(place, answer, json)
        case .readiness, .finalization, .completion: return try takeOrder(answer, json)
        case .proving, .certificate, .over: preconditionFailure("an answer came while \(stage)")
        }
    }

    /// Also finds the account that the key has already (RFC 8555 §7.3.1).
    private var newAccount: String {
        var json = JSONWriter()
        json.object { json in
            json.field("termsOfServiceAgreed", true)
            writeContact(to: &json)
            if let external = wish.externalAccount {
                let binding = account.bind(to: external, for: directory.newAccount)
                json.key("externalAccountBinding")
                binding.withUnsafeBytes { json.value(raw: $0) }
            }
        }
        return json.text
    }

    private func writeContact(to json: inout JSONWriter) {
        json.array("contact") { json in
            if let email = wish.email { json.value("mailto:\(email)") }
        }
    }

    private mutating func takeAccount(_ answer: ServerAnswer, _ json: JSONValue) throws(IssuanceFailure) -> Step {
        guard let location = answer.location else { throw IssuanceFailure("the server names no account") }
        if let status = json["status"]?.string, status != "valid" {
            throw IssuanceFailure("the account is \(ServerProblem.harmless(status))")
        }
        accountURL = location
        let known = json["contact"]?.elements.map { $0.compactMap(\.string) } ?? []
        // 201: it was made as it is wanted.
        guard answer.status == 200, known != wish.email.map({ ["mailto:\($0)"] }) ?? [] else {
            return try askForOrder()
        }
        stage = .contact
        var change = JSONWriter()
        change.object { writeContact(to: &$0) }
        return try send(change.text, to: accountURL)
    }

    private mutating func askForOrder() throws(IssuanceFailure) -> Step {
        stage = .order
        var json = JSONWriter()
        json.object { json in
            json.array("identifiers") { json in
                for host in wish.hosts {
                    json.object { json in
                        json.field("type", "dns" as StaticString)
                        json.field("value", host)
                    }
                }
            }
        }
        return try send(json.text, to: directory.newOrder)
    }

    // MARK: - Authorizations

    private mutating func readAuthorization(_ place: Int) throws(IssuanceFailure) -> Step {
        if place < order.authorizations.count {
            stage = .authorization(place)
            return try send("", to: order.authorizations[place])
        }
        guard !challenges.isEmpty else { return try look() }
        stage = .proving
        return .prove(challenges.map(\.proof))
    }

    private mutating func takeAuthorization(_ place: Int, _ json: JSONValue) throws(IssuanceFailure) -> Step {
        let authorization = try Authorization(json)
        switch authorization.status {
        // It was proved for an earlier order.
        case "valid": break
        case "pending":
            guard wish.hosts.contains(authorization.host) else {
                throw IssuanceFailure(
                    "the server wants a proof of \(ServerProblem.harmless(authorization.host)), which was not ordered")
            }
            let offered = wish.challenges.lazy.compactMap { kind in
                authorization.challenges.first { $0.type == kind.rawValue }.map { (kind, $0) }
            }.first
            guard let (kind, challenge) = offered else {
                let offers = authorization.challenges.map { ServerProblem.harmless($0.type) }.joined(separator: ", ")
                throw IssuanceFailure("the server takes for \(authorization.host) only \(offers)")
            }
            let proof = Proof(
                kind: kind, host: authorization.host, keyAuthorization: account.authorization(of: challenge.token))
            challenges.append(
                Challenge(url: challenge.url, authorization: order.authorizations[place], proof: proof))
        default: throw authorization.failure
        }
        return try readAuthorization(place + 1)
    }

    private mutating func prove(_ place: Int) throws(IssuanceFailure) -> Step {
        if place < challenges.count {
            stage = .challenge(place)
            return try send("{}", to: challenges[place].url)
        }
        stage = .validation(0)
        return try send("", to: challenges[0].authorization)
    }

    private mutating func takeValidation(
        _ place: Int, _ answer: ServerAnswer, _ json: JSONValue
    ) throws(IssuanceFailure) -> Step {
        let authorization = try Authorization(json)
        switch authorization.status {
        case "pending": return try wait(answer)
        case "valid":
            guard place + 1 < challenges.count else { return try look() }
            stage = .validation(place + 1)
            return try send("", to: challenges[place + 1].authorization)
        default: throw authorization.failure
        }
    }

    // MARK: - The order

    private mutating func look() throws(IssuanceFailure) -> Step {
        stage = .readiness
        return try send("", to: orderURL)
    }

    /// RFC 8555 §7.4: it becomes ready, then it is finalized, then it is processed, then it is valid.
    private mutating func takeOrder(_ answer: ServerAnswer, _ json: JSONValue) throws(IssuanceFailure) -> Step {
        let isFinalized = if case .readiness = stage { false } else { true }
        order = try Order(json)
        switch order.status {
        case "ready" where !isFinalized:
            stage = .finalization
            var request = JSONWriter()
            request.object { $0.field("csr", Base64.url.encode(certificateRequest)) }
            return try send(request.text, to: order.finalize)
        case "valid" where isFinalized:
            guard let certificate = order.certificate else {
                throw IssuanceFailure("the server names no certificate")
            }
            stage = .certificate
            return try send("", to: certificate)
        case "pending", "ready", "processing":
            stage = isFinalized ? .completion : .readiness
            return try wait(answer)
        default:
            let problem = order.problem.isEmpty ? "" : ": \(order.problem)"
            throw IssuanceFailure("the order is \(ServerProblem.harmless(order.status))\(problem)")
        }
    }

    private mutating func finish(_ body: [UInt8]) throws(IssuanceFailure) -> Step {
        guard let chain = String(validating: body, as: UTF8.self), chain.contains("-----BEGIN CERTIFICATE-----") else {
            throw IssuanceFailure("the server's certificate is not in PEM")
        }
        stage = .over
        return .done(chain: chain)
    }

    /// As long as the server says (RFC 8555 §7.5.1), and altogether not for ever.
    private mutating func wait(_ answer: ServerAnswer) throws(IssuanceFailure) -> Step {
        guard secondsWaited < longestWait else {
            throw IssuanceFailure("the server has not come to an end within \(longestWait) seconds")
        }
        let wished = answer.retryAfterSeconds > 0 ? answer.retryAfterSeconds : 1 + secondsWaited / 10
        let seconds = min(wished, longestWait)
        secondsWaited += seconds
        return .wait(seconds: seconds)
    }

    private static func json(_ body: [UInt8]) -> JSONValue? {
        try? JSONDocument().parse(body, limits: JSONLimits(depth: 16, values: 8_192))
    }
}

/// A server may forget its nonces all at once, but not again and again.
private let mostRefusedNonces = 50
/// For proofs and certificate together, in seconds.
private let longestWait = 600
