import Bytes
import TestSupport
import Testing

@testable import JSON

struct JSONWriterTests {
    @Test func `members that were written before go among the others`() {
        var former = JSONWriter()
        former.object { json in
            json.field("b", 2)
            json.field("c", "x")
        }
        let bytes = Array(former.bytes.dropFirst().dropLast())
        var writer = JSONWriter()
        bytes.withUnsafeBytes { bytes in
            writer.array { json in
                json.object { $0.members(raw: bytes) }
                json.object { json in
                    json.field("a", 1)
                    json.members(raw: bytes)
                    json.field("d", 3)
                }
            }
        }
        let text = writer.text
        #expect(text == #"[{"b":2,"c":"x"},{"a":1,"b":2,"c":"x","d":3}]"#)
    }

    @Test func `objects and arrays nest, and commas stand where they must`() {
        var json = JSONWriter()
        json.object {
            $0.field("id", 1)
            $0.object("error") {
                $0.field("code", UInt64.max)
                $0.field("message", "no")
                $0.null("hint")
            }
            $0.array("keys") {
                $0.value("a")
                $0.array { _ in }
                $0.object { _ in }
                $0.object { $0.field("x", -0.5) }
                $0.value(false)
                $0.null()
            }
            $0.object("empty") { _ in }
            $0.key(text: "dyn" + "amic")
            $0.value(Int64.min)
            $0.field("ok", true)
        }
        #expect(
            json.text == #"{"id":1,"error":{"code":18446744073709551615,"message":"no","hint":null},"#
                + #""keys":["a",[],{},{"x":-0.5},false,null],"empty":{},"dynamic":-9223372036854775808,"ok":true}"#)
    }

    @Test func `the indented style is for people`() throws {
        let document = JSONDocument()
        var json = JSONWriter(style: .indented)
        json.value(try document.parse(#"{"a":[1,{"\n":"\u0041"}],"b":{},"c":[]}"#))
        #expect(
            json.text == #"""
                {
                  "a": [
                    1,
                    {
                      "\n": "\u0041"
                    }
                  ],
                  "b": {},
                  "c": []
                }
                """#)
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
        ("\0\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("é汉😀\u{2028}", "\"é汉😀\u{2028}\""),
        ("1234567\"", #""1234567\"""#), ("12345678\"9", #""12345678\"9""#), ("ÿÿÿÿÿÿÿÿ\n", #""ÿÿÿÿÿÿÿÿ\n""#),
    ])
    func `a string is escaped where RFC 8259 demands it`(plain: String, written: String) {
        var json = JSONWriter()
        json.value(plain)
        #expect(json.text == written)
    }

    @Test(arguments: [0, 9, 10, 99, 100, 1_000_000_007, .max])
    func `integers are written as Swift writes them`(number: Int) {
        for number in [number, -number] {
            var json = JSONWriter()
            json.value(number)
            #expect(json.text == String(number))
        }
    }

    @Test func `random strings and numbers come back`() throws {
        var random = SeededRandom()
        let document = JSONDocument()
        var json = JSONWriter()
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x10FFFF), using: &random))
            }
            let string = String(String.UnicodeScalarView(scalars))
            let double = Double(bitPattern: random.next())
            let integer = Int64(bitPattern: random.next())
            json.clear()
            json.object {
                $0.key(text: string + "k")
                $0.value(string)
                if double.isFinite { $0.field("d", double) }
                $0.field("i", integer)
            }
            let value = try document.parse(json.bytes)
            #expect(value.member(string + "k")?.string == string, "\(random)")
            #expect(value["i"]?.int64 == integer, "\(random)")
            if double.isFinite { #expect(value["d"]?.double == double, "\(random)") }
        }
    }

    @Test func `random documents come back through both styles`() throws {
        var random = SeededRandom()
        let document = JSONDocument()
        for _ in 0..<300 {
            let source = RandomJSON.text(using: &random)
            let original = try PlainJSON(document.parse(source))
            for style in [JSONWriter.Style.compact, .indented] {
                var json = JSONWriter(style: style)
                json.value(try document.parse(source))
                #expect(try PlainJSON(document.parse(json.bytes)) == original, "\(source) \(random)")
            }
        }
    }

    @Test func `a writer appends to what its buffer holds`() {
        var buffer = ByteBuffer()
        buffer.append("head ")
        var json = JSONWriter(into: buffer)
        json.array { $0.value(1) }
        let whole = json.finish()
        #expect(text(whole.bytes) == "head [1]")
    }

    @Test func `a value without its key stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var json = JSONWriter()
            json.object { $0.value(1) }
        }
    }

    @Test func `a key in an array stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var json = JSONWriter()
            json.array { $0.field("a", 1) }
        }
    }

    @Test func `a second root stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var json = JSONWriter()
            json.value(1)
            json.value(2)
        }
    }

    @Test func `a key without its value stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var json = JSONWriter()
            json.object { $0.key("a") }
        }
    }

    @Test func `infinity stops the program`() async {
        await #expect(processExitsWith: .failure) {
            var json = JSONWriter()
            json.value(Double.infinity)
        }
    }
}
