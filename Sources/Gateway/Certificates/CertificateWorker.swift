import ACME
import Bytes
import Curl
import EventLoop
import Meters
import Security
import Settings
import Telemetry
import Transport

/// The work of the queue that looks after the certificate: it knows when the next one is due, carries out the steps of an
/// `Issuance`, and keeps what comes of it.
final class CertificateWorker {
    struct Surroundings: Sendable {
        /// In seconds since 1970.
        let now: @Sendable () -> Int64
        let readiness: Readiness
        let metrics: ProcessMetrics
        let log: Log
        let install: @Sendable () throws -> Void
    }

    private struct Attempt {
        var issuance: Issuance
        let key: SigningKey
        /// Of a wait, in monotonic nanoseconds.
        var resumesAt: Int64?
    }

    /// A certificate that the server has issued, with its key: in memory alone until it is written and in force.
    private struct Issued {
        let chain: String
        let key: SigningKey
    }

    private let renewal: CertificateRenewal
    private let around: Surroundings
    private let transfers: Transfers<Void>
    private var attempt: Attempt?
    private var account: AccountKey?
    /// Nil: all that was issued is in force.
    private var issued: Issued?
    /// Of the certificate in force.
    private var present: TLSContext.Validity?
    private var hasLooked = false
    private var failures = 0
    /// In monotonic nanoseconds.
    private var notBefore: Int64 = 0
    /// Drawn for each certificate.
    private var chance = Double.random(in: 0...1)

    init(_ renewal: CertificateRenewal, _ multi: Multi, _ around: Surroundings) {
        self.renewal = renewal
        self.around = around
        transfers = Transfers(
            multi,
            TransferOptions(
                connectMilliseconds: 10_000, answerMilliseconds: 30_000, authorities: renewal.order.authorities))
    }

    private var order: Configuration.CertificateOrder { renewal.order }

    /// Does what can be done now. Returns when to go on though nothing has come, in monotonic nanoseconds.
    func run() -> Int64? {
        if !hasLooked { look() }
        if renewal.takesRetry { notBefore = 0 }
        for (_, reply) in transfers.advance() { take(reply) }
        let now = Clock.monotonicNanoseconds
        if let resumesAt = attempt?.resumesAt, resumesAt <= now {
            attempt?.resumesAt = nil
            if let step = attempt?.issuance.resume() { follow(step) }
        } else if attempt == nil, notBefore <= now {
            if let issued { deliver(issued) } else if due <= around.now() { begin() }
        }
        let next = min(transfers.deadline ?? .max, attempt == nil ? nextLook : attempt?.resumesAt ?? .max)
        return next == .max ? nil : next
    }

    // MARK: - When

    /// Reads the certificate and the account of earlier runs, once.
    private func look() {
        hasLooked = true
        do throws(CertificateFolder.Failure) {
            present = try renewal.folder.held()
            try loadAccount()
        } catch {
            around.log.error("tls.acme cannot use what it keeps", ["reason": error.description])
        }
        if present == nil { around.readiness.raise(.certificates, "there is no certificate yet") }
    }

    private func loadAccount() throws(CertificateFolder.Failure) {
        if account != nil { return }
        let key = try renewal.folder.accountKey()
        account = key
        renewal.use(key)
    }

    /// In seconds since 1970. Hosts that the certificate is not for cannot wait.
    private var due: Int64 {
        guard let present, order.hosts.allSatisfy(present.names.contains) else { return 0 }
        return RenewalTimes.due(begins: present.begins, ends: present.ends, chance: chance)
    }

    /// The wall clock may be set meanwhile, so it is looked at again.
    private var nextLook: Int64 {
        if issued != nil { return notBefore }
        let seconds = min(max(due - around.now(), 0), longestSleep)
        return max(Clock.monotonicNanoseconds + seconds * 1_000_000_000, notBefore)
    }

    // MARK: - An attempt

    private func begin() {
        do throws(CertificateFolder.Failure) {
            try loadAccount()
            // `loadAccount` has it or throws.
            let account = account!
            let key = SigningKey()
            let wish = Issuance.Wish(
                directory: order.directory, hosts: order.hosts, email: order.email,
                challenges: order.http == nil ? [.tlsALPN] : [.http, .tlsALPN],
                externalAccount: try externalAccount())
            let request = key.certificateRequest(for: order.hosts)
            let begun = Attempt(issuance: Issuance(wish, account, certificateRequest: request), key: key)
            attempt = begun
            follow(begun.issuance.begin())
        } catch {
            fail(IssuanceFailure(error.description))
        }
    }

    private func externalAccount() throws(CertificateFolder.Failure) -> ExternalAccount? {
        do throws(ConfigurationError) {
            return try order.externalAccount()
        } catch {
            throw CertificateFolder.Failure(description: error.problems.map(\.message).joined(separator: "; "))
        }
    }

    private func take(_ reply: TransferReply) {
        guard reply.failure.isEmpty, reply.status > 0 else {
            return fail(IssuanceFailure("the server gives no answer: \(reply.failure)"))
        }
        guard reply.body.count <= largestAnswer else {
            return fail(IssuanceFailure("the server's answer is longer than \(largestAnswer) bytes"))
        }
        let answer = ServerAnswer(
            status: reply.status, nonce: reply.headers[nonceHeader], location: reply.headers[locationHeader],
            retryAfterSeconds: reply.retryAfterSeconds, body: reply.body)
        if let step = attempt?.issuance.take(answer) { follow(step) }
    }

