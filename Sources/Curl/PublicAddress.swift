import Glibc

/// Whether an address is one of the open Internet, and not of this machine, its network, or a way around to them.
func isPublic(socketAddress: UnsafeRawPointer) -> Bool {
    switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET:
        let address = socketAddress.loadUnaligned(as: sockaddr_in.self).sin_addr
        return withUnsafeBytes(of: address) { isPublic(Array($0)) }
    case AF_INET6:
        let address = socketAddress.loadUnaligned(as: sockaddr_in6.self).sin6_addr
        return withUnsafeBytes(of: address) { isPublic(Array($0)) }
    default:
        return false
    }
}

/// `address` in network order: 4 bytes, or 16.
func isPublic(_ address: [UInt8]) -> Bool {
    if address.count == 4 { return !notPublic4.contains { $0.contains(address) } }
    // These stand for an IPv4 address: mapped (RFC 4291 §2.5.5.2), and translated (RFC 6052 §2.1).
    for prefix in [mapped, translated] where prefix.contains(address) { return isPublic(Array(address[12...])) }
    return global6.contains(address) && !notPublic6.contains { $0.contains(address) }
}

private struct Prefix {
    let start: [UInt8]
    let bits: Int

    init(_ start: [UInt8], _ bits: Int) {
        self.start = start
        self.bits = bits
    }

    func contains(_ address: [UInt8]) -> Bool {
        for (number, (byte, own)) in zip(address, start).enumerated() {
            let counted = min(max(bits - number * 8, 0), 8)
            if (byte ^ own) & ~(0xFF >> counted) != 0 { return false }
        }
        return true
    }
}

/// The special-purpose registry of RFC 6890 as it is today, multicast and what is reserved.
private let notPublic4 = [
    Prefix([0], 8), Prefix([10], 8), Prefix([100, 64], 10), Prefix([127], 8), Prefix([169, 254], 16),
    Prefix([172, 16], 12), Prefix([192, 0, 0], 24), Prefix([192, 0, 2], 24), Prefix([192, 88, 99], 24),
    Prefix([192, 168], 16), Prefix([198, 18], 15), Prefix([198, 51, 100], 24), Prefix([203, 0, 113], 24),
    Prefix([224], 4), Prefix([240], 4),
]

private let mapped = Prefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)
private let translated = Prefix([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
private let global6 = Prefix([0x20], 3)

/// Of the global ones: protocols and Teredo, documentation, 6to4.
private let notPublic6 = [
    Prefix([0x20, 0x01, 0x00], 23), Prefix([0x20, 0x01, 0x0D, 0xB8], 32), Prefix([0x20, 0x02], 16),
    Prefix([0x3F, 0xFF, 0x00], 20),
]
