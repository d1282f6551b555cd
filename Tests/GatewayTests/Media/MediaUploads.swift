import Client
import Domain
import Framing
import Media
import Security
import Settings
import TestSupport
import Testing

/// A gateway's directory of media and its secret, so that a test makes uploads without an account.
final class MediaUploads {
    let gateway: GatewayProcess
    let store: DirectoryStore
    private let folder: TemporaryFolder

    private init(_ gateway: GatewayProcess, _ store: DirectoryStore, _ folder: TemporaryFolder) {
        self.gateway = gateway
        self.store = store
        self.folder = folder
    }

    static func with(_ settings: [String: String] = [:], _ body: (MediaUploads) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let secret = Array("a secret that signs the URLs of a test".utf8)
        let (file, media) = (folder.path("secret"), folder.path("media"))
        try File.createSecret(file, String(decoding: secret, as: UTF8.self))
        let store = try DirectoryStore(media, signer: MediaSigner { secret }, freePercent: 0)
        let own = ["media.directory": "\"\(media)\"", "media.secretFile": "\"\(file)\""]
        try withGateway(own.merging(settings) { $1 }) { gateway in
            try body(MediaUploads(gateway, store, folder))
        }
    }

    /// An upload that was planned, and where its bytes go.
    func plan(
        _ bytes: [UInt8], type: String = "image/png", hasDigest: Bool = true, owner: UInt8 = 1,
        until end: Milliseconds = .max
    ) throws -> (Upload, String) {
        let upload = Upload(
            id: .random(), type: type, size: bytes.count,
            digest: hasDigest ? bytes.withUnsafeBytes { Digest.sha256($0) } : nil,
            owner: [UInt8](repeating: owner, count: Upload.ownerBytes))
        return (upload, try plan(upload, until: end))
    }

    func plan(_ upload: Upload, until end: Milliseconds = .max) throws -> String {
        let end = end == .max ? Milliseconds(wallMilliseconds() + 600_000) : end
        guard case .offsets(let url) = try store.plan(for: upload, until: end) else {
            throw Unexpected("a directory plans by offsets")
        }
        return url
    }

    /// An upload that has come, and its URL.
    func make(_ bytes: [UInt8], type: String = "image/png", name: String = "cat.png") throws -> (MediaID, String) {
        let (upload, url) = try plan(bytes, type: type)
        let response = try gateway.http().request(.put, url, body: bytes)
        #expect(response.status == 204, "\(response.text)")
        return (upload.id, self.url(of: upload.id, type: type, name: name, size: bytes.count))
    }

    func url(of id: MediaID, type: String = "image/png", name: String = "", size: Int = 0, seconds: Int = 600) -> String
    {
        store.url(
            of: ServedMedia(id: id, type: type, name: name, size: size),
            until: Milliseconds(wallMilliseconds() + seconds * 1_000))
    }

    struct Unexpected: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }
}

extension HTTPConnection {
    /// Appends bytes to an upload.
    func append(_ bytes: some Collection<UInt8>, at offset: Int, to url: String) throws -> HTTPClientResponse {
        try request(.patch, url, headers: [HTTPHeader("Upload-Offset", "\(offset)")], body: Array(bytes))
    }
}

extension HTTPClientResponse {
    var offset: Int? { headers.first(of: "upload-offset").flatMap { Int($0) } }
}
