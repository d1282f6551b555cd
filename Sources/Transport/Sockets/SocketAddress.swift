import CLinux
import Glibc

/// An IP address and a port. IPv4 is kept as IPv4-mapped IPv6, so that one peer has one spelling.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address alone.
    package struct Host: Hashable, Sendable {
        fileprivate let high: UInt64
        fileprivate let low: UInt64

        fileprivate var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

        /// With zeros instead of all bits after so many.
        fileprivate func prefix(_ bits: Int) -> Host {
            Host(high: high & ~(.max >> UInt64(min(bits, 64))), low: low & ~(.max >> UInt64(max(bits - 64, 0))))
        }
    }

    /// The unit by which limits per peer count: an IPv4 address, or the first 64 bits of an IPv6 address, which are the least
    /// that a subscriber is given (RFC 6177 §2).
    package struct Network: Hashable, Sendable {
        private let prefix: Host

        /// Another one for each network.
        package var name: String { "\(String(prefix.high, radix: 16)):\(String(prefix.low, radix: 16))" }

        fileprivate init(_ host: Host) {
            prefix = host.isIPv4 ? host : Host(high: host.high, low: 0)
        }
    }

    /// Addresses that begin alike: `10.0.0.0/8`, `fd00::/8`, or a single one.
    package struct Block: Hashable, Sendable {
        private let first: Host
        /// How many of a host's 128 bits count.
        private let bits: Int

        package init?(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let host = SocketAddress(String(parts[0]), port: 0)?.host else { return nil }
            let isIPv4 = !parts[0].contains(":")
            var bits = isIPv4 ? 32 : 128
            if parts.count == 2 {
                guard let number = Int(parts[1]), (0...bits).contains(number), String(number) == parts[1] else {
                    return nil
                }
                bits = number
            }
            self.bits = isIPv4 ? bits + 96 : bits
            first = host.prefix(self.bits)
        }

        package func contains(_ host: Host) -> Bool { host.prefix(bits) == first }

        /// Of a text that is no address it has nothing.
        package func contains(hostText text: String) -> Bool {
            SocketAddress(text, port: 0).map { contains($0.host) } ?? false
        }
    }

    package let host: Host
    public let port: UInt16

    /// Of a peer on the same machine that has no address: it came by a Unix socket.
    static let ofUnixPeer = SocketAddress(bytes: [127, 0, 0, 1], port: 0)

    /// Only this machine can reach it.
    package var isLoopback: Bool {
        let isFirst = host.high == 0 && host.low == 1
        return isFirst || host.isIPv4 && (host.low >> 24) & 0xFF == 127
    }

    package var network: Network { Network(host) }

    /// Reads a numeric address; names are not looked up.
    public init?(_ text: String, port: UInt16) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            host = Host(high: 0, low: 0xFFFF << 32 | UInt64(UInt32(bigEndian: four.s_addr)))
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            host = withUnsafeBytes(of: six) {
                Host(
                    high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                    low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
            }
        } else {
            return nil
        }
        self.port = port
    }

    /// 4 or 16 bytes, in the order of the network.
    init(bytes: [UInt8], port: UInt16) {
        precondition(bytes.count == 4 || bytes.count == 16, "an address of \(bytes.count) bytes")
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        host =
            bytes.count == 4
            ? Host(high: 0, low: 0xFFFF << 32 | number(bytes[...]))
            : Host(high: number(bytes[..<8]), low: number(bytes[8...]))
        self.port = port
    }

    package init(_ storage: sockaddr_storage) {
        if storage.ss_family == sa_family_t(AF_INET) {
            let four = withUnsafeBytes(of: storage) { $0.loadUnaligned(as: sockaddr_in.self) }
            host = Host(high: 0, low: 0xFFFF << 32 | UInt64(UInt32(bigEndian: four.sin_addr.s_addr)))
            port = UInt16(bigEndian: four.sin_port)
        } else {
            let six = withUnsafeBytes(of: storage) { $0.loadUnaligned(as: sockaddr_in6.self) }
            host = withUnsafeBytes(of: six.sin6_addr) {
                Host(
                    high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                    low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
            }
            port = UInt16(bigEndian: six.sin6_port)
        }
    }

    public var description: String { host.isIPv4 ? "\(hostText):\(port)" : "[\(hostText)]:\(port)" }

    /// The address alone.
    public var hostText: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        if host.isIPv4 {
            var four = in_addr(s_addr: UInt32(truncatingIfNeeded: host.low).bigEndian)
            inet_ntop(AF_INET, &four, &text, socklen_t(text.count))
        } else {
            var six = in6()
            inet_ntop(AF_INET6, &six, &text, socklen_t(text.count))
        }
        return string(text)
    }

    /// Gives the address to a system call.
    package func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        if host.isIPv4 {
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            four.sin_addr.s_addr = UInt32(truncatingIfNeeded: host.low).bigEndian
            return withUnsafeBytes(of: &four) {
                // The structure is not empty.
                body($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t($0.count))
            }
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        six.sin6_addr = in6()
        return withUnsafeBytes(of: &six) {
            // The structure is not empty.
            body($0.assumingMemoryBound(to: sockaddr.self).baseAddress!, socklen_t($0.count))
        }
    }

    package var family: Int32 { host.isIPv4 ? AF_INET : AF_INET6 }

    private func in6() -> in6_addr {
        var six = in6_addr()
        withUnsafeMutableBytes(of: &six) {
            $0.storeBytes(of: host.high.bigEndian, as: UInt64.self)
            $0.storeBytes(of: host.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return six
    }

    private func string(_ text: [CChar]) -> String {
        // It ends with a 0.
        text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
