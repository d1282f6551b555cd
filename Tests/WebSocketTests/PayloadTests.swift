import Bytes
import Testing

@testable import Framing

private func deflater(windowBits: Int = 15, threshold: Int = 0) -> Deflater {
    Deflater(
        DeflateParameters.Direction(noContextTakeover: true, windowBits: windowBits), level: 6, threshold: threshold)
}

/// The frame, copied while the payload certainly lives.
private func bytes(of payload: Payload) -> [UInt8] {
    withExtendedLifetime(payload) { Array(payload.frame) }
}

struct PayloadTests {
    private let client = SplitVerifier(
        role: .client, deflate: DeflateParameters.Direction(noContextTakeover: true, windowBits: 15))
    private let text = String(repeating: "Schwalbe \u{1F426} ", count: 100)

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536])
    func `header and body are one frame`(count: Int) {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let payload = body.withUnsafeBytes { Payload(binary: $0) }
        #expect(client.verify(bytes(of: payload), cuts: 10) == [.binary(body)])
        #expect(Array(payload.body) == body)
    }

    @Test func `text is encoded from strings and bytes alike`() {
        let fromString = Payload(text: text)
        let fromBytes = Array(text.utf8).withUnsafeBytes { Payload(text: $0) }
        #expect(bytes(of: fromString) == bytes(of: fromBytes))
        #expect(client.verify(bytes(of: fromString), cuts: 10) == [.text(text)])
    }

    @Test func `the compressed form is the same message`() {
        let compressed = Payload(text: text).deflated(by: deflater())
        #expect(compressed.frame.count < text.utf8.count / 10)
        #expect(client.verify(bytes(of: compressed)) == [.text(text)])
        let binary = Array(text.utf8).withUnsafeBytes { Payload(binary: $0) }
        #expect(client.verify(bytes(of: binary.deflated(by: deflater()))) == [.binary(Array(text.utf8))])
    }

    @Test func `every window size is compressed for once`() {
        let payload = Payload(text: text)
        let first = (9...15).map { payload.deflated(by: deflater(windowBits: $0)) }
        let again = (9...15).reversed().map { payload.deflated(by: deflater(windowBits: $0)) }
        for (one, other) in zip(first, again.reversed()) {
            #expect(one === other)
        }
        #expect(Set(first.map { ObjectIdentifier($0) }).count == 7)
    }

    @Test func `what is too short to compress stays itself`() {
        let payload = Payload(text: "short")
        #expect(payload.deflated(by: deflater(threshold: 6)) === payload)
        #expect(payload.deflated(by: deflater(threshold: 5)) !== payload)
    }

    @Test func `shards that ask at once get the same`() async {
        for _ in 0..<50 {
            let payload = Payload(text: text)
            let made = await withTaskGroup(of: [ObjectIdentifier].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        (9...15).map { ObjectIdentifier(payload.deflated(by: deflater(windowBits: $0))) }
                    }
                }
                return await group.reduce(into: Set<[ObjectIdentifier]>()) { $0.insert($1) }
            }
            #expect(made.count == 1)
        }
    }
}
