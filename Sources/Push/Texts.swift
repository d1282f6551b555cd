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

/// Encodes `text`, or the most of it with which the encoding has at most `limit` bytes.
func fit(_ text: String, into limit: Int, encode: (String) -> [UInt8]) -> [UInt8] {
    let whole = encode(text)
    if whole.count <= limit { return whole }
    let scalars = Array(text.unicodeScalars)
    var (fitting, tooMany) = (0, scalars.count)
    while fitting + 1 < tooMany {
        let half = (fitting + tooMany) / 2
        if encode(cut(scalars, half)).count <= limit { fitting = half } else { tooMany = half }
    }
    return encode(cut(scalars, fitting))
}

private func cut(_ scalars: [Unicode.Scalar], _ count: Int) -> String {
    var text = String.UnicodeScalarView(scalars[..<count])
    text.append("…")
    return String(text)
}
