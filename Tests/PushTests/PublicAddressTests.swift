import Glibc
import Testing

@testable import Curl

struct PublicAddressTests {
    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.19.0.1", "203.0.113.7", "224.0.0.1",
        "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "fe80::1", "fc00::1",
        "fd12:3456::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "::127.0.0.1",
    ])
    func `what leads into a network of one's own is not public`(address: String) {
        #expect(!isPublic(bytes(of: address)), "\(address)")
    }

    @Test(arguments: [
        "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.167.0.1", "193.0.0.1",
        "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808",
    ])
    func `the open Internet is`(address: String) {
        #expect(isPublic(bytes(of: address)), "\(address)")
    }

    private func bytes(of address: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 { return Array(bytes[..<4]) }
        precondition(inet_pton(AF_INET6, address, &bytes) == 1, "no address: \(address)")
        return bytes
    }
}
