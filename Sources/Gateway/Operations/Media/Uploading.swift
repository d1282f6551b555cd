import Bytes
import Chat
import ClientProtocol
import Domain
import JSON
import Media
import Settings

enum PrepareMedia {
    static let definition = declaration.user(handle)

    static let declaration = Operation(
        "media.prepare",
        "Begins an upload. The reply says how its bytes are sent; of bytes that the caller has uploaded before, by their "
            + "digest, it says `ready`. With `mediaID` it gives another URL for an upload of the caller's.",
        roles: .user, parameters: [use, name, type, size, digest, id],
        result: [
            Field("mediaID", .string, "The upload's id."),
            Field(
                "state", .words(["uploading", "ready", "pending", "refused"]), "`uploading`: its bytes are awaited."),
            Field(
                optional: "upload",
                .object([
                    Field("kind", .words(["offsets", "put", "form", "parts"]), "See [media.md](media.md)."),
                    Field(optional: "url", .string), Field(optional: "headers", .map(.string)),
                    Field(optional: "fields", .map(.string)), Field(optional: "bytes", .integer),
                    Field(optional: "first", .integer), Field(optional: "urls", .strings),
                    Field("until", .milliseconds, "From then on the bytes are refused."),
                ]), "Only if its bytes are awaited: how they are sent."),
            publicURL,
        ],
        errors: [.noMessage, .tooLarge, .quotaExceeded, .tooMany, .unavailable], badParameter: .messageParameters
    ).hooked(.decides)

    private static let use = Parameter<MediaUse>(
        "use", type: .words(["message", "avatar"]), absent: .message, shown: .text("message"),
        "`avatar`: a PNG, JPEG, GIF or WebP of up to 1 MiB, whose URL is public and stays the same."
    ) { value throws(Mismatch) in
        guard let use = value.string.flatMap(MediaUse.init) else { throw Mismatch("must be message or avatar") }
        return use
    }
    private static let name = Parameter<String>(
        "name", type: .characters(0...255), absent: "", shown: .text(""), "The file's name, for those who save it."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard text.unicodeScalars.count <= 255 else { throw Mismatch("is longer than 255 characters") }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
            throw Mismatch("has a control character")
        }
        return text
    }
    private static let type = Parameter<String?>(
        "type", type: .pattern("^[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9.+-]*$"), absent: .some(nil),
        "Its media type, in small letters, such as `image/png`. Required without `mediaID`."
    ) { value throws(Mismatch) in
        guard let text = value.string, text.utf8.count <= 127, isMediaType(text) else {
            throw Mismatch("must be a media type in small letters, up to 127 bytes")
        }
        return text
    }
    private static let size = Parameter<Int>.integer(
        "size", in: 1...9_007_199_254_740_991, "How many bytes it has. Required without `mediaID`."
    ).optional
    private static let digest = Parameter<[UInt8]?>(
        "sha256", type: .pattern("^[A-Za-z0-9_-]{43}$"), absent: .some(nil),
        "SHA-256 of the bytes, in base64url without padding."
    ) { value throws(Mismatch) in
        guard let text = value.string, text.utf8.count == 43, let bytes = Base64.url.decode(text.utf8),
            bytes.count == 32
        else { throw Mismatch("must be 32 bytes in base64url without padding") }
        return Array(bytes)
    }
    private static let id = Parameter<String>.string(
        "mediaID", bytes: 1...64, "Instead of all others: an upload of the caller's."
    ).optional

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        guard let services = request.context.media else { throw .mediaOff }
        if let id = try request(id) {
            return .change { chat, json throws(CommandError) in
                json.prepared(try chat.uploads.own(id, of: caller.account), services)
            }
        }
        let (use, name) = (try request(use), try request(name))
        guard let type = try request(type) else {
            throw Refusal(.messageParameters, "type is missing", keys: ["type"])
        }
        guard let size = try request(size) else {
            throw Refusal(.messageParameters, "size is missing", keys: ["size"])
        }
        let order = UploadOrder(use: use, name: name, type: type, size: Int64(size), digest: try request(digest))
        return .change { chat, json throws(CommandError) in
            json.prepared(try chat.uploads.prepare(order, by: caller.account), services)
        }
    }
}

enum CompleteMedia {
    static let definition = declaration.user(handle)

    private static let declaration = Operation(
        "media.complete",
        "Says that all bytes of an upload have been sent. They are compared with what was announced; others are refused, "
            + "and go. A repeat gets the same reply.",
        roles: .user, parameters: [MediaParameters.id, width, height, thumbnail],
        result: [
            Field("mediaID", .string, "The upload."),
            Field("state", .words(["ready", "pending", "refused"]), "`pending`: others see it after a review."),
            Field("type", .string, "Its media type."), Field("size", .integer, "In bytes."),
            Field(
                optional: "verified", .words(["digest", "size"]),
                "Only if it is not refused: `digest` if its bytes are those of `sha256`."),
            Field(optional: "width", .integer, "In pixels, if known."),
            Field(optional: "height", .integer, "In pixels, if known."), publicURL,
        ],
        errors: [.noMessage, .conflict, .unavailable], badParameter: .messageParameters)

