/// The width and height that a picture's first bytes say, of PNG, JPEG, GIF and WebP (U-18). Nothing is decoded or unpacked.
package struct PictureSize: Equatable, Sendable {
    package let width: Int
    package let height: Int

    package var pixels: Int { width * height }

    /// Nil: it is none of these, or says nothing within these bytes. Each number has 32 bits at most, so no product overflows.
    package init?(beginning: [UInt8]) {
        let size = beginning.withUnsafeBytes { bytes -> (Int, Int)? in
            let bytes = Bytes(bytes)
            return bytes.png ?? bytes.gif ?? bytes.webP ?? bytes.jpeg
        }
        guard let (width, height) = size, width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }

    /// Reads past the end are nil, so that no format has to count.
    private struct Bytes {
        private let bytes: UnsafeRawBufferPointer

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        private func big(_ place: Int, _ count: Int) -> Int? {
            guard place + count <= bytes.count else { return nil }
            return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }

        private func little(_ place: Int, _ count: Int) -> Int? {
            guard place + count <= bytes.count else { return nil }
            return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }

        private func has(_ text: StaticString, at place: Int = 0) -> Bool {
            place + text.utf8CodeUnitCount <= bytes.count
                && bytes[place..<place + text.utf8CodeUnitCount].elementsEqual(
                    UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }

        private func pair(_ width: Int?, _ height: Int?) -> (Int, Int)? {
            guard let width, let height else { return nil }
            return (width, height)
        }

        /// PNG §11.2.2: `IHDR` is the first chunk. The format has 31 bits.
        var png: (Int, Int)? {
            guard big(0, 4) == 0x8950_4E47, big(4, 4) == 0x0D0A_1A0A, has("IHDR", at: 12), let width = big(16, 4),
                let height = big(20, 4), width >> 31 == 0, height >> 31 == 0
            else { return nil }
            return (width, height)
        }

        var gif: (Int, Int)? {
            guard has("GIF87a") || has("GIF89a") else { return nil }
            return pair(little(6, 2), little(8, 2))
        }

        /// RFC 9649 §2.5 to §2.7.
        var webP: (Int, Int)? {
            guard has("RIFF"), has("WEBP", at: 8) else { return nil }
            if has("VP8X", at: 12) { return pair(little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 }) }
            if has("VP8L", at: 12), big(20, 1) == 0x2F, let bits = little(21, 4) {
                return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            }
            if has("VP8 ", at: 12), big(23, 3) == 0x9D012A {
                return pair(little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF })
            }
            return nil
        }

        /// ITU-T T.81 §B.2.2: a frame's header stands behind segments of known lengths.
        var jpeg: (Int, Int)? {
            guard big(0, 2) == 0xFFD8 else { return nil }
            var place = 2
            while big(place, 1) == 0xFF, let marker = big(place + 1, 1) {
                switch marker {
                // Fill bytes may stand before a marker.
                case 0xFF: place += 1
                case 0x01, 0xD0...0xD8: place += 2
                // Behind these there is no frame's header any more.
                case 0x00, 0xD9, 0xDA: return nil
                case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                    return pair(big(place + 7, 2), big(place + 5, 2))
                default:
                    guard let length = big(place + 2, 2), length >= 2 else { return nil }
                    place += 2 + length
                }
            }
            return nil
        }
    }
}
