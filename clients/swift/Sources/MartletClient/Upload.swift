/// What is known of a file that is uploaded.
public struct UploadOptions: Sendable {
    /// `avatar`: a picture of a user or a group, whose `url` is public and stays the same.
    public var use: MediaUse?
    /// The file's own unless given.
    public var name: String?
    /// Its media type; by the ending of the file's name unless given.
    public var type: String?
    /// Of a picture or a film, in pixels.
    public var width: Int?
    public var height: Int?
    /// The id of a small picture of it, which was uploaded before.
    public var thumbnail: String?
    /// Names the upload: a repeat with the same key goes on with it, also in a later run.
    public var key: String?

    public init(
        use: MediaUse? = nil, name: String? = nil, type: String? = nil, width: Int? = nil, height: Int? = nil,
        thumbnail: String? = nil, key: String? = nil
    ) {
        self.use = use
        self.name = name
        self.type = type
        self.width = width
        self.height = height
        self.thumbnail = thumbnail
        self.key = key
    }
}

extension Client {
    /// Uploads a file of the disk, which must not change meanwhile. A lost connection, a gateway that is started again,
    /// and a URL that has ended only delay it: it goes on behind the bytes that have arrived. A task that is cancelled
    /// stops it, and a client that is disconnected fails it with `stopped`; a later call with the same `key` goes on.
    ///
    /// - Parameter progress: Hears how many bytes have arrived.
    @discardableResult
    public func upload(
        _ path: String, _ options: UploadOptions = UploadOptions(),
        progress: @escaping @Sendable (_ sent: Int, _ size: Int) -> Void = { _, _ in }
    ) async throws -> MediaCompleteResult {
        var upload = Upload(
            client: self, file: try UploadFile(path: path), options: options, progress: progress,
            isUnsure: options.key != nil)
        return try await upload.run()
    }
}

/// A file on its way.
private struct Upload {
    /// Progress is told after each piece, and a lost connection loses no more than one.
    private static let piece = 1 << 20
    /// A transfer may take so long, and a millisecond for each byte: the gateway ends slower ones, too (U-16).
    private static let patience = 30_000

    let client: Client
    let file: UploadFile
    let options: UploadOptions
    let progress: @Sendable (Int, Int) -> Void
    /// Only the gateway knows what has arrived.
    var isUnsure: Bool
    /// What has arrived, as far as it is known.
    var sent = 0
    /// How many tries have failed since the last byte arrived.
    var failures = 0
    /// The last try's URL was not taken, or its bytes were changed on the way.
    var hasEnded = false

    mutating func run() async throws -> MediaCompleteResult {
        let named = RequestOptions(timeout: 0, key: .named(options.key ?? randomName()))
        // The gateway takes no longer names.
        let name = String((options.name ?? file.name).suffix(255))
        let prepared = try await client.media.with(named).prepare(
            use: options.use, name: name, type: options.type ?? file.type, size: file.size,
            sha256: try await file.digest())
        let media = client.media.with(RequestOptions(timeout: 0))
        var plan = prepared.upload
        // Without a plan the gateway has the bytes already.
        while let next = plan, try await !isSent(by: next) {
            plan = try await media.prepare(mediaID: prepared.mediaID).upload
        }
        let done = try await media.complete(
            mediaID: prepared.mediaID, width: options.width, height: options.height, thumbnail: options.thumbnail)
        if done.state == .refused {
            throw MartletError(name: "mediaRefused", message: "the gateway has refused \(name)")
        }
        return done
    }

    /// Whether all has been sent. Otherwise another plan may do better, after a while.
    private mutating func isSent(by plan: MediaPrepareResultUpload) async throws -> Bool {
        let before = sent
        do {
            switch plan.kind {
            case .offsets: try await sendFromOffset(plan)
            case .parts: try await sendParts(plan)
            case .form: try await sendForm(plan)
            default: try await sendAll(plan)
            }
            if sent == file.size { return true }
            // Its URLs were for a part of the bytes, or it is of no use.
            if sent > before { return false }
            try await failed(hasMoved: false, MartletError(name: "connectionLost", message: "nothing has arrived"))
        } catch let error as MartletError {
            try await failed(hasMoved: sent > before, error)
        }
        return false
    }

    private mutating func failed(hasMoved: Bool, _ error: MartletError) async throws {
        isUnsure = true
        let isEnd = error.name == "urlEnded" || error.name == "otherDigest"
        let isAgain = isEnd && hasEnded && !hasMoved
        if isAgain || !isEnd && error.name != "connectionLost" { throw error }
        hasEnded = isEnd
        failures = hasMoved ? 1 : failures + 1
        try await pause(retryDelay(failures, .random(in: 0..<1)))
    }

