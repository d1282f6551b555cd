import Domain
import EventLoop
import Framing
import Media
import Meters
import Settings
import Telemetry
import Transport

/// `/v1/media/{id}`: takes the bytes of uploads, and gives media out, where they are in a directory (docs/media.md). The URL says
/// all that has to be known, so nothing is asked of the store's rows.
final class MediaDoor {
    private let link: ShardLink
    private let services: MediaServices
    let store: DirectoryStore
    private let strangers: StrangerRates
    /// The steps that follow once a thread has an answer, by the number of the question.
    private var awaited: [Int: Any] = [:]
    private var lastNumber = 0

    /// Nil: no bytes pass here.
    init?(_ link: ShardLink, _ strangers: StrangerRates) {
        guard let services = link.context.media, let directory = services.directory else { return nil }
        self.link = link
        self.services = services
        self.strangers = strangers
        store = directory
    }

    // MARK: - Requests

    /// `rest`: of the path. Nil: the response comes later.
    func respond(to request: HTTPRequest, for rest: String, on connection: Connection) -> HTTPResponse? {
        let headers = headers(for: request, on: connection)
        if request.method == .options {
            return HTTPResponse(.noContent, headers: headers.isAllowed ? headers.all + Self.preflight : headers.all)
        }
        do throws(Refusal) {
            switch (try grant(of: request, for: rest), request.method) {
            case (.upload(let upload, _), .head): tellOffset(of: upload, to: connection.id, headers.all)
            case (.reading(let id, let type, let name, let end), .get),
                (.reading(let id, let type, let name, let end), .head):
                let seconds = end == .max ? nil : Int((end - now).seconds.rawValue)
                give(
                    id, MediaHeaders(id: id, type: type, name: name, seconds: seconds), request, connection.id,
                    headers.all)
            case (.upload, _): throw Refusal(.methodNotAllowed, [HTTPHeader("Allow", "HEAD, PATCH, PUT, OPTIONS")])
            case (.reading, _): throw Refusal(.methodNotAllowed, [HTTPHeader("Allow", "GET, HEAD, OPTIONS")])
            }
            return nil
        } catch {
            return refusal(error, headers.all, on: connection)
        }
    }

    /// Nil: the bytes are taken as they come.
    func receive(_ request: HTTPRequest, for rest: String, bytes: Int?, on connection: Connection) -> HTTPResponse? {
        let headers = headers(for: request, on: connection)
        do throws(Refusal) {
            guard case .upload(let upload, _) = try grant(of: request, for: rest) else {
                throw Refusal(.methodNotAllowed, [HTTPHeader("Allow", "GET, HEAD, OPTIONS")])
            }
            if !headers.isAllowed { throw Refusal(.forbidden) }
            guard let bytes else { throw Refusal(.lengthRequired) }
            if link.context.readiness.isDraining { throw Refusal(.serviceUnavailable) }
            // U-14: the bytes are those of the file.
            if request.headers.first(of: "content-encoding") != nil { throw Refusal(.unsupportedMediaType) }
            let startsAnew = request.method == .put
            let offset = startsAnew ? 0 : try offset(of: request)
            guard bytes <= upload.size - offset else { throw Refusal(.contentTooLarge) }
            if startsAnew, bytes < upload.size { throw Refusal(.badRequest) }
            switch services.places.take(upload.owner) {
            case .ofOwner?: throw Refusal(.tooManyRequests)
            case .ofAll?: throw Refusal(.serviceUnavailable)
            case nil: break
            }
            let incoming = IncomingUpload(
                upload, at: offset, startsAnew: startsAnew, on: connection.id, headers.all, by: self)
            link.shard.bodies.begin(connection, to: incoming)
            return nil
        } catch {
            return refusal(error, headers.all, on: connection)
        }
    }

    private struct Refusal: Error {
        let status: HTTPStatus
        let headers: [HTTPHeader]
        /// The sender has shown nothing that the gateway has signed.
        var isOfStranger = false

        init(_ status: HTTPStatus, _ headers: [HTTPHeader] = [], isOfStranger: Bool = false) {
            self.status = status
            self.headers = headers
            self.isOfStranger = isOfStranger
        }
    }

    private func refusal(_ refusal: Refusal, _ headers: [HTTPHeader], on connection: Connection) -> HTTPResponse {
        if refusal.isOfStranger, !strangers.admits(connection) { return StrangerRates.page }
        return Self.response(refusal.status, headers + refusal.headers)
    }

