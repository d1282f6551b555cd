import Foundation
import TestSupport
import Testing

@testable import JSON

struct JSONReaderTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-0", "-1", "123", "1.5", "-0.0", "1e5", "1E+5", "1e-5", "0e0", "0.1e1",
        "18446744073709551616", "1e400", "123456789012345678901234567890",
        #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9\uD83D\uDE00""#, #""\ud83d\ude00""#,
        "\"\u{7F}\"",
        #""é 汉字 😀""#, "\"\u{FFFF}\u{10FFFF}\u{E000}\u{D7FF}\u{FEFF}\"", "\"\u{2028}\u{2029}\"",
        "[]", "{}", " [ ] ", "\t{\n}\r\n", "[1]", "[[],{},[[]]]", "[1 , 2\n,\t3]", #"{"a":1}"#,
        #"{ "a" : { "" : [ ] } }"#,
        #"{"a":1,"A":2,"aa":3,"\u0061b":4}"#, "[null,true,false,0,\"\"]",
    ])
    func `a document of the grammar is taken`(text: String) throws {
        #expect(throws: Never.self) { _ = try JSONDocument().parse(text) }
    }

    @Test(arguments: [
        "", " ", "\u{FEFF}1", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "undefined", "'a'", "a",
        "+1", "01", "-01", "00", "1.", ".5", "-", "-a", "1e", "1e+", "1.e1", "0x1", "1_000", "1,5", "--1", "1e1.5",
        "\"", "\"a", "\"\\\"", #""\x41""#, #""\u12""#, #""\u12G4""#, #""\U0041""#, #""\a""#, #""\'""#, "\"a\nb\"",
        "\"a\tb\"",
        "\"a\0b\"", #""\ud800""#, #""\ud800a""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\ud800\ud800""#, #""\udc00""#,
        #""\udc00\ud800""#, "[", "]", "{", "}", "[1", "[1,", "[,]", "[1,]", "[1 2]", "[,1]", "[1,,2]", "[1}",
        "[\"a\": 1]",
        "{]", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a" 1}"#, "{a:1}", "{1:1}", "{null:1}",
        #"{"a":1 "b":2}"#,
        #"{"a":1,,"b":2}"#, #"{"a"::1}"#, #"{"a":1;"b":2}"#, "1 2", "{}{}", "[] 1", "{},", "[]]", "// c\n1", "1 // c",
        "/* c */ 1", "\u{A0}1", "1\u{0C}", "1\0", "\0", "[1]\0",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: JSONError.self) { _ = try JSONDocument().parse(text) }
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE1, 0x80],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF1, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28],
        ] as [[UInt8]])
    func `a string of invalid UTF-8 is refused`(bytes: [UInt8]) {
        for padding in 0..<9 {
            let text = [0x22] + [UInt8](repeating: 0x61, count: padding) + bytes + [0x22]
            #expect { _ = try JSONDocument().parse(text) } throws: { error in
                error as? JSONError == JSONError(.invalidUTF8, at: 1 + padding)
            }
        }
    }

    @Test func `random bytes in a string are taken exactly if they are UTF-8`() {
        var random = SeededRandom()
        let document = JSONDocument()
        let interesting: [UInt8] = [
            0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                interesting.randomElement(using: &random)!
            }
            let value = try? document.parse([0x22] + bytes + [0x22])
            #expect(value?.string == String(validating: bytes, as: UTF8.self), "\(bytes) \(random)")
        }
    }

    @Test(arguments: [
        ("[1,", JSONError.Reason.unexpectedEnd, 3), ("[1;2]", .unexpectedByte, 2),
        (#"{"a":1,"a":2}"#, .duplicateKey, 7),
        (#"["\ud800x"]"#, .loneSurrogate, 2), ("[1] x", .trailingBytes, 4), ("-x", .malformedNumber, 1),
        ("\"a\u{1}\"", .controlCharacter, 2), (#""\q""#, .malformedEscape, 2), ("\"abc", .unexpectedEnd, 4),
        ("[1e", .unexpectedEnd, 3),
    ])
    func `an error tells the byte and the reason`(text: String, reason: JSONError.Reason, offset: Int) {
        #expect { _ = try JSONDocument().parse(text) } throws: { error in
            error as? JSONError == JSONError(reason, at: offset)
        }
    }

    @Test(arguments: [
        #"{"id":1,"op":"session.open","data":{"token":"a\u00e9\n","n":[-1.5e3,true,false,null,{"deep":[[]]}]}}"#,
        #"["汉字😀\ud83d\ude00"]"#, "  {  }  ", #""text""#,
    ])
    func `every truncation of a document is refused`(text: String) throws {
        let bytes = Array(text.utf8)
        let document = JSONDocument()
        _ = try document.parse(bytes)
        let end = bytes.lastIndex { $0 != 0x20 }!
        for length in 0...end {
            #expect(throws: JSONError.self) { _ = try document.parse(Array(bytes[..<length])) }
        }
    }

    @Test func `a document is taken to the limit and no further`() throws {
        let document = JSONDocument()
        let limits = JSONLimits(bytes: 20, depth: 4, values: 5)
        _ = try document.parse("[[[[]]]]", limits: limits)
        _ = try document.parse("[1,2,3,4]", limits: limits)
        _ = try document.parse(#"{"a":1,"b":2}"#, limits: limits)
        _ = try document.parse("\"" + String(repeating: "a", count: 18) + "\"", limits: limits)
        for (text, error) in [
            ("[[[[[]]]]]", JSONError(.tooDeep, at: 4)), ("[1,2,3,4,5]", JSONError(.tooManyValues, at: 9)),
            (#"{"a":1,"b":[2]}"#, JSONError(.tooManyValues, at: 12)),
            ("\"" + String(repeating: "a", count: 19) + "\"", JSONError(.tooLong, at: 20)),
        ] {
            #expect { _ = try document.parse(text, limits: limits) } throws: { $0 as? JSONError == error }
        }
    }

    @Test(arguments: [2, 16, 17, 200])
    func `the same key twice is refused in objects of any size, however it is written`(members: Int) throws {
        let names = (0..<members - 1).map { "k\($0)" }
        for duplicate in ["k0", "k\(members - 2)", #"\u006b0"#] {
            for place in 0..<members {
                var keys = names
                keys.insert(duplicate, at: place)
                let text = "{" + keys.map { "\"\($0)\":[{}]" }.joined(separator: ",") + "}"
                #expect { _ = try JSONDocument().parse(text) } throws: { ($0 as? JSONError)?.reason == .duplicateKey }
            }
        }
        _ = try JSONDocument().parse("{" + names.map { "\"\($0)\":{\"k0\":1}" }.joined(separator: ",") + "}")
    }

    @Test func `keys chosen to collide cost no more than others`() throws {
        let members = (0..<10_000).map { "\"\(String(repeating: "a", count: 20))\(10_000 + $0)\":0" }
        let text = Array(("{" + members.joined(separator: ",") + "}").utf8)
        let document = JSONDocument()
        let duration = try ContinuousClock().measure { _ = try document.parse(text) }
        #expect(duration < .seconds(1))
    }

    @Test func `random documents read as Foundation reads them`() throws {
        var random = SeededRandom()
        let document = JSONDocument()
        for _ in 0..<500 {
            let text = RandomJSON.text(using: &random)
            let theirs = try PlainJSON(parsedByFoundation: text)
            #expect(try PlainJSON(document.parse(text)) == theirs, "\(text) \(random)")
        }
    }

    @Test func `a mutated document never reads where Foundation refuses it`() throws {
        var random = SeededRandom()
        let document = JSONDocument()
        for _ in 0..<3_000 {
            var text = Array(RandomJSON.text(using: &random).utf8)
            for _ in 0...Int.random(in: 0...2, using: &random) where !text.isEmpty {
                let place = text.indices.randomElement(using: &random)!
                if Bool.random(using: &random) {
                    text.remove(at: place)
                } else {
                    text[place] = Array(#"{}[],:"\0 1-+.tu"#.utf8).randomElement(using: &random)!
                }
            }
            guard (try? document.parse(text)) != nil else { continue }
            #expect(throws: Never.self, "\(String(decoding: text, as: UTF8.self)) \(random)") {
                try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
            }
        }
    }
}
