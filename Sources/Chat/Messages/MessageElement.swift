import ClientProtocol
import Domain
import JSON

/// M-53: a part of a message of type 20. Each is judged as a message of its kind, and refers to uploads of its own.
package struct MessageElement: Sendable {
    let kind: MessageKind
    /// The ids of the uploads.
    let media: [String]

    private static let most = 20

    /// Those of a body.
    package static func list(in body: String, textCharacters: Int) throws(Refusal) -> [MessageElement] {
        let document = JSONDocument()
        guard let elements = (try? document.parse(body))?["elements"]?.elements, (1...most).contains(elements.count)
        else { throw Refusal(.messageParameters, "body must have 1 to \(most) elements", keys: ["body"]) }
        return try elements.enumerated().map { place, element throws(Refusal) in
            guard let read = MessageElement(element, textCharacters: textCharacters) else {
                throw Refusal(
                    .messageParameters,
                    "elements[\(place)] must be an object with type, body and perhaps media, as of a message of its own",
                    keys: ["body"])
            }
            return read
        }
    }

    private init?(_ json: JSONValue, textCharacters: Int) {
        guard let kind = json["type"]?.int64.flatMap(MessageKind.init), MessageKind.single.contains(kind),
            let body = json["body"], body.kind == .object
        else { return nil }
        if kind == .text, !(1...textCharacters).contains(body["text"]?.string?.unicodeScalars.count ?? 0) { return nil }
        (self.kind, media) = (kind, json["media"]?.elements?.compactMap(\.string) ?? [])
        let isWhole = json["media"].map { $0.isNull || $0.kind == .array && $0.count == media.count } ?? true
        guard isWhole, media.allSatisfy({ (1...64).contains($0.utf8.count) }) else { return nil }
    }

    /// A push says of them the texts in their order, or else what the first one is. The body is one that was taken.
    static func said(in body: String) -> (kind: MessageKind, text: String?) {
        let document = JSONDocument()
        guard let elements = (try? document.parse(body))?["elements"]?.elements else { return (.elements, nil) }
        let kinds = elements.map { $0["type"]?.int64.flatMap(MessageKind.init) ?? .custom }
        let texts = zip(kinds, elements).compactMap { kind, element in
            kind == .text ? element["body"]?["text"]?.string : nil
        }
        return texts.isEmpty ? (kinds.first ?? .elements, nil) : (.text, texts.joined(separator: " "))
    }
}

extension [MessageElement] {
    /// The uploads to which their message refers: those beside them, and their own (U-20).
    package func media(beside ids: [String]) throws(Refusal) -> [String] {
        var media = ids
        for id in flatMap(\.media) where !media.contains(id) { media.append(id) }
        guard media.count <= MessageMedia.most else {
            throw Refusal(
                .messageParameters, "a message refers to up to \(MessageMedia.most) uploads", keys: ["body"])
        }
        return media
    }
}
