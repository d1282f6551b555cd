import Bytes
import Curl
import Domain
import EventLoop
import Media
import Security
import TestSupport

/// A store with a client beside it, which does what a plan says.
struct StoreUnderTest {
    enum Kind: String, CaseIterable, Sendable {
        case directory, swift, moto
        /// moto, with clients that send forms.
        case forms

        /// Those that speak S3.
        static let remote: [Kind] = [.swift, .moto, .forms]
    }

    let kind: Kind
    let store: any MediaStore
    private let folder: TemporaryFolder
    private let signer = MediaSigner { [UInt8](repeating: 1, count: 32) }
    private let transfers = BlockingTransfers(
        TransferOptions(connectMilliseconds: 5_000, answerMilliseconds: 30_000, authorities: nil))

    init(_ kind: Kind, partBytes: Int = 16_777_216) throws {
        self.kind = kind
        folder = try TemporaryFolder()
        if kind == .directory {
            store = try DirectoryStore(folder.path("media"), signer: signer, freePercent: 0)
            return
        }
        store = try S3Store(
            S3Options(
                endpoint: S3Server.shared(kind == .swift ? .swift : .moto).endpoint, region: "us-east-1",
                bucket: S3Server.bucket, prefix: "tests/\(MediaID.random().text)-", sendsForms: kind == .forms,
                partBytes: partBytes),
            AccessKey(id: S3Server.keyID, secret: S3Server.secret))
    }

    /// Whether it computes digests by itself.
    var knowsDigests: Bool { kind != .swift }

    /// In an hour.
    static var end: Milliseconds { Milliseconds(rawValue: Clock.wall + 3_600_000) }

    static func upload(_ bytes: [UInt8], type: String = "image/png", isDigestSaid: Bool = true) -> Upload {
        Upload(
            id: .random(), type: type, size: bytes.count,
            digest: isDigestSaid ? bytes.withUnsafeBytes { Digest.sha256($0) } : nil)
    }

    /// Sends what is planned for, and returns the last status.
    @discardableResult
    func send(_ bytes: [UInt8], by plan: UploadPlan) throws -> Int {
        switch plan {
        case .offsets(let url): return try append(bytes, url)
        case .put(let url, let headers): return put(bytes, url, headers)
        case .form(let url, let fields): return post(bytes, url, fields)
        case .parts(let size, let first, let urls):
            var status = 0
            for (number, url) in urls.enumerated() { status = put(part(first + number, of: bytes, size), url) }
            return status
        }
    }

    /// As the gateway's door does.
    private func append(_ bytes: [UInt8], _ url: String) throws -> Int {
        guard let directory = store as? DirectoryStore, case .upload(let upload, _) = grant(in: url) else { return 403 }
        return try directory.append(bytes, to: upload, at: 0) == .done(bytes.count) ? 204 : 409
    }

    private func grant(in url: String) -> MediaGrant? {
        let parts = url.dropFirst("\(MediaURL.path)".count).split(separator: "?t=").map(String.init)
        return MediaID(parts[0]).flatMap { signer.grant(in: parts[1], for: $0) }
    }

    /// Counted from 1.
    func part(_ number: Int, of bytes: [UInt8], _ size: Int) -> [UInt8] {
        Array(bytes[((number - 1) * size)..<min(number * size, bytes.count)])
    }

    func put(_ bytes: [UInt8], _ url: String, _ headers: [UploadPlan.HTTPField] = []) -> Int {
        let isTyped = headers.contains { $0.name == "content-type" }
        return ask(.put, url, headers.map { "\($0.name): \($0.value)" } + (isTyped ? [] : ["content-type:"]), bytes)
            .status
    }

    private func post(_ bytes: [UInt8], _ url: String, _ fields: [UploadPlan.HTTPField]) -> Int {
        let boundary = "between-the-fields"
        var body: [UInt8] = []
        for field in fields {
            let head = "content-disposition: form-data; name=\"\(field.name)\""
            body += Array("--\(boundary)\r\n\(head)\r\n\r\n\(field.value)\r\n".utf8)
        }
        let head = "content-disposition: form-data; name=\"file\"; filename=\"x\""
        body += Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8) + bytes + Array("\r\n--\(boundary)--\r\n".utf8)
        return ask(.post, url, ["content-type: multipart/form-data; boundary=\(boundary)"], body).status
    }

    func get(_ url: String, _ headers: [String] = []) throws -> TransferReply {
        guard let directory = store as? DirectoryStore else { return ask(.get, url, headers, nil) }
        var reply = TransferReply()
        reply.status = 404
        if let id = grant(in: url)?.id, let file = try directory.open(id) {
            (reply.status, reply.body) = (200, try file.read(at: 0, file.size))
        }
        return reply
    }

    private func ask(
        _ method: TransferRequest.Method, _ url: String, _ headers: [String], _ body: [UInt8]?
    ) -> TransferReply {
        var request = TransferRequest(
            url: url, origin: url, headers: headers, body: body, answerLimit: 100_000_000)
        request.method = method
        request.answerHeaders = ["content-type", "content-disposition", "content-range"]
        return transfers.answer(request)
    }
}

extension ServedMedia {
    init(_ upload: Upload, name: String = "cat.png") {
        self.init(id: upload.id, type: upload.type, name: name, size: upload.size)
    }
}

/// A picture by its first bytes; each mebibyte is another.
func picture(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 1, count: max(count, 8))
    for place in stride(from: 1_000, to: bytes.count, by: 1_048_576) { bytes[place] = UInt8(place >> 20 & 255) }
    bytes.replaceSubrange(0..<8, with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    return Array(bytes.prefix(count))
}