    private func grant(of request: HTTPRequest, for rest: String) throws(Refusal) -> MediaGrant {
        guard let grant = services.signer.grant(of: request, for: rest, at: now) else {
            throw Refusal(.forbidden, isOfStranger: true)
        }
        return grant
    }

    /// Digits alone; a number that is too long is beyond every file.
    private func offset(of request: HTTPRequest) throws(Refusal) -> Int {
        guard let text = request.headers.first(of: "upload-offset"), !request.headers.hasSeveral("upload-offset"),
            !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw Refusal(.badRequest) }
        return Int(text) ?? .max
    }

    /// Of every response; and whether pages of its origin may send.
    private func headers(
        for request: HTTPRequest, on connection: Connection
    ) -> (all: [HTTPHeader], isAllowed: Bool) {
        let vary = HTTPHeader("Vary", "Origin")
        guard let text = request.headers.first(of: "origin") else { return ([vary], true) }
        guard let origin = Origin(text), let host = request.authority,
            link.context.configuration.origins.policy.allows(origin, host: host, secure: connection.isSecure)
        else { return ([vary], false) }
        let shown = "Upload-Offset, Upload-Length, ETag, Accept-Ranges, Content-Range, Retry-After"
        return (
            [
                vary, HTTPHeader("Access-Control-Allow-Origin", text),
                HTTPHeader("Access-Control-Expose-Headers", shown),
            ], true
        )
    }

    private static let preflight = [
        HTTPHeader("Access-Control-Allow-Methods", "GET, HEAD, PATCH, PUT"),
        HTTPHeader("Access-Control-Allow-Headers", "Content-Type, Upload-Offset, Range, If-Range, If-None-Match"),
        HTTPHeader("Access-Control-Max-Age", "600"),
    ]

    // MARK: - Answers

    private func tellOffset(of upload: Upload, to connection: ConnectionID, _ headers: [HTTPHeader]) {
        let store = store
        ask(.short) { () throws(MediaProblem) in
            try store.progress(of: upload.id)
        } then: { [self] result in
            let length = HTTPHeader("Upload-Length", "\(upload.size)")
            let response =
                switch result {
                case .success(.at(let offset)): Self.response(.noContent, at: offset, headers + [length])
                case .success(.sealed): Self.response(.noContent, at: upload.size, headers + [length])
                case .success(.gone): Self.response(.notFound, headers)
                case .failure(let problem): Self.response(status(of: problem), headers)
                }
            answer(connection, response)
        }
    }

    private func give(
        _ id: MediaID, _ media: MediaHeaders, _ request: HTTPRequest, _ connection: ConnectionID,
        _ headers: [HTTPHeader]
    ) {
        let store = store
        ask(.short) { () throws(MediaProblem) -> FoundMedia? in
            guard let file = try store.open(id) else { return nil }
            let found = FoundMedia(file, media, request, headers)
            guard let range = found.range, range.count <= mostAtOnce else { return found }
            return found.with(try file.read(at: range.lowerBound, range.count))
        } then: { [self] result in
            switch result {
            case .success(let found?): begin(found, connection)
            case .success(nil): answer(connection, Self.response(.notFound, headers))
            case .failure(let problem): answer(connection, Self.response(status(of: problem), headers))
            }
        }
    }

    private func begin(_ found: FoundMedia, _ connection: ConnectionID) {
        guard found.isLater, let range = found.range else {
            count(.sent, found.range?.count ?? 0)
            return answer(connection, found.response)
        }
        let download = Download(connection, found.file, range, by: self)
        guard let begun = link.shard.streams.begin(connection, found.response, from: download) else { return }
        watch(begun)
        download.read()
    }

    static func response(
        _ status: HTTPStatus, at offset: Int? = nil, _ headers: [HTTPHeader]
    ) -> HTTPResponse {
        var headers = headers + [HTTPHeader("Cache-Control", "no-store")]
        if let offset { headers.append(HTTPHeader("Upload-Offset", "\(offset)")) }
        if [.tooManyRequests, .serviceUnavailable].contains(status) { headers.append(HTTPHeader("Retry-After", "1")) }
        guard let text = Self.reasons[status] else { return HTTPResponse(status, headers: headers) }
        return HTTPResponse(status, text: text, headers: headers)
    }

    private static let reasons: [HTTPStatus: String] = [
        .badRequest: "PATCH wants Upload-Offset, a number; PUT sends all bytes of the file.",
        .forbidden: "This URL has ended or is none, or pages of this origin may not use it.",
        .notFound: "It was removed, or has not come yet.",
        .methodNotAllowed: "This URL is not for that.",
        .lengthRequired: "The length of this body must be said ahead, by Content-Length.",
        .conflict: "The upload goes on at another offset: HEAD tells it.",
        .contentTooLarge: "This is more than the size that was announced.",
        .unsupportedMediaType: "The bytes are taken as they are, without Content-Encoding.",
        .tooManyRequests: "Four connections send uploads of this user already.",
        .checksumMismatch: "The bytes have another digest than was announced. They were dropped; send them again.",
        .serviceUnavailable: "The gateway takes nothing now.",
        .insufficientStorage: "The disk is full.",
    ]

    // MARK: - Of what is under way

    var now: Milliseconds { link.context.configuration.now.time }

    /// Has a thread do something, and goes on here with the result.
    func ask<Answer: Sendable>(
        _ kind: MediaThreads.Kind, _ errand: @escaping @Sendable () throws(MediaProblem) -> Answer,
        then: @escaping (Result<Answer, MediaProblem>) -> Void
    ) {
        lastNumber += 1
        let (number, mailbox) = (lastNumber, link.mailbox)
        let isTaken = services.threads.run(kind) {
            let result = Result { () throws(MediaProblem) in try errand() }
            mailbox.post { $0.media?.take(result, to: number) }
        }
        guard isTaken else {
            services.count(.busy)
            return then(.failure(Self.isBusy))
        }
        awaited[number] = then
    }

    private func take<Answer: Sendable>(_ result: Result<Answer, MediaProblem>, to number: Int) {
        guard let then = awaited.removeValue(forKey: number) as? (Result<Answer, MediaProblem>) -> Void else {
            preconditionFailure("nobody has asked question \(number) of media's threads")
        }
        then(result)
    }

    func status(of problem: MediaProblem) -> HTTPStatus {
        note(problem)
        return switch problem {
        case .full: .insufficientStorage
        case .otherDigest: .checksumMismatch
        case .failed: .serviceUnavailable
        }
    }

    func note(_ problem: MediaProblem) {
        if problem == Self.isBusy { return }
        services.countFault(problem)
        guard case .failed(let reason) = problem else { return }
        services.log.error("media cannot be read or written", ["reason": reason])
    }

    func answer(_ connection: ConnectionID, _ response: HTTPResponse) { link.shard.answer(connection, response) }

    func hold(_ connection: ConnectionID, _ isHeld: Bool) {
        if let connection = link.shard.connection(connection) { link.shard.bodies.hold(connection, isHeld) }
    }

    /// Another connection of its owner may come.
    func end(of upload: Upload) { services.places.giveBack(upload.owner) }

    func count(_ way: MediaWay, _ bytes: Int) { link.metrics.mediaBytes[way].add(bytes) }

    func send(_ piece: [UInt8], to connection: ConnectionID) {
        guard let connection = link.shard.connection(connection) else { return }
        count(.sent, piece.count)
        link.shard.streams.send(Payload(unframed: piece), to: connection)
    }

    func end(_ connection: ConnectionID) {
        if let connection = link.shard.connection(connection) { link.shard.streams.end(connection) }
    }

    func unsent(_ connection: Connection) -> Int { link.shard.streams.unsent(connection) }

    func watch(_ connection: Connection) {
        link.shard.setServiceDeadline(connection, at: (link.now + Self.window).rawValue)
    }

    func addToBuffers(_ bytes: Int) -> Bool { services.buffers.add(bytes) }

    func takeBuffer(_ bytes: Int) -> Bool { services.buffers.take(bytes) }

    func giveBackBuffer(_ bytes: Int) {
        if bytes > 0 { services.buffers.giveBack(bytes) }
    }

    /// How long a client that takes little is watched until it is judged.
    static let window: Milliseconds = 30_000
    private static let isBusy = MediaProblem.failed("too much waits for the disk")
}

/// Bytes of a file that are given out at once.
private let mostAtOnce = 64 << 10
