import Glibc

/// Whether a text is an IPv4 or IPv6 address in numbers; names are not looked up, so that a start cannot hang on a resolver.
func isNumericAddress(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
}

/// Whether a text is such an address, or one with the number of its bits that count, which is not 0: `10.0.0.0/8`.
func isNumericNetwork(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard isNumericAddress(String(parts[0])) else { return false }
    if parts.count == 1 { return true }
    guard let bits = Int(parts[1]), String(bits) == parts[1] else { return false }
    return (1...(parts[0].utf8.contains(UInt8(ascii: ":")) ? 128 : 32)).contains(bits)
}