    private func follow(_ step: Issuance.Step) {
        switch step {
        case .ask(let request): ask(request)
        case .wait(let seconds):
            attempt?.resumesAt = Clock.monotonicNanoseconds + Int64(seconds) * 1_000_000_000
        case .prove(let proofs):
            do throws(TLSContext.Failure) {
                for proof in proofs where proof.kind == .tlsALPN { try show(proof) }
                if let next = attempt?.issuance.resume() { follow(next) }
            } catch {
                fail(IssuanceFailure(error.description))
            }
        case .done(let chain): finish(chain)
        case .failed(let failure): fail(failure)
        }
    }

    private func ask(_ request: ServerRequest) {
        guard let url = ParsedURL(request.url) else {
            return fail(IssuanceFailure("the server names a URL that is none"))
        }
        let headers = request.body == nil ? [] : ["Content-Type: \(ServerRequest.bodyType)"]
        var transfer = TransferRequest(
            url: url.url, origin: url.origin, headers: headers, body: request.body, answerLimit: largestAnswer + 1)
        transfer.answerHeaders = [nonceHeader, locationHeader]
        transfers.begin(transfer, with: ())
    }

    private func show(_ proof: Proof) throws(TLSContext.Failure) {
        let key = SigningKey()
        try renewal.challenges.answer(
            proof.host,
            certificate: key.provingCertificate(for: proof.host, digest: proof.digest, now: around.now()), key: key.pem)
    }

    // MARK: - Its end

    private func finish(_ chain: String) {
        // A chain comes from an issuance, and that from an attempt.
        let fresh = Issued(chain: chain, key: attempt!.key)
        issued = fresh
        end()
        deliver(fresh)
    }

    /// Writes down what was issued, and has new connections use it. If the disk is full, or another certificate is just being
    /// replaced, this is tried again without asking the server: it issues only so many for the same names.
    private func deliver(_ fresh: Issued) {
        do {
            let kept = try renewal.folder.keep(fresh.chain, fresh.key, for: order.hosts, now: around.now())
            try around.install()
            present = kept
        } catch {
            if let failure = error as? CertificateFolder.Failure, failure.isOfServer { issued = nil }
            return fail(IssuanceFailure("it was issued and is not in force: \(error)"))
        }
        issued = nil
        failures = 0
        chance = .random(in: 0...1)
        // The server is not asked all the time, however short the life of its certificates is.
        notBefore = Clock.monotonicNanoseconds + Int64(order.retrySeconds) * 1_000_000_000
        around.readiness.clear(.certificates)
        around.metrics.certificateAttempts[.ok].add()
        around.metrics.certificateFailing.set(0)
        around.log.info(
            "certificate issued",
            [
                "hosts": order.hosts.joined(separator: ","), "ends": "\(wallTime(present?.ends ?? 0))",
                "due": "\(wallTime(due))",
            ])
    }

    private func fail(_ failure: IssuanceFailure) {
        end()
        failures += 1
        let pause = RenewalTimes.pause(
            afterFailures: failures, first: order.retrySeconds, retryAfter: failure.retryAfterSeconds,
            chance: .random(in: 0...1))
        notBefore = Clock.monotonicNanoseconds + Int64(pause) * 1_000_000_000
        let ends = present.map { "\(wallTime($0.ends))" } ?? "there is none"
        around.readiness.raise(.certificates, "\(failure.reason); the present certificate's end: \(ends)")
        around.metrics.certificateAttempts[failure.isRateLimit ? .rateLimited : .failed].add()
        around.metrics.certificateFailing.set(1)
        around.log.warning(
            "certificate not issued",
            [
                "hosts": order.hosts.joined(separator: ","), "reason": failure.reason, "againInSeconds": pause,
                "presentEnds": ends,
            ])
    }

    private func end() {
        attempt = nil
        renewal.challenges.removeAll()
    }

    private func wallTime(_ seconds: Int64) -> WallTime { WallTime(milliseconds: Int(seconds) * 1_000) }
}

extension Configuration.CertificateOrder {
    /// Nil: the server knows its clients by their keys alone.
    func externalAccount() throws(ConfigurationError) -> ExternalAccount? {
        guard let account else { return nil }
        let problem: String
        do throws(FileError) {
            let text = String(decoding: try File.readSecret(account.secretFile), as: UTF8.self)
            let digits = Array(text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
            if let secret = digits.withUnsafeBytes({ Base64.decodeAny($0) }), !secret.isEmpty {
                return ExternalAccount(id: account.id, secret: secret)
            }
            problem = "the file \(account.secretFile) is not Base64url, as the authority gives it"
        } catch {
            problem = "the file \(error)"
        }
        throw ConfigurationError(problems: [Problem(place: "tls.acme", message: problem)])
    }
}

/// In bytes; a chain has some 10,000.
private let largestAnswer = 262_144
/// In seconds.
private let longestSleep: Int64 = 3_600
private let nonceHeader = "Replay-Nonce"
private let locationHeader = "Location"
