import Curl
import Domain
import Locking
import Security

/// AWS Signature Version 4, as S3 wants it, by one key.
package final class SignatureV4: Sendable {
    private let key: AccessKey
    private let region: String
    /// It takes four HMACs to make one.
    private let dayKey = Lock((day: "", bytes: [UInt8]()))

    package init(_ key: AccessKey, region: String) {
        self.key = key
        self.region = region
    }

    /// A URL that works for its bearer, for so many seconds from that moment: S3 allows 7 days. The client that uses it sends the
    /// request's headers.
    package func url(of request: S3Request, from moment: Milliseconds, seconds: Int) -> String {
        let time = S3Time(moment)
        var signed = request
        signed.query += [
            ("X-Amz-Algorithm", Self.algorithm), ("X-Amz-Credential", credential(time.day)), ("X-Amz-Date", time.text),
            ("X-Amz-Expires", "\(seconds)"), ("X-Amz-SignedHeaders", Self.signedNames(request)),
        ]
        if let token = key.sessionToken { signed.query.append(("X-Amz-Security-Token", token)) }
        let signature = signature(of: signed, digest: "UNSIGNED-PAYLOAD", time)
        return "\(signed.url)&X-Amz-Signature=\(signature)"
    }

    /// Adds the headers by which S3 knows who asks, and that nothing was changed on the way.
    package func sign(_ request: inout S3Request, at moment: Milliseconds) {
        let time = S3Time(moment)
        let digest = hexadecimal((request.body ?? []).withUnsafeBytes { Digest.sha256($0) })
        request.headers += [("x-amz-content-sha256", digest), ("x-amz-date", time.text)]
        if let token = key.sessionToken { request.headers.append(("x-amz-security-token", token)) }
        let signature = signature(of: request, digest: digest, time)
        request.headers.append(
            (
                "authorization",
                "\(Self.algorithm) Credential=\(credential(time.day)), SignedHeaders=\(Self.signedNames(request)), "
                    + "Signature=\(signature)"
            ))
    }

    /// The fields of a form that say who signs, all but the policy and its signature.
    package func formFields(at moment: Milliseconds) -> [S3Request.Field] {
        let time = S3Time(moment)
        let token = key.sessionToken.map { [(name: "x-amz-security-token", value: $0)] } ?? []
        return [
            ("x-amz-algorithm", Self.algorithm), ("x-amz-credential", credential(time.day)), ("x-amz-date", time.text),
        ] + token
    }

    /// Of a form's policy, which is in Base64.
    package func signature(ofPolicy policy: String, at moment: Milliseconds) -> String {
        hexadecimal(Self.hmac(policy, by: key(of: S3Time(moment).day)))
    }

    private static let algorithm = "AWS4-HMAC-SHA256"

    private func scope(_ day: String) -> String { "\(day)/\(region)/s3/aws4_request" }

    private func credential(_ day: String) -> String { "\(key.id)/\(scope(day))" }

    private static func signedNames(_ request: S3Request) -> String {
        (request.headers.map(\.name) + ["host"]).sorted().joined(separator: ";")
    }

    private func signature(of request: S3Request, digest: String, _ time: S3Time) -> String {
        let headers = (request.headers + [("host", request.host)]).sorted { $0.name < $1.name }
            .map { "\($0.name):\(Self.trimmed($0.value))\n" }
        // In the order of what is encoded, by names first.
        let query = S3Request.encoded(request.query).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        let canonical = [
            request.method.rawValue, request.encodedPath, S3Request.joined(query), headers.joined(),
            Self.signedNames(request), digest,
        ].joined(separator: "\n")
        let text = [
            Self.algorithm, time.text, scope(time.day), hexadecimal(Digest.sha256(canonical)),
        ].joined(separator: "\n")
        return hexadecimal(Self.hmac(text, by: key(of: time.day)))
    }

    /// Without white space around it, and one space for several.
    private static func trimmed(_ value: String) -> String {
        value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }

    private func key(of day: String) -> [UInt8] {
        dayKey.withLock { kept in
            if kept.day != day {
                let made = [day, region, "s3", "aws4_request"].reduce(Array("AWS4\(key.secret)".utf8)) { key, text in
                    Self.hmac(text, by: key)
                }
                kept = (day, made)
            }
            return kept.bytes
        }
    }

    private static func hmac(_ text: String, by key: [UInt8]) -> [UInt8] {
        Array(text.utf8).withUnsafeBytes { Signature.hmac($0, secret: key) }
    }
}

/// A moment as S3 writes it, in UTC and to the second.
struct S3Time {
    /// `20130524`.
    let day: String
    /// `20130524T000000Z`.
    let text: String
    /// `2013-05-24T00:00:00.000Z`, as a policy has it.
    let expiration: String

    init(_ moment: Milliseconds) {
        let seconds = Int(moment.seconds.rawValue)
        let (days, second) = (seconds / 86_400, seconds % 86_400)
        // Days of the Gregorian calendar are counted from a first of March, so that a leap day is a year's last.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let date = ["\(year)", Self.two(month), Self.two(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)]
        let time = [second / 3_600, second / 60 % 60, second % 60].map(Self.two)
        day = date.joined()
        text = "\(day)T\(time.joined())Z"
        expiration = "\(date.joined(separator: "-"))T\(time.joined(separator: ":")).000Z"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
