import JSON

/// Tinode's formatted text: characters, and styles of ranges of them.
struct Drafty {
    /// The characters with line breaks, without what is quoted; nil: a picture, a file, a form or a call is part of it.
    let text: String?
    /// Whether `text` says all of it.
    let isPlain: Bool

    private static let styles = ["BR", "CO", "DL", "EM", "HD", "HL", "QQ", "RW", "ST"]
    private static let entities = ["LN", "MN", "HT", "QQ"]

    /// Nil: it is something else.
    init?(_ content: JSONValue) {
        guard content.members != nil, content["txt"]?.string != nil || content["fmt"]?.elements != nil else {
            return nil
        }
        var characters = Array(content["txt"]?.string ?? "").map { String($0) }
        let (formats, entities) = (content["fmt"].list, content["ent"].list)
        isPlain = formats.allSatisfy { $0["tp"]?.isString("BR") == true }
        for format in formats {
            guard let name = Self.name(of: format, entities), let range = Self.range(of: format, characters.count)
            else {
                text = nil
                return
            }
            guard name == "BR" || name == "QQ" else { continue }
            for place in range { characters[place] = "" }
            if name == "BR" && !range.isEmpty { characters[range.lowerBound] = "\n" }
        }
        let joined = characters.joined()
        text = joined.allSatisfy(\.isWhitespace) ? nil : joined
    }

    /// Nil for one that is no text's.
    private static func name(of format: JSONValue, _ entities: [JSONValue]) -> String? {
        if let style = format["tp"]?.string, !style.isEmpty { return styles.contains(style) ? style : nil }
        let key = format["key"]?.dumpedNumber ?? 0
        guard key >= 0, key < entities.count, let entity = entities[Int(key)]["tp"]?.string else { return nil }
        return Self.entities.contains(entity) ? entity : nil
    }

    /// Missing numbers are 0.
    private static func range(of format: JSONValue, _ count: Int) -> Range<Int>? {
        let (start, length) = (format["at"]?.dumpedNumber ?? 0, format["len"]?.dumpedNumber ?? 0)
        guard start >= 0, length >= 0, start <= count, length <= Int64(count) - start else { return nil }
        return Int(start)..<Int(start + length)
    }
}
