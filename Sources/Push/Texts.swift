import Domain

/// The most of `text` that has at most `limit` bytes of UTF-8, in one line.
func printable(_ text: String, upTo limit: Int) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        let next = isControl ? " " : scalar
        if result.utf8.count + UTF8.width(next) > limit { break }
        result.unicodeScalars.append(next)
    }
    return result
}

/// Encodes the content, or as much of its body as makes an encoding of at most `limit` bytes.
func fit(_ content: PushContent, into limit: Int, encode: (PushContent) -> [UInt8]) -> [UInt8] {
    let whole = encode(content)
    if whole.count <= limit { return whole }
    func encoded(_ count: Int) -> [UInt8] {
        encode(PushContent(title: content.title, body: content.body.prefix(count) + "…"))
    }
    var (fitting, tooMany) = (0, content.body.count)
    while fitting + 1 < tooMany {
        let half = (fitting + tooMany) / 2
        if encoded(half).count <= limit { fitting = half } else { tooMany = half }
    }
    return encoded(fitting)
}

/// P-34: between graphemes. `measure`: how a maker counts a text.
func cut(_ text: String, to limit: Int, by measure: (String) -> Int = { $0.unicodeScalars.count }) -> String {
    if measure(text) <= limit { return text }
    var result = ""
    for character in text {
        if measure(result) + measure("\(character)…") > limit { break }
        result.append(character)
    }
    return result + "…"
}
