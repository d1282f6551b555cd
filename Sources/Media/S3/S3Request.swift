import Curl

/// A request to S3, before it is signed.
package struct S3Request: Sendable {
    package typealias Field = (name: String, value: String)

    package let method: TransferRequest.Method
    /// `https` or `http`.
    package let scheme: String
    /// With its port, unless that is the scheme's own: as it stands in the header `Host`.
    package let host: String
    /// As it is, with nothing encoded.
    package let path: String
    package var query: [Field]
    /// Beside `host`; the names in small letters.
    package var headers: [Field]
    package var body: [UInt8]?

    package init(
        _ method: TransferRequest.Method, scheme: String, host: String, path: String, query: [Field] = [],
        headers: [Field] = [], body: [UInt8]? = nil
    ) {
        self.method = method
        self.scheme = scheme
        self.host = host
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    package var url: String {
        let address = "\(scheme)://\(host)\(encodedPath)"
        return query.isEmpty ? address : "\(address)?\(Self.joined(Self.encoded(query)))"
    }

    /// S3 wants it encoded once, and its dots and doubled slashes as they are.
    var encodedPath: String { percentEncoded(path, keeping: UInt8(ascii: "/")) }

    static func encoded(_ query: [Field]) -> [Field] {
        query.map { (percentEncoded($0.name), percentEncoded($0.value)) }
    }

    static func joined(_ encoded: [Field]) -> String {
        encoded.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}

/// RFC 3986 §2.3: all but letters, digits and four others become `%` and two capital digits.
package func percentEncoded(_ text: String, keeping kept: UInt8? = nil) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "~"):
            encoded.append(byte)
        case kept: encoded.append(byte)
        default: encoded += [UInt8(ascii: "%"), capitalDigits[Int(byte >> 4)], capitalDigits[Int(byte & 15)]]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

private let capitalDigits = Array("0123456789ABCDEF".utf8)

package func hexadecimal(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [smallDigits[Int($0 >> 4)], smallDigits[Int($0 & 15)]] }, as: UTF8.self)
}

private let smallDigits = Array("0123456789abcdef".utf8)
