/// The header in which proxies say whose request they pass on. Each appends the address that it was reached from.
package enum ForwardedHeader: String, CaseIterable, Sendable {
    case xForwardedFor = "X-Forwarded-For"
    /// RFC 7239.
    case forwarded = "Forwarded"

    /// The hops that the request names, the last one first. Each is an address with or without a port, or anything else
    /// that a client made up. The list left of a hop is not read before the hop is known, because a client may have
    /// written it.
    package func hops(of headers: HTTPHeaders) -> Hops {
        Hops(header: self, lines: headers.values(of: rawValue))
    }

    package struct Hops: Sequence, IteratorProtocol {
        fileprivate let header: ForwardedHeader
        /// The values that have not been read yet; several lines are one list (RFC 9110 §5.3).
        fileprivate var lines: [ArraySlice<UInt8>]

        package mutating func next() -> String? {
            while let line = lines.popLast() {
                let start = header.startOfLast(line)
                if start > line.startIndex { lines.append(line[..<(start - 1)]) }
                let element = line[start...].trimmingWhitespace
                if element.isEmpty { continue }
                return header.node(element)
            }
            return nil
        }
    }

    /// Where the list's last element begins. Read from the right, so that quotes of earlier elements do not matter.
    private func startOfLast(_ line: ArraySlice<UInt8>) -> Int {
        var isQuoted = false
        for index in line.indices.reversed() {
            if line[index] == UInt8(ascii: "\""), self == .forwarded { isQuoted.toggle() }
            if line[index] == UInt8(ascii: ","), !isQuoted { return index + 1 }
        }
        return line.startIndex
    }

    /// The text in which the address is; empty where an element of `Forwarded` has none.
    private func node(_ element: ArraySlice<UInt8>) -> String {
        if self == .xForwardedFor { return String(decoding: element, as: UTF8.self) }
        for pair in element.split(separator: UInt8(ascii: ";")) {
            let pair = pair.trimmingWhitespace
            guard pair.prefix(4).equalsIgnoringCase("for=") else { continue }
            var value = pair.dropFirst(4)
            if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                value = value.dropFirst().dropLast()
            }
            return String(decoding: value, as: UTF8.self)
        }
        return ""
    }
}
