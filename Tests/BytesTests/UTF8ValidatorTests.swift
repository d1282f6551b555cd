import TestSupport
import Testing

@testable import Bytes

struct UTF8ValidatorTests {
    /// The boundaries of RFC 3629's table, and whatever Markus Kuhn's stress test shows to be allowed.
    @Test(arguments: [
        [], [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xEC, 0xBF, 0xBF], [0xED, 0x80, 0x80],
        [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xEF, 0xBF, 0xBE], [0xEF, 0xB7, 0x90],
        [0xF0, 0x90, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x80, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
        [0xCE, 0xBA, 0xE1, 0xBD, 0xB9, 0xCF, 0x83, 0xCE, 0xBC, 0xCE, 0xB5],
    ])
    func `text is accepted`(text: [UInt8]) {
        #expect(verdict(on: text) == .text)
    }

    /// The bytes, and how many of them are fine before the first that cannot be.
    @Test(arguments: [
        ([0x80], 0), ([0xBF], 0), ([0x80, 0xBF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xF5, 0x80], 0),
        ([0xF8, 0x88, 0x80, 0x80, 0x80], 0), ([0xFE], 0), ([0xFF], 0), ([0x41, 0xFF, 0x41], 1),
        ([0xC2, 0x41], 1), ([0xC2, 0xC2], 1), ([0xDF, 0x7F], 1), ([0xE0, 0x80, 0x80], 1), ([0xE0, 0x9F, 0xBF], 1),
        ([0xED, 0xA0, 0x80], 1), ([0xED, 0xAD, 0xBF, 0xED, 0xB0, 0x80], 1), ([0xED, 0xBF, 0xBF], 1),
        ([0xF0, 0x80, 0x80, 0x80], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1), ([0xF4, 0x90, 0x80, 0x80], 1),
        ([0xE1, 0x41, 0x80], 1), ([0xE1, 0x80, 0x41], 2), ([0xE1, 0x80, 0xC0], 2), ([0xF1, 0x80, 0x41, 0x80], 2),
        ([0xF1, 0x80, 0x80, 0x41], 3), ([0xF1, 0x80, 0x80, 0xFF], 3), ([0xC2, 0x80, 0x80], 2),
        ([0xEF, 0xBF, 0xBF, 0xBF], 3),
        // Autobahn 6.3: a surrogate in the middle of good text.
        ([0xCE, 0xBA, 0xE1, 0xBD, 0xB9, 0xED, 0xA0, 0x80, 0x65, 0x64], 6),
    ])
    func `the first byte that cannot be is refused`(text: [UInt8], position: Int) {
        #expect(verdict(on: text) == .invalid(at: position))
    }

    @Test(arguments: [
        [0xC2], [0xE0], [0xE0, 0xA0], [0xED], [0xED, 0x9F], [0xF0], [0xF0, 0x90], [0xF0, 0x90, 0x80],
        [0xF4, 0x8F, 0xBF],
        [0x41, 0xE2, 0x82],
    ])
    func `half a character is only a beginning`(text: [UInt8]) {
        #expect(verdict(on: text) == .unfinished)
    }

    @Test func `every mixture of bytes at the boundaries is judged as the standard library does`() {
        let boundaries: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE1, 0xFF]
        for lead in UInt8(0x80)...0xFF {
            for second in boundaries {
                for third in boundaries {
                    for fourth in [0x41, 0x80, 0xBF, 0xC2] as [UInt8] {
                        // With enough behind them for the validator to look at four bytes at once.
                        let text = [lead, second, third, fourth] + [0x61, 0x62, 0x63, 0x64]
                        let expected = String(validating: text, as: UTF8.self) != nil
                        guard text.withUnsafeBytes({ UTF8Validator.isValid($0) }) == expected else {
                            Issue.record("\(text) is\(expected ? "" : " not") text")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test func `random texts, good and spoilt, are judged as the standard library does`() {
        var random = SeededRandom()
        for _ in 0..<20_000 {
            let text = randomText(using: &random)
            let expected = String(validating: text, as: UTF8.self) != nil
            let middle = Int.random(in: 0...text.count, using: &random)
            var validator = UTF8Validator()
            let inPieces =
                text[..<middle].withUnsafeBytes { validator.accept($0) }
                && text[middle...].withUnsafeBytes { validator.accept($0) } && validator.isComplete
            let whole = text.withUnsafeBytes { UTF8Validator.isValid($0) }
            guard whole == expected, inPieces == expected else {
                Issue.record("\(text) whole: \(whole), cut at \(middle): \(inPieces), not \(expected); \(random)")
                return
            }
        }
    }

    private enum Verdict: Equatable {
        case text
        case unfinished
        case invalid(at: Int)
    }

    /// Byte by byte; and the text as a whole, in front of other text and after it, must be judged alike.
    private func verdict(on text: [UInt8]) -> Verdict {
        let verdict = verdictByteByByte(on: text)
        for padding in [0, 1, 4, 8, 31, 32, 40] {
            let ascii = [UInt8](repeating: 0x61, count: padding)
            var validator = UTF8Validator()
            let accepted = (ascii + text).withUnsafeBytes { validator.accept($0) }
            let alike: Verdict = accepted ? (validator.isComplete ? .text : .unfinished) : .invalid(at: 0)
            if case .invalid = verdict {
                #expect(alike == .invalid(at: 0), "after \(padding) bytes")
            } else {
                #expect(alike == verdict, "after \(padding) bytes")
            }
            #expect((text + ascii).withUnsafeBytes { UTF8Validator.isValid($0) } == (verdict == .text))
        }
        return verdict
    }

    private func verdictByteByByte(on text: [UInt8]) -> Verdict {
        var validator = UTF8Validator()
        for (position, byte) in text.enumerated() {
            guard [byte].withUnsafeBytes({ validator.accept($0) }) else { return .invalid(at: position) }
        }
        return validator.isComplete ? .text : .unfinished
    }

    /// Characters of all lengths, often in long runs of one length, and in half of the texts one wrong byte.
    private func randomText(using random: inout SeededRandom) -> [UInt8] {
        let ranges: [ClosedRange<UInt32>] = [
            0x00...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
        ]
        var text: [UInt8] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let range = ranges.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random))!
                text += UTF8.encode(scalar)!
            }
        }
        if Bool.random(using: &random), let place = text.indices.randomElement(using: &random) {
            text[place] = UInt8.random(in: .min ... .max, using: &random)
        }
        return text
    }
}
