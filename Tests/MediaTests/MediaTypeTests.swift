import TestSupport
import Testing

@testable import Media

/// The first bytes of a file, and what they say.
struct MediaTypeTests {
    private static let png: [UInt8] =
        [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 3, 32, 0, 0, 2, 88]
    private static let gif = Array("GIF89a".utf8) + [0x40, 1, 0xF0, 0]
    private static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, 2, 88, 3, 32, 3,
    ]
    private static let vp8x =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 31, 3, 0, 87, 2, 0]
    private static let vp8l =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8L".utf8) + [9, 0, 0, 0, 0x2F, 0x1F, 0xC3, 0x95, 0]
    private static let vp8 =
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8)
        + [9, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 32, 3, 88, 2]

    @Test(arguments: [png, jpeg, vp8x, vp8l, vp8])
    func `a picture says its size within its first bytes`(beginning: [UInt8]) throws {
        let size = try #require(PictureSize(beginning: beginning))
        #expect((size.width, size.height) == (800, 600))
        for count in beginning.indices {
            #expect(PictureSize(beginning: Array(beginning[..<count])) == nil || count > 17)
        }
    }

    @Test func `a GIF says its size`() {
        #expect(PictureSize(beginning: Self.gif)?.width == 320)
        #expect(PictureSize(beginning: Self.gif)?.height == 240)
    }

    @Test func `a picture of no or very many pixels overflows nothing`() {
        var (none, huge) = (Self.png, Self.png)
        for place in 16..<24 { (none[place], huge[place]) = (0, place % 4 == 0 ? 0x7F : 0xFF) }
        #expect(PictureSize(beginning: none) == nil)
        #expect(PictureSize(beginning: huge)?.pixels == 0x7FFF_FFFF * 0x7FFF_FFFF)
    }

    @Test func `random bytes and changed headers end in a size or in none`() {
        var random = SeededRandom()
        let samples = [Self.png, Self.gif, Self.jpeg, Self.vp8x, Self.vp8l, Self.vp8]
        for _ in 0..<50_000 {
            var bytes = samples.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            bytes += (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            if let size = PictureSize(beginning: bytes) { #expect(size.pixels > 0, "\(random)") }
        }
    }

    @Test func `a type whose files begin alike is held to that`() {
        #expect(MediaType.agrees("image/png", with: Self.png))
        #expect(MediaType.agrees("IMAGE/PNG; x=1", with: Self.png))
        #expect(!MediaType.agrees("image/png", with: Self.gif))
        #expect(!MediaType.agrees("image/png", with: []))
        #expect(!MediaType.agrees("image/jpeg", with: Array("<script>".utf8)))
        #expect(MediaType.agrees("image/webp", with: Self.vp8))
        #expect(!MediaType.agrees("audio/wav", with: Self.vp8))
        #expect(MediaType.agrees("text/plain", with: Self.png), "of such files nothing is known")
    }

    @Test func `only raster images, audio and video are shown in their place`() {
        for type in ["image/png", "image/jpeg", "image/gif", "image/webp", "video/mp4", "audio/ogg"] {
            #expect(MediaType.isShown(type))
        }
        for type in [
            "image/svg+xml", "text/html", "application/pdf", "text/xml", "application/xhtml+xml", "image/x-new", "",
            "application/zip", "text/javascript", "image/png+xml",
        ] {
            #expect(!MediaType.isShown(type))
        }
    }
}
