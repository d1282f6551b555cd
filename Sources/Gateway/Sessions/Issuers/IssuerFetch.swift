import Curl
import EventLoop
import Meters
import Security
import Telemetry

/// Why there are no new keys, in words for the log and the operator.
struct IssuerFetchFailure: Error {
    let reason: String
}

/// How keys are fetched.
struct IssuerFetchOptions: Sendable {
    /// So old keys are fetched again.
    let ageMilliseconds: Int64
    /// Between two attempts at least.
    let pauseMilliseconds: Int64
    let transfer: TransferOptions

    /// One attempt; returns when it has ended, or soon after `isGivenUp`.
    func fetch(
        _ url: ParsedURL, isGivenUp: () -> Bool
    ) throws(IssuerFetchFailure) -> KeySet {
        let multi: Multi
        do {
            multi = try Multi(connectionsToOneHost: 1)
        } catch {
            throw IssuerFetchFailure(reason: "\(error)")
        }
        let transfers = Transfers<Void>(multi, transfer)
        transfers.begin(
            TransferRequest(
                url: url.url, origin: url.origin, headers: ["Accept: application/jwk-set+json, application/json"],
                body: nil, answerLimit: largestAnswer + 1), with: ())
        while true {
            if let reply = transfers.advance().first?.reply { return try keys(in: reply) }
            if isGivenUp() { throw IssuerFetchFailure(reason: "the gateway ends") }
            transfers.wait(milliseconds: 200)
        }
    }

    private func keys(in reply: TransferReply) throws(IssuerFetchFailure) -> KeySet {
        guard reply.failure.isEmpty, reply.status > 0 else {
            throw IssuerFetchFailure(reason: "the source gave no answer: \(reply.failure)")
        }
        guard reply.status == 200 else { throw IssuerFetchFailure(reason: "the source answered \(reply.status)") }
        guard reply.body.count <= largestAnswer else {
            throw IssuerFetchFailure(reason: "the source's answer is longer than \(largestAnswer) bytes")
        }
        do throws(KeyFileError) {
            return try KeySet(jwks: reply.body)
        } catch {
            throw IssuerFetchFailure(reason: "the source's answer \(error)")
        }
    }
}

/// In bytes. A key takes less than 5,000, its certificates included.
private let largestAnswer = 262_144
