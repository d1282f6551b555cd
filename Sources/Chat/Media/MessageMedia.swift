import ClientProtocol
import Domain
import JSON

/// U-21: a picture or file to which a message refers, as the message shows it.
package struct MessageMedia: Equatable, Sendable {
    package let id: String
    package let state: MediaState
    let type: String
    let name: String
    let size: Int64
    let width: Int64
    let height: Int64
    /// The id of its small picture; nil: it has none.
    let thumbnail: String?
}

extension MessageMedia {
    /// U-28: of what is deleted or refused nothing is left but that.
    init(_ media: StoredMedia, thumbnail: String?) {
        let isThere = media.state.isUsable
        self.init(
            id: media.id, state: media.state, type: isThere ? media.type : "", name: isThere ? media.name : "",
            size: isThere ? media.size : 0, width: isThere ? media.width : 0, height: isThere ? media.height : 0,
            thumbnail: isThere ? thumbnail : nil)
    }

    /// Nil: no gateway has written this.
    init?(_ json: JSONValue) {
        guard let id = json["mediaID"]?.string, let state = json["state"]?.string.flatMap(MediaState.init) else {
            return nil
        }
        self.init(
            id: id, state: state, type: json["type"]?.string ?? "", name: json["name"]?.string ?? "",
            size: json["size"]?.int64 ?? 0, width: json["width"]?.int64 ?? 0, height: json["height"]?.int64 ?? 0,
            thumbnail: json["thumbnail"]?.string)
    }

    func write(to json: inout JSONWriter) {
        json.field("mediaID", id)
        json.field("state", state.name)
        guard state.isUsable else { return }
        json.field("type", type)
        if !name.isEmpty { json.field("name", name) }
        json.field("size", size)
        if width > 0 { json.field("width", width) }
        if height > 0 { json.field("height", height) }
        if let thumbnail { json.field("thumbnail", thumbnail) }
    }

    package static let type = ValueType.object(
        [
            Field("mediaID", .string, "Its id, for `media.url`."),
            Field(
                "state", .words(["ready", "pending", "refused", "deleted"]),
                "`pending`: it waits for a review; of `refused` and `deleted` ones nothing else is told."),
            Field(optional: "type", .string, "Its media type."),
            Field(optional: "name", .string, "As its owner calls it, if it has a name."),
            Field(optional: "size", .integer, "In bytes."), Field(optional: "width", .integer, "In pixels, if known."),
            Field(optional: "height", .integer, "In pixels, if known."),
            Field(optional: "thumbnail", .string, "The id of its small picture, if it has one."),
        ], called: "MessageMedia")

    /// The bytes that it takes in a message, about.
    static let weight = 200
    /// In one message (U-20).
    package static let most = 10
}
