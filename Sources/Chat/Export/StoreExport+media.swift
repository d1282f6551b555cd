import Domain
import JSON
import Storage

/// U-40: keeps the bytes of the uploads that an export has lines of.
package protocol ExportedBytes: AnyObject {
    /// Their SHA-256, in hexadecimal digits; nil: they are not there, or cannot be kept, and the upload gets no line.
    func take(_ media: StoredMedia) -> String?
}

/// Whether uploads have lines, by their ids, as far as that is known.
final class ExportedMedia {
    let bytes: any ExportedBytes
    fileprivate var hasLine: [String: Bool] = [:]

    init(_ bytes: any ExportedBytes) { self.bytes = bytes }
}

extension StoreExport {
    /// In the order in which they were prepared. `account`: its own. Nil: all.
    func exportMedia(of account: Account?) throws(StoreError) {
        guard media != nil else { return }
        var after: MediaNumber = 0
        while true {
            let page = try MediaReader.page(of: account?.number, behind: after, limit: Self.page, in: store)
            guard let last = page.last else { return }
            after = last.number
            for media in page { _ = try exports(media.id) }
        }
    }

    /// Whether an upload has a line. It is written before anything refers to it.
    func exports(_ id: String) throws(StoreError) -> Bool {
        guard let media else { return false }
        if let known = media.hasLine[id] { return known }
        var hasLine = false
        if let found = try StoredMedia.find(id, in: store) { hasLine = try export(found, media.bytes) }
        media.hasLine[id] = hasLine
        return hasLine
    }

    /// False: it is not ready, or its bytes are missing. Nor does an upload of a former owner of the account go along, since an
    /// import would give it to the one who has the account now.
    private func export(_ media: StoredMedia, _ bytes: any ExportedBytes) throws(StoreError) -> Bool {
        let owner = try MediaReader.owner(of: media, in: store)
        guard media.state == .ready, try Account.find(owner, in: store)?.owns(media) == true,
            let digest = bytes.take(media)
        else { return false }
        var thumbnail = try MediaReader.thumbnail(of: media, in: store)
        if let id = thumbnail, try !exports(id) { thumbnail = nil }
        try line("media") { json in
            json.field("mediaID", media.id)
            json.field("userID", owner.text)
            if media.use == .avatar { json.field("use", media.use.name) }
            json.field("mediaType", media.type)
            if !media.name.isEmpty { json.field("name", media.name) }
            json.field("size", media.size)
            json.field("sha256", digest)
            if media.width > 0 { json.field("width", media.width) }
            if media.height > 0 { json.field("height", media.height) }
            if let thumbnail { json.field("thumbnail", thumbnail) }
        }
        return true
    }

    /// Nothing, if there are none.
    func write(media ids: [String], to json: inout JSONWriter) {
        if ids.isEmpty { return }
        json.array("media") { json in
            for id in ids { json.value(id) }
        }
    }

    /// Those of these that have lines.
    func exported(_ ids: [String]) throws(StoreError) -> [String] {
        var exported: [String] = []
        for id in ids where try exports(id) { exported.append(id) }
        return exported
    }
}
