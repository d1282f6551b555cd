import Bytes
import Curl
import Domain
import EventLoop
import Security

package struct S3Options: Sendable {
    package var endpoint: String
    package var region: String
    package var bucket: String
    /// The beginning of all names in the bucket.
    package var prefix: String
    /// Else it is the first part of the host's name.
    package var isBucketInPath: Bool
    /// Clients send forms, and not PUT requests.
    package var sendsForms: Bool
    /// Larger uploads come in parts.
    package var partBytes: Int
    package var download: Download

    package enum Download: Sendable {
        case signed
        /// By a CDN: a URL with `{key}`, `{expires}` and `{signature}`, which it checks with the secret.
        case cdn(template: String, secret: [UInt8])
    }

    package init(
        endpoint: String, region: String, bucket: String, prefix: String = "", isBucketInPath: Bool = true,
        sendsForms: Bool = false, partBytes: Int = 16_777_216, download: Download = .signed
    ) {
        self.endpoint = endpoint
        self.region = region
        self.bucket = bucket
        self.prefix = prefix
        self.isBucketInPath = isBucketInPath
        self.sendsForms = sendsForms
        self.partBytes = partBytes
        self.download = download
    }
}

/// Media in a bucket of any store that speaks S3. Clients send and read the bytes there.
///
/// A client's URL of an upload still works after the gateway has looked at what came. So it leads to an object of its own,
/// `….upload`, which the store copies: what was looked at is what is read, whatever comes later.
package final class S3Store: MediaStore {
    let bucket: S3Bucket
    let options: S3Options

    package init(_ options: S3Options, _ key: AccessKey) throws(MediaProblem) {
        self.options = options
        bucket = try S3Bucket(options, key)
    }

    /// From now on; URLs that are out go on as long as the store knows the former one.
    package func use(_ key: AccessKey) { bucket.use(key) }

    /// Throws what is wrong with the server, the bucket or the key.
    package func check() throws(MediaProblem) {
        _ = try bucket.answer(bucket.request(.get, "", [("list-type", "2"), ("max-keys", "1")]))
    }

    package func plan(for upload: Upload, until end: Milliseconds) throws(MediaProblem) -> UploadPlan {
        if upload.size > options.partBytes { return try planParts(of: upload, until: end) }
        if options.sendsForms { return form(for: upload, until: end) }
        // Browsers give the length by themselves, and let nobody else do so.
        var headers = [(name: "content-type", value: upload.type)]
        if let digest = upload.digest {
            headers.append(("x-amz-checksum-sha256", Base64.standard.encode(digest)))
        }
        let request = bucket.request(
            .put, key(ofUpload: upload.id), headers: headers + [("content-length", "\(upload.size)")])
        return .put(
            url: url(of: request, until: end), headers: headers.map { UploadPlan.HTTPField($0.name, $0.value) })
    }

    package func arrived(_ upload: Upload) throws(MediaProblem) -> Arrival? {
        if upload.size > options.partBytes, try !joinParts(of: upload) { return nil }
        let key = key(of: upload.id)
        if let arrival = try arrival(at: key, upload) { return arrival }
        let sent = self.key(ofUpload: upload.id)
        guard let found = try look(at: sent) else {
            // A store without the bucket says no more to HEAD.
            try check()
            return nil
        }
        guard found.size == upload.size else {
            return Arrival(size: found.size, isDigestVerified: false, beginning: [])
        }
        try copy(sent, to: key, onlyIf: found.tag)
        try delete(sent)
        return try arrival(at: key, upload)
    }

    package func url(of media: ServedMedia, until end: Milliseconds) -> String {
        let key = key(of: media.id)
        switch options.download {
        case .signed:
            let query = [
                (name: "response-content-disposition", value: media.disposition),
                (name: "response-content-type", value: media.type),
            ]
            return url(of: bucket.request(.get, key, query), until: end)
        case .cdn(let template, let secret):
            let expires = "\(end.seconds.rawValue)"
            let signature = Array("\(key)\n\(expires)".utf8).withUnsafeBytes { Signature.hmac($0, secret: secret) }
            return template.replacing("{key}", with: percentEncoded(key, keeping: UInt8(ascii: "/")))
                .replacing("{expires}", with: expires).replacing("{signature}", with: hexadecimal(signature))
        }
    }

    package func read(_ id: MediaID, at offset: Int, count: Int) throws(MediaProblem) -> [UInt8]? {
        let range = (name: "range", value: "bytes=\(offset)-\(offset + count - 1)")
        let reply = try bucket.answer(
            bucket.request(.get, key(of: id), headers: [range]), [200, 206, 404], answerLimit: count)
        if reply.status == 404 { return nil }
        guard reply.body.count == count else {
            throw .failed("the store gave \(reply.body.count) bytes of \(id.text) instead of \(count)")
        }
        return reply.body
    }

    package func remove(_ id: MediaID) throws(MediaProblem) {
        try abortParts(of: id)
        try delete(key(of: id))
        try delete(key(ofUpload: id))
    }

    package func ids(after id: MediaID?, limit: Int) throws(MediaProblem) -> [MediaID] {
        var ids: [MediaID] = []
        var last = id.map(key(ofUpload:))
        while ids.count < limit {
            var query = [(name: "list-type", value: "2"), (name: "prefix", value: options.prefix)]
            if let last { query.append(("start-after", last)) }
            let answer = try list(query, "ListBucketResult")
            let keys = answer.all("Contents").compactMap { $0["Key"]?.text }
            for key in keys {
                // Others may use the bucket, too.
                guard let id = self.id(ofKey: key), id != ids.last, ids.count < limit else { continue }
                ids.append(id)
            }
            guard answer["IsTruncated"]?.text == "true", let next = keys.last else { break }
            last = next
        }
        return ids
    }

    // MARK: - Names

    func key(of id: MediaID) -> String { options.prefix + id.text }

    func key(ofUpload id: MediaID) -> String { "\(key(of: id)).upload" }

    private func id(ofKey key: String) -> MediaID? {
        guard key.hasPrefix(options.prefix) else { return nil }
        let name = key.dropFirst(options.prefix.count)
        return MediaID(String(name.hasSuffix(".upload") ? name.dropLast(7) : name))
    }

    // MARK: - Requests

    /// The same for a quarter of an hour if its end is, so that caches work: it begins with the quarter.
    func url(of request: S3Request, until end: Milliseconds) -> String {
        let quarter: Int64 = 900_000
        let start = Milliseconds(rawValue: Clock.wall / quarter * quarter)
        let seconds = min(max((end - start).seconds.rawValue, 1), 604_800)
        return bucket.signature.url(of: request, from: start, seconds: Int(seconds))
    }

    /// Its root must have that name: a copy and the end of parts have errors in answers of status 200.
    func read(_ body: [UInt8], _ name: String) throws(MediaProblem) -> S3Answer {
        guard let answer = S3Answer(body) else { throw .failed("an answer of the store is not XML as S3 has it") }
        // moto calls a list of parts a response.
        guard answer.name == name || answer.name == name.replacing("Result", with: "Response") else {
            throw .failed("the store answered \(answer["Code"]?.text ?? answer.name) instead of \(name)")
        }
        return answer
    }

    func list(
        _ query: [S3Request.Field], of object: String = "", _ name: String
    ) throws(MediaProblem) -> S3Answer {
        try read(bucket.answer(bucket.request(.get, object, query)).body, name)
    }

    private struct Found {
        let size: Int
        let tag: String
        /// In Base64; nil: the store has computed none.
        let checksum: String?
    }

    /// Nil: there is no such object.
    private func look(at key: String) throws(MediaProblem) -> Found? {
        let head = bucket.request(.head, key, headers: [("x-amz-checksum-mode", "ENABLED")])
        let (length, checksum) = ("content-length", "x-amz-checksum-sha256")
        let reply: TransferReply
        do throws(MediaProblem) {
            reply = try bucket.answer(head, [200, 404], answerHeaders: [length, checksum, "etag"])
        } catch {
            // The answer to HEAD has no body that says why.
            try check()
            throw error
        }
        if reply.status == 404 { return nil }
        guard let size = reply.headers[length].flatMap({ Int($0) }), let tag = reply.headers["etag"] else {
            throw .failed("HEAD \(head.path): the store says no size or no ETag")
        }
        return Found(size: size, tag: tag, checksum: reply.headers[checksum])
    }

    private func arrival(at key: String, _ upload: Upload) throws(MediaProblem) -> Arrival? {
        guard let found = try look(at: key) else { return nil }
        var isVerified = false
        // A checksum of parts, which is not of all bytes, ends with their number and says nothing about these.
        if let digest = upload.digest, let checksum = found.checksum.flatMap({ Base64.standard.decode($0.utf8) }) {
            if checksum != digest { throw .otherDigest }
            isVerified = true
        }
        return Arrival(
            size: found.size, isDigestVerified: isVerified, beginning: try beginning(of: key, found, upload))
    }

    /// A picture's size may stand behind what a camera has written; any other type is known by less.
    private func beginning(of key: String, _ found: Found, _ upload: Upload) throws(MediaProblem) -> [UInt8] {
        if found.size == 0 { return [] }
        let count = upload.type.hasPrefix("image/") ? 65_536 : 512
        let request = bucket.request(
            .get, key, headers: [("if-match", found.tag), ("range", "bytes=0-\(count - 1)")])
        return try bucket.answer(request, [200, 206], answerLimit: count).body
    }

    /// The store computes the checksum of what it copies, if it knows any.
    private func copy(_ source: String, to key: String, onlyIf tag: String) throws(MediaProblem) {
        let headers = [
            (name: "x-amz-checksum-algorithm", value: "SHA256"), ("x-amz-copy-source", bucket.source(source)),
            ("x-amz-copy-source-if-match", tag),
        ]
        let request = bucket.request(.put, key, headers: headers, body: [])
        _ = try read(bucket.answer(request).body, "CopyObjectResult")
    }

    private func delete(_ key: String) throws(MediaProblem) {
        _ = try bucket.answer(bucket.request(.delete, key), [200, 204, 404])
    }
}
