import Security
import Testing

struct DerivationTests {
    /// RFC 5869, appendix A.1.
    @Test func `a key is derived as the standard's example has it`() {
        let key = HKDF.derive(
            42, from: [UInt8](repeating: 0x0B, count: 22), salt: Array(0...12), info: Array(0xF0...0xF9))
        #expect(
            key == [
                0x3C, 0xB2, 0x5F, 0x25, 0xFA, 0xAC, 0xD5, 0x7A, 0x90, 0x43, 0x4F, 0x64, 0xD0, 0x36, 0x2F, 0x2A, 0x2D,
                0x2D, 0x0A, 0x90, 0xCF, 0x1A, 0x5A, 0x4C, 0x5D, 0xB0, 0x2D, 0x56, 0xEC, 0xC4, 0xC5, 0xBF, 0x34, 0x00,
                0x72, 0x08, 0xD5, 0xB8, 0x87, 0x18, 0x58, 0x65,
            ])
    }

    /// Test case 2 of "The Galois/Counter Mode of Operation".
    @Test func `a message is sealed as the standard's example has it`() {
        let zeros = [UInt8](repeating: 0, count: 16)
        let sealed = AES128GCM.seal(zeros, key: zeros, nonce: Array(zeros[..<12]))
        #expect(
            sealed == [
                0x03, 0x88, 0xDA, 0xCE, 0x60, 0xB6, 0xA3, 0x92, 0xF3, 0x28, 0xC2, 0xB9, 0x71, 0xB2, 0xFE, 0x78, 0xAB,
                0x6E, 0x47, 0xD4, 0x2C, 0xEC, 0x13, 0xBD, 0xF5, 0x3A, 0x67, 0xB2, 0x12, 0x57, 0xBD, 0xDF,
            ])
    }

    @Test func `two sides agree on a secret, and not with what is no point`() {
        let (ours, theirs) = (AgreementKey(), AgreementKey())
        #expect(ours.secret(with: theirs.point) == theirs.secret(with: ours.point))
        var off = theirs.point
        off[64] ^= 1
        #expect(ours.secret(with: off) == nil)
        #expect(ours.secret(with: []) == nil)
        #expect(ours.secret(with: [2] + theirs.point[1...]) == nil)
    }
}