    /// So long, or until there is a session again.
    private func pause(_ milliseconds: Int) async throws {
        let events = client.events
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000) }
            group.addTask { for await case .state(.open) in events { return } }
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// To the gateway itself, behind what it has.
    private mutating func sendFromOffset(_ plan: MediaPrepareResultUpload) async throws {
        let url = try plan.required(plan.url)
        if isUnsure { try await find(url) }
        var wasElsewhere = false
        repeat {
            let end = min(sent + Self.piece, file.size)
            let headers = ["Upload-Offset": String(sent), "Content-Type": "application/offset+octet-stream"]
            let answer = try await transfer("PATCH", url, headers, try file.bytes(from: sent, to: end))
            if answer.status != 409 {
                arrived(end)
            } else if wasElsewhere {
                // A gateway that contradicts itself is asked again after a while, and not at once for ever.
                throw MartletError(name: "connectionLost", message: "two offsets were refused")
            } else {
                wasElsewhere = true
                try await find(url)
            }
        } while sent < file.size
    }

    private mutating func find(_ url: String) async throws {
        guard let offset = try await transfer("HEAD", url).offset, (0...file.size).contains(offset) else {
            throw MartletError(name: "notUploaded", message: "the gateway does not say what has arrived")
        }
        isUnsure = false
        arrived(offset)
    }

    /// The next plan has the URLs of more of them.
    private mutating func sendParts(_ plan: MediaPrepareResultUpload) async throws {
        let (bytes, before) = (try plan.required(plan.bytes), try plan.required(plan.first) - 1)
        guard bytes > 0, before >= 0, before <= file.size / bytes else {
            throw MartletError(name: "notUploaded", message: "the gateway wants parts that the file has not")
        }
        arrived(before * bytes)
        for url in try plan.required(plan.urls) where sent < file.size {
            let end = min(sent + bytes, file.size)
            _ = try await transfer("PUT", url, [:], try file.bytes(from: sent, to: end))
            arrived(end)
        }
    }

    private mutating func sendAll(_ plan: MediaPrepareResultUpload) async throws {
        let url = try plan.required(plan.url)
        _ = try await transfer("PUT", url, plan.headers ?? [:], try file.bytes(from: 0, to: file.size))
        arrived(file.size)
    }

    private mutating func sendForm(_ plan: MediaPrepareResultUpload) async throws {
        let line = "martlet\(randomName())"
        let part = "--\(line)\r\nContent-Disposition: form-data; name="
        let fields = (plan.fields ?? [:]).map { "\(part)\"\($0.key)\"\r\n\r\n\($0.value)\r\n" }.joined()
        // The file comes last: a store takes nothing behind it.
        var body = Array("\(fields)\(part)\"file\"; filename=\"file\"\r\n\r\n".utf8)
        body += try file.bytes(from: 0, to: file.size)
        body += "\r\n--\(line)--\r\n".utf8
        let headers = ["Content-Type": "multipart/form-data; boundary=\(line)"]
        _ = try await transfer("POST", try plan.required(plan.url), headers, body)
        arrived(file.size)
    }

    private mutating func arrived(_ bytes: Int) {
        sent = bytes
        progress(bytes, file.size)
    }

    private func transfer(
        _ method: String, _ url: String, _ headers: [String: String] = [:], _ body: [UInt8] = []
    ) async throws -> TransferAnswer {
        let transfer = Transfer(
            method: method, url: client.absolute(url), headers: headers.map { (name: $0.key, value: $0.value) },
            body: body, milliseconds: Self.patience + body.count)
        let answer: TransferAnswer
        do {
            answer = try await client.core.transport.send(transfer)
        } catch let error where !(error is MartletError || error is CancellationError) {
            throw MartletError(name: "connectionLost", message: "\(error)")
        }
        if answer.status < 300 || answer.status == 409 && method == "PATCH" { return answer }
        throw MartletError(
            system: "http", code: answer.status, name: nameOfRefusal(answer.status), message: "HTTP \(answer.status)")
    }
}

private func nameOfRefusal(_ status: Int) -> String {
    switch status {
    case 408, 425, 429, 500...: "connectionLost"
    // Its time is over, or it belonged to a store that is no more: another may work.
    case 401, 403, 404, 410: "urlEnded"
    case 413: "tooLarge"
    case 460: "otherDigest"
    default: "notUploaded"
    }
}

extension MediaPrepareResultUpload {
    fileprivate func required<Value>(_ value: Value?) throws(MartletError) -> Value {
        guard let value else {
            throw MartletError(name: "notUploaded", message: "the gateway does not say where to send the bytes")
        }
        return value
    }
}

extension Client {
    /// A URL, or a path at the gateway.
    fileprivate func absolute(_ url: String) -> String {
        guard url.hasPrefix("/") else { return url }
        let parts = core.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        // `wss://host` of `wss://host/v1/ws`.
        let origin = parts.prefix(3).joined(separator: "/")
        return (origin.hasPrefix("ws") ? "http" + origin.dropFirst(2) : origin) + url
    }
}
