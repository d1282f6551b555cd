import Domain
import Security
import TestSupport
import Testing

@testable import Media

/// The URLs of media.
struct MediaGrantTests {
    private let signer = makeSigner()

    private func text(of target: String) -> String { String(target.split(separator: "=", maxSplits: 1)[1]) }

    private var grants: [MediaGrant] {
        let digest = Random.bytes(32)
        return [
            .upload(
                Upload(
                    id: .random(), type: "image/png", size: 5_497_558_138_880, digest: digest, owner: Random.bytes(8)),
                until: 1_795_279_533_000),
            .upload(Upload(id: .random(), type: "", size: 0, digest: nil), until: 0),
            .reading(id: .random(), type: "image/png", name: "猫 \"x\".png", until: 1_795_279_533_000),
            .reading(id: .random(), type: "", name: "", until: .max),
        ]
    }

    @Test func `a grant is read as it was written, and for its own id alone`() throws {
        for grant in grants {
            let target = signer.target(of: grant)
            #expect(target.hasPrefix("/v1/media/\(grant.id.text)?t="))
            #expect(signer.grant(in: text(of: target), for: grant.id) == grant)
            #expect(signer.grant(in: text(of: target), for: .random()) == nil)
            #expect(makeSigner().grant(in: text(of: target), for: grant.id) == nil)
        }
    }

    @Test func `no changed, shorter or made-up text is a grant`() throws {
        var random = SeededRandom()
        for grant in grants {
            let bytes = Array(text(of: signer.target(of: grant)).utf8)
            for _ in 0..<2_000 {
                var changed = bytes
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    changed[Int.random(in: 0..<changed.count, using: &random)] = .random(in: 33...126, using: &random)
                case 1: changed.removeLast(Int.random(in: 1...changed.count, using: &random))
                default:
                    let count = Int.random(in: 0..<200, using: &random)
                    changed = (0..<count).map { _ in UInt8.random(in: 48...122, using: &random) }
                }
                if changed == bytes { continue }
                #expect(signer.grant(in: String(decoding: changed, as: UTF8.self), for: grant.id) == nil, "\(random)")
            }
        }
    }

    @Test func `a URL's end is the same for a quarter of an hour and never later than asked for`() {
        let first = MediaGrant.end(at: 1_795_280_400_000, seconds: 3_600)
        #expect(first == MediaGrant.end(at: 1_795_280_400_000 + 899_000, seconds: 3_600))
        #expect(first != MediaGrant.end(at: 1_795_280_400_000 + 900_000, seconds: 3_600))
        for seconds in [60, 61, 600, 3_600, 604_800] {
            for now: Milliseconds in [1_795_280_400_123, 1_795_281_111_999] {
                let end = MediaGrant.end(at: now, seconds: seconds)
                #expect(end <= now + Milliseconds(seconds) * 1_000)
                #expect(end >= now + Milliseconds(seconds) * 700)
            }
        }
    }

    @Test func `an avatar's URL fits into faceUrl`() {
        let target = signer.target(of: .reading(id: .random(), type: "image/jpeg", name: "", until: .max))
        #expect(target.utf8.count <= 90)
    }
}

/// With a secret of its own.
func makeSigner() -> MediaSigner {
    let secret = Random.bytes(32)
    return MediaSigner { secret }
}
