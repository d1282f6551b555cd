import Bytes
import Chat
import ClientProtocol
import Domain
import JSON
import Media
import Settings
import Storage

/// A user uploads pictures and files, and reads them (docs/media.md).
extension OperationTable {
    @OperationList static var media: [OperationDefinition] {
        let ids = Parameter.strings("mediaIDs", count: 1...50, bytes: 1...64, "The uploads.")
        Operation(
            "media.url",
            "Asks for the URLs of uploads: own ones, and those to which messages refer that the history shows. A URL "
                + "can be read without a session until it ends. It is the same for a quarter of an hour; that of an avatar "
                + "stays the same.",
            roles: .user, parameters: [ids],
            result: [
                Field(
                    "urls",
                    .list(
                        .object([
                            Field("mediaID", .string), Field(optional: "url", .string),
                            Field(optional: "until", .milliseconds),
                            Field(optional: "code", .integer, "Instead: 1010, there is none for the caller."),
                        ])),
                    "In the order asked for. If there is none for the caller at all, the request is refused with 1010.")
            ], errors: [.noMessage, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let ids = try request(ids)
            let reader = MediaReader(request.messageReader(for: caller))
            let context = request.context
            guard let services = context.media else { throw .mediaOff }
            return .read { transaction, json throws(CommandError) in
                let found = try reader.find(ids, in: transaction)
                guard found.contains(where: { $0.media != nil }) else {
                    throw .refused(.noMessage, keys: ["mediaIDs"])
                }
                let end = MediaGrant.end(
                    at: context.configuration.now.time, seconds: context.configuration.media.urlSeconds)
                json.array("urls") { json in
                    for one in found {
                        json.object { json in
                            json.field("mediaID", one.id)
                            guard let media = one.media?.served else {
                                return json.field("code", ErrorCode.noMessage.code)
                            }
                            let until = min(end, one.end ?? .max)
                            let url = one.media.flatMap(services.publicURL)
                            json.field("url", url ?? services.store.url(of: media, until: until))
                            json.field("until", until.rawValue)
                        }
                    }
                }
            }
        }

        Operation(
            "media.list", "Lists the caller's uploads, the newest first.", roles: .user, parameters: [cursor, limit],
            result: listResult(StoredMedia.shownType), errors: [.unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let (cursor, limit) = (try request(cursor), try request(limit))
            return .read { transaction, json throws(CommandError) in
                try json.list(of: caller.account, after: cursor, limit: limit, in: transaction)
            }
        }

        Operation(
            "media.delete",
            "Deletes an upload of the caller's. Messages that refer to it stay, and show that it is deleted.",
            roles: .user, parameters: [MediaParameters.id], errors: [.noMessage, .unavailable],
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let id = try request(MediaParameters.id)
            return .change { chat, _ throws(CommandError) in
                guard try chat.uploads.delete(id, of: caller.account) else {
                    throw .refused(.noMessage, keys: ["mediaID"])
                }
            }
        }
    }

    @OperationList static var mediaForAdministrators: [OperationDefinition] {
        Operation(
            "admin.media.get", "Reads what is known of an upload.", roles: .admin, parameters: [MediaParameters.id],
            result: [Field("owner", .string, "The user who has uploaded it.")] + StoredMedia.fields
                + [Field(optional: "url", .string, "Only if its bytes are there: where they can be read for an hour.")],
            errors: [.noMessage, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let id = try request(MediaParameters.id)
            let context = request.context
            return .read { transaction, json throws(CommandError) in
                guard let media = try stored(StoredMedia.find(id, in: transaction)) else {
                    throw .refused(.noMessage, keys: ["mediaID"])
                }
                json.field("owner", try stored(MediaReader.owner(of: media, in: transaction)).text)
                json.media(media, thumbnail: try stored(MediaReader.thumbnail(of: media, in: transaction)))
                if let url = context.media?.url(of: media, context.configuration) { json.field("url", url) }
            }
        }

        let anybody = Parameter.user("userID", "The user. Left out: all together.").optional
        Operation(
            "admin.media.list", "Lists the uploads of a user, or all, the newest first.", roles: .admin,
            parameters: [anybody, cursor, limit],
            result: listResult(
                ValueType.object(
                    [Field("owner", .string, "The user who has uploaded it.")] + StoredMedia.fields,
                    called: "OwnedMedia")),
            errors: [.noAccount, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let user = try request(anybody).map { UserID(naming: $0) }
            let (cursor, limit) = (try request(cursor), try request(limit))
            return .read { transaction, json throws(CommandError) in
                let owner = try user.map { user throws(CommandError) in try MediaReader.owner(user, in: transaction) }
                try json.list(of: owner, after: cursor, limit: limit, showsOwners: true, in: transaction)
            }
        }

        Operation(
            "admin.media.delete",
            "Deletes an upload, whoever has uploaded it. Messages that refer to it stay, and show that it is deleted.",
            roles: .admin, parameters: [MediaParameters.id], errors: [.noMessage, .unavailable],
            badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let id = try request(MediaParameters.id)
            return .change { chat, _ throws(CommandError) in
                guard try chat.uploads.delete(id, of: nil) else { throw .refused(.noMessage, keys: ["mediaID"]) }
            }
        }

        let thumbnail = Parameter.string(
            "thumbnail", bytes: 1...64,
            "A complete upload of the same user: a picture of up to 64 KiB and 640 pixels each way.")
        Operation(
            "admin.media.setThumbnail",
            "Gives an upload another small picture, which lives and is read as the upload itself. Messages show it.",
            roles: .admin, parameters: [MediaParameters.id, thumbnail], errors: [.noMessage, .forbidden, .unavailable],
            badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let (id, thumbnail) = (try request(MediaParameters.id), try request(thumbnail))
            return .change { chat, _ throws(CommandError) in try chat.uploads.setThumbnail(id, to: thumbnail) }
        }

        Operation(
            "admin.media.usage", "Tells how much a user, or all together, have uploaded.", roles: .admin,
            parameters: [anybody],
            result: [
                Field("files", .integer, "How many uploads there are."),
                Field("bytes", .integer, "How many bytes they have, those under way with the size that was announced."),
            ], errors: [.noAccount, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let user = try request(anybody).map { UserID(naming: $0) }
            return .read { transaction, json throws(CommandError) in
                let owner = try user.map { user throws(CommandError) in try MediaReader.owner(user, in: transaction) }
                let usage = try stored(MediaReader.usage(of: owner, in: transaction))
                json.field("files", usage.files)
                json.field("bytes", usage.bytes)
            }
        }

        let isReady = Parameter.flag(
            "ready", "True: everybody who sees it may have it; false: it is refused, and goes.")
        Operation(
            "admin.media.review",
            "Ends the review of an upload (`media.review`). A later review can refuse what was ready; nothing makes a "
                + "refused one ready.",
            roles: .admin, parameters: [MediaParameters.id, isReady],
            result: [Field("state", .words(["ready", "refused"]), "The state from now on.")],
            errors: [.noMessage, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let id = try request(MediaParameters.id)
            let isReady = try request(isReady)
            return .change { chat, json throws(CommandError) in
                json.field("state", try chat.uploads.review(id, isReady: isReady).state.name)
            }
        }
    }
}

enum MediaParameters {
    static let id = Parameter.string("mediaID", bytes: 1...64, "The upload.")
}

private let cursor = Parameter.string("cursor", bytes: 1...20, "Where the page before ended.").optional
private let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many.")
private func listResult(_ upload: ValueType) -> [Field] {
    [
        Field("media", .list(upload), "The newest first."),
        Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
    ]
}

extension JSONWriter {
    fileprivate mutating func list(
        of owner: AccountNumber?, after cursor: String?, limit: Int, showsOwners: Bool = false,
        in store: any Transaction
    ) throws(CommandError) {
        let page = try stored(MediaReader.list(of: owner, after: cursor, limit: limit, in: store))
        let owners = try page.media.map { media throws(CommandError) in
            showsOwners ? try stored(MediaReader.owner(of: media, in: store)) : nil
        }
        array("media") { json in
            for (media, owner) in zip(page.media, owners) {
                json.object { json in
                    if let owner { json.field("owner", owner.text) }
                    json.media(media, thumbnail: nil)
                }
            }
        }
        if let next = page.next { field("cursor", next) }
    }
}

extension StoredMedia {
    /// Nil: its id is not one that a gateway has given.
    var served: ServedMedia? {
        MediaID(id).map { ServedMedia(id: $0, type: type, name: name, size: Int(size)) }
    }
}