    private static let width = Parameter<Int>.integer(
        "width", in: 1...1_000_000, "In pixels. Of PNG, JPEG, GIF and WebP the gateway reads it itself."
    ).optional
    private static let height = Parameter<Int>.integer("height", in: 1...1_000_000, "Likewise.").optional
    private static let thumbnail = Parameter<String>.string(
        "thumbnail", bytes: 1...64,
        "An own upload that is complete: a picture of up to 64 KiB and 640 pixels each way, to be shown in its place."
    ).optional

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(MediaParameters.id)
        let (width, height) = (Int64(try request(width) ?? 0), Int64(try request(height) ?? 0))
        let thumbnail = try request(thumbnail)
        guard let services = request.context.media else { throw .mediaOff }
        if let found = try request.found() {
            let finding = UploadFinding(found)
            return .change { chat, json throws(CommandError) in
                let media = try chat.uploads.complete(
                    id, finding, width: width, height: height, thumbnail: thumbnail, by: caller.account)
                json.completed(media, services)
            }
        }
        let (pixels, key) = (request.context.configuration.media.pixels, request.context.askKey)
        return .errand(
            Errand { transaction throws(CommandError) in
                guard let media = try stored(StoredMedia.find(id, in: transaction)),
                    try stored(media.isOwned(by: caller.account, in: transaction))
                else { throw .refused(.noMessage, keys: ["mediaID"]) }
                guard media.state == .uploading else { return { _ in Array("{}".utf8) } }
                let upload = media.upload(key.now)
                return { services throws(Refusal) in
                    UploadFinding(try services.arrival(of: upload), of: media, mostPixels: pixels).text
                }
            } work: { request throws(Refusal) in
                try handle(request, caller)
            })
    }
}

/// The bytes of an upload, as far as they have come.
private enum Arrived {
    case nothing
    case otherBytes
    case whole(Media.Arrival)
}

extension MediaServices {
    fileprivate func arrival(of upload: Upload) throws(Refusal) -> Arrived {
        try asking { store throws(MediaProblem) in
            do throws(MediaProblem) {
                guard let arrival = try store.arrived(upload) else { return .nothing }
                return .whole(arrival)
            } catch .otherDigest {
                return .otherBytes
            }
        }
    }
}

extension UploadFinding {
    /// U-17, U-18: judges the first bytes.
    fileprivate init(_ arrived: Arrived, of media: StoredMedia, mostPixels: Int) {
        switch arrived {
        case .nothing: self.init(problem: .incomplete, isDigestVerified: false, width: 0, height: 0)
        case .otherBytes: self.init(problem: .otherDigest, isDigestVerified: false, width: 0, height: 0)
        case .whole(let arrival):
            let size = PictureSize(beginning: arrival.beginning)
            var problem: Problem?
            if !MediaType.agrees(media.type, with: arrival.beginning) { problem = .otherType }
            // It is shown to everybody, so it is a picture for certain.
            if media.use == .avatar, size == nil { problem = .otherType }
            if problem == nil, let size, size.pixels > mostPixels { problem = .tooManyPixels }
            self.init(
                problem: problem, isDigestVerified: arrival.isDigestVerified, width: Int64(size?.width ?? 0),
                height: Int64(size?.height ?? 0))
        }
    }

    /// As the errand has written it.
    fileprivate init(_ json: JSONValue) {
        self.init(
            problem: json["problem"]?.string.flatMap(Problem.init), isDigestVerified: json["digest"]?.bool ?? false,
            width: json["width"]?.int64 ?? 0, height: json["height"]?.int64 ?? 0)
    }

    fileprivate var text: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            if let problem { json.field("problem", problem.rawValue) }
            json.field("digest", isDigestVerified)
            json.field("width", width)
            json.field("height", height)
        }
        return Array(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func prepared(_ media: StoredMedia, _ services: MediaServices) {
        field("mediaID", media.id)
        field("state", media.state.name)
        if let url = services.publicURL(of: media) { field("url", url) }
    }

    fileprivate mutating func completed(_ media: StoredMedia, _ services: MediaServices) {
        field("mediaID", media.id)
        field("state", media.state.name)
        field("type", media.type)
        field("size", media.size)
        guard media.state.isUsable else { return }
        field("verified", media.isVerified ? "digest" : "size" as StaticString)
        if media.width > 0 { field("width", media.width) }
        if media.height > 0 { field("height", media.height) }
        if let url = services.publicURL(of: media) { field("url", url) }
    }
}

private let publicURL = Field(
    optional: "url", .string, "Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group.")

/// Two names in small letters, with a slash between them.
private func isMediaType(_ text: String) -> Bool {
    let names = text.split(separator: "/", omittingEmptySubsequences: false)
    return names.count == 2
        && names.allSatisfy { name in
            guard let first = name.utf8.first, isLetterOrDigit(first) else { return false }
            return name.utf8.allSatisfy { isLetterOrDigit($0) || ".+-".utf8.contains($0) }
        }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
