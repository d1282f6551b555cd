import Bytes
import Curl
import Domain
import Foundation
import JSON
import Media
import TestSupport
import Testing

struct SignatureTests {
    private static let key = AccessKey(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    private static let signature = SignatureV4(key, region: "us-east-1")
    /// 24 May 2013.
    private static let moment = Milliseconds(rawValue: 1_369_353_600_000)

    @Test func `AWS's example of a URL has its signature`() {
        let url = Self.signature.url(of: Self.example(.get, "/test.txt"), from: Self.moment, seconds: 86_400)
        #expect(
            url == "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
                + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
                + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
                + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
    }

    @Test(arguments: [
        (
            Self.example(.get, "/test.txt", headers: [("range", "bytes=0-9")]),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        (
            Self.example(
                .put, "/test$file.text",
                headers: [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
                body: "Welcome to Amazon S3."),
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        (
            Self.example(.get, "/", [("lifecycle", "")]),
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        (
            Self.example(.get, "/", [("max-keys", "2"), ("prefix", "J")]),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ])
    func `AWS's examples of requests have their signatures`(request: S3Request, signature: String) {
        var request = request
        Self.signature.sign(&request, at: Self.moment)
        let authorization = request.headers.first { $0.name == "authorization" }?.value
        #expect(authorization?.hasSuffix(", Signature=\(signature)") == true)
    }

    @Test func `AWS's example of a form's policy has its signature`() {
        let policy = """
            { "expiration": "2015-12-30T12:00:00.000Z",
              "conditions": [
                {"bucket": "sigv4examplebucket"},
                ["starts-with", "$key", "user/user1/"],
                {"acl": "public-read"},
                {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},
                ["starts-with", "$Content-Type", "image/"],
                {"x-amz-meta-uuid": "14365123651274"},
                {"x-amz-server-side-encryption": "AES256"},
                ["starts-with", "$x-amz-meta-tag", ""],

                {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},
                {"x-amz-algorithm": "AWS4-HMAC-SHA256"},
                {"x-amz-date": "20151229T000000Z" }
              ]
            }
            """
        // As AWS has computed it, lines end in CR and LF.
        let encoded = Base64.standard.encode(policy.replacing("\n", with: "\r\n").utf8)
        let day = Milliseconds(rawValue: 1_451_347_200_000)
        #expect(
            Self.signature.signature(ofPolicy: encoded, at: day)
                == "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e")
    }

    @Test(arguments: [
        (0, "19700101T000000Z"), (951_782_399, "20000228T235959Z"), (951_782_400, "20000229T000000Z"),
        (1_709_251_199, "20240229T235959Z"), (1_735_689_599, "20241231T235959Z"), (4_107_542_400, "21000301T000000Z"),
    ])
    func `moments are written in UTC`(seconds: Int, text: String) {
        let moment = Seconds(seconds).milliseconds
        let url = Self.signature.url(of: Self.example(.get, "/"), from: moment, seconds: 1)
        #expect(url.contains("X-Amz-Date=\(text)&"))
    }

    @Test func `a thousand random requests have the signatures of boto3`() throws {
        var random = SeededRandom()
        var list = JSONWriter()
        list.array { list in
            for _ in 0..<1_000 { list.object { random.writeRequest(to: &$0) } }
        }
        let folder = try TemporaryFolder()
        try list.text.write(toFile: folder.path("requests.json"), atomically: true, encoding: .utf8)
        let output = try S3Server.python(["Tests/media/signatures.py", folder.path("requests.json")])
        #expect(output == "1000 agree", "\(random)")
    }

    fileprivate static func example(
        _ method: TransferRequest.Method, _ path: String, _ query: [S3Request.Field] = [],
        headers: [S3Request.Field] = [], body: String? = nil
    ) -> S3Request {
        S3Request(
            method, scheme: "https", host: "examplebucket.s3.amazonaws.com", path: path, query: query,
            headers: headers, body: body.map { Array($0.utf8) })
    }
}

extension SeededRandom {
    /// What the other side has to know of a random request, and what was made of it.
    fileprivate mutating func writeRequest(to json: inout JSONWriter) {
        let key = AccessKey(
            id: "AK" + text(of: Self.plain, 1...20), secret: text(of: Self.plain + "+/=", 1...40),
            sessionToken: chance(3) ? text(of: Self.plain + "+/=", 1...300) : nil)
        let region = ["us-east-1", "eu-central-1", "garage", "x"].randomElement(using: &self)!
        let signature = SignatureV4(key, region: region)
        // Up to 2100.
        let moment = Milliseconds(rawValue: Int64.random(in: 0...4_102_444_800_000, using: &self))
        let method = TransferRequest.Method.allCases.randomElement(using: &self)!
        var request = S3Request(
            method, scheme: chance(2) ? "https" : "http", host: host(), path: "/" + text(of: Self.wild + "/", 0...40),
            query: (0..<Int.random(in: 0...4, using: &self)).map { ("q\($0)" + text(of: Self.wild, 0...5), word()) },
            headers: (0..<Int.random(in: 0...3, using: &self)).map { ("x-amz-meta-\($0)", header()) },
            body: chance(2) ? Array(word().utf8) : nil)
        json.field("id", key.id)
        json.field("secret", key.secret)
        json.field("token", key.sessionToken ?? "")
        json.field("region", region)
        json.field("time", moment.seconds.rawValue)
        json.field("method", method.rawValue)
        json.field("url", request.url)
        write("headers", request.headers, to: &json)
        json.field("body", String(decoding: request.body ?? [], as: UTF8.self))
        let seconds = Int.random(in: 1...604_800, using: &self)
        json.field("seconds", seconds)
        json.field("signedURL", signature.url(of: request, from: moment, seconds: seconds))
        let policy = Base64.standard.encode(word().utf8)
        json.field("policy", policy)
        json.field("policySignature", signature.signature(ofPolicy: policy, at: moment))
        signature.sign(&request, at: moment)
        write("signedHeaders", request.headers, to: &json)
    }

    private func write(_ name: StaticString, _ fields: [S3Request.Field], to json: inout JSONWriter) {
        json.array(name) { list in
            for field in fields {
                list.array {
                    $0.value(field.name)
                    $0.value(field.value)
                }
            }
        }
    }

    private static let plain = "ABCXYZabcxyz0189"
    private static let wild = plain + "-_.~ +=&%?#'\"()*!;:@,$[]äß€漢😀"

    private mutating func chance(_ bound: Int) -> Bool { Int.random(in: 0..<bound, using: &self) == 0 }

    private mutating func text(of alphabet: String, _ length: ClosedRange<Int>) -> String {
        let characters = Array(alphabet)
        return String((0..<Int.random(in: length, using: &self)).map { _ in characters.randomElement(using: &self)! })
    }

    private mutating func word() -> String { text(of: Self.wild, 0...30) }

    private mutating func header() -> String { text(of: Self.plain + "-_.~ +=&%?;:@,", 1...30) }

    private mutating func host() -> String {
        let name = ["s3.example.org", "127.0.0.1", "bucket.s3.example.org"].randomElement(using: &self)!
        return chance(2) ? name : "\(name):\(Int.random(in: 1_024...65_535, using: &self))"
    }
}
