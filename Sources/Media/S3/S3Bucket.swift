import Curl
import Domain
import EventLoop
import Locking

/// A bucket, and the way to ask for what is in it: signed, with time-outs, and again where that may help.
final class S3Bucket: Sendable {
    private let name: String
    private let scheme: String
    private let host: String
    private let isInPath: Bool
    private let region: String
    private let transfers: BlockingTransfers
    private let current: Lock<SignatureV4>
    /// In monotonic milliseconds. Without it, each thread would wait for the time-out of a server that is gone, again and again.
    private let restEnd = Lock<Int64>(0)

    init(_ options: S3Options, _ key: AccessKey) throws(MediaProblem) {
        guard let url = ParsedURL(options.endpoint), url.address == url.origin + "/",
            ["https", "http"].contains(url.scheme),
            let host = url.origin.firstRange(of: "://").map({ String(url.origin[$0.upperBound...]) })
        else { throw .failed("\(options.endpoint) is no URL of a server, without a path") }
        name = options.bucket
        scheme = url.scheme
        isInPath = options.isBucketInPath
        self.host = isInPath ? host : "\(options.bucket).\(host)"
        region = options.region
        current = Lock(SignatureV4(key, region: options.region))
        transfers = BlockingTransfers(
            TransferOptions(connectMilliseconds: 5_000, answerMilliseconds: 20_000, authorities: nil))
    }

    /// From now on.
    func use(_ key: AccessKey) {
        let signature = SignatureV4(key, region: region)
        current.withLock { $0 = signature }
    }

    var signature: SignatureV4 { current.withLock { $0 } }

    /// Of an object; without a name of the bucket.
    func request(
        _ method: TransferRequest.Method, _ object: String = "", _ query: [S3Request.Field] = [],
        headers: [S3Request.Field] = [], body: [UInt8]? = nil
    ) -> S3Request {
        let place = isInPath ? (object.isEmpty ? "/\(name)" : "/\(name)/\(object)") : "/\(object)"
        return S3Request(
            method, scheme: scheme, host: host, path: place, query: query, headers: headers, body: body)
    }

    /// How `x-amz-copy-source` names an object.
    func source(_ object: String) -> String { percentEncoded("/\(name)/\(object)", keeping: UInt8(ascii: "/")) }

    /// Its answer, which has a status of `wanted`.
    func answer(
        _ request: S3Request, _ wanted: Set<Int> = [200], answerHeaders: [String] = [], answerLimit: Int = 4_194_304
    ) throws(MediaProblem) -> TransferReply {
        let start = Clock.monotonic
        guard start >= restEnd.withLock({ $0 }) else { throw .failed("the store did not answer a moment ago") }
        var attempt = 0
        while true {
            attempt += 1
            let reply = send(request, answerHeaders, answerLimit)
            if reply.failure.isEmpty && wanted.contains(reply.status) { return reply }
            guard Self.mayPass(reply), attempt < 3, Clock.monotonic - start < 5_000 else {
                if !reply.failure.isEmpty { restEnd.withLock { $0 = Clock.monotonic + 2_000 } }
                throw .failed("\(request.method.rawValue) \(request.path): \(Self.words(for: reply))")
            }
            // Not all threads of all nodes at the same moment.
            Clock.sleep(milliseconds: Int.random(in: 100...200) * attempt * attempt)
        }
    }

    private func send(_ request: S3Request, _ answerHeaders: [String], _ answerLimit: Int) -> TransferReply {
        var signed = request
        signature.sign(&signed, at: Milliseconds(rawValue: Clock.wall))
        // A header without a value has libcurl not send one of its own, which would not be signed.
        var headers = signed.headers.map { "\($0.name): \($0.value)" } + ["expect:"]
        if !signed.headers.contains(where: { $0.name == "content-type" }) { headers.append("content-type:") }
        var transfer = TransferRequest(
            url: signed.url, origin: "\(scheme)://\(host)", headers: headers, body: signed.body,
            answerLimit: answerLimit)
        transfer.method = signed.method
        transfer.answerHeaders = answerHeaders
        return transfers.answer(transfer)
    }

    private static func mayPass(_ reply: TransferReply) -> Bool {
        !reply.failure.isEmpty || [429, 500, 502, 503, 504].contains(reply.status)
            || ["RequestTimeout", "SlowDown"].contains(code(of: reply))
    }

    /// S3's own word for what is wrong. Its message may have signatures, and is not repeated.
    static func code(of reply: TransferReply) -> String? {
        guard let answer = S3Answer(reply.body), answer.name == "Error", let code = answer["Code"]?.text else {
            return nil
        }
        let isWord =
            (1...64).contains(code.utf8.count) && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isWord ? code : nil
    }

    private static func words(for reply: TransferReply) -> String {
        guard reply.failure.isEmpty, let code = code(of: reply) else { return reply.outcome }
        let advice =
            switch code {
            case "NoSuchBucket": ": the bucket of s3.bucket does not exist"
            case "InvalidAccessKeyId": ": the store does not know the key of s3.keyFile"
            case "SignatureDoesNotMatch": ": the key or secret of s3.keyFile, or s3.region, is another"
            case "AuthorizationHeaderMalformed": ": s3.region is another"
            case "RequestTimeTooSkewed": ": the clocks of this machine and of the store differ"
            case "AccessDenied": ": the key of s3.keyFile may not do this, or the policy of the bucket forbids it"
            case "ExpiredToken", "InvalidToken": ": the sessionToken of s3.keyFile is no longer good"
            default: ""
            }
        return "\(reply.status) \(code)\(advice)"
    }
}
