/// The header `tracestate`, whose entries are passed on and never looked into (W3C Trace Context §3.3).
enum TraceState {
    /// The entries with commas between them; empty if one of them is none, or if there are too many.
    static func read(_ header: UnsafeRawBufferPointer) -> String {
        var entries: [Substring.UTF8View] = []
        for member in String(decoding: header, as: UTF8.self).utf8.split(separator: UInt8(ascii: ",")) {
            let entry = trimmed(member)
            if entry.isEmpty { continue }
            guard isEntry(entry), entries.count < mostEntries else { return "" }
            entries.append(entry)
        }
        shorten(&entries)
        return entries.map { String(Substring($0)) }.joined(separator: ",")
    }

    /// Spaces belong to the value's beginning, but not to its end.
    private static func trimmed(_ member: Substring.UTF8View) -> Substring.UTF8View {
        var member = member.drop(while: isBlank)
        while let last = member.last, isBlank(last) { member.removeLast() }
        return member
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isEntry(_ entry: Substring.UTF8View) -> Bool {
        guard let sign = entry.firstIndex(of: UInt8(ascii: "=")), let first = entry.first else { return false }
        let (key, value) = (entry[..<sign], entry[sign...].dropFirst())
        return (1...256).contains(key.count) && isLetterOrDigit(first) && key.allSatisfy(isOfKey)
            && (1...256).contains(value.count)
            && value.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isOfKey(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "_-*/@".utf8.contains(byte)
    }

    /// Long entries go first, then the last ones (§3.3.1.5).
    private static func shorten(_ entries: inout [Substring.UTF8View]) {
        func length() -> Int { entries.reduce(0) { $0 + $1.count + 1 } - 1 }
        while length() > mostBytes, let long = entries.lastIndex(where: { $0.count > longEntry }) {
            entries.remove(at: long)
        }
        while length() > mostBytes { entries.removeLast() }
    }
}

private let mostEntries = 32
private let mostBytes = 512
private let longEntry = 128
