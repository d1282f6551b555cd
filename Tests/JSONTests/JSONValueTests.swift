import TestSupport
import Testing

@testable import JSON

struct JSONValueTests {
    @Test(
        arguments: [
            ("0", 0, 0), ("-0", nil, 0), ("1", 1, 1), ("-1", nil, -1), ("9223372036854775807", 1 << 63 - 1, Int64.max),
            ("9223372036854775808", 1 << 63, nil), ("-9223372036854775808", nil, Int64.min),
            ("-9223372036854775809", nil, nil),
            ("18446744073709551615", UInt64.max, nil), ("18446744073709551616", nil, nil),
            ("99999999999999999999", nil, nil),
            ("1.0", nil, nil), ("1e3", nil, nil), ("\"1\"", nil, nil), ("true", nil, nil), ("null", nil, nil),
        ] as [(String, UInt64?, Int64?)])
    func `an integer is exact or none`(text: String, unsigned: UInt64?, signed: Int64?) throws {
        let document = JSONDocument()
        let value = try document.parse(text)
        #expect(value.uint64 == unsigned)
        #expect(value.int64 == signed)
    }

    @Test(
        arguments: [
            ("1.5", 1.5), ("1e3", 1000), ("-2", -2), ("0.1", 0.1), ("5e-324", Double.leastNonzeroMagnitude),
            ("1.7976931348623157e308", 1.7976931348623157e308),
            ("18446744073709551616", 18446744073709551616), ("1e400", nil), ("-1e400", nil), ("\"1\"", nil),
        ] as [(String, Double?)])
    func `a double is the nearest finite one or none`(text: String, double: Double?) throws {
        #expect(try JSONDocument().parse(text).double == double)
    }

    @Test func `members are found by their decoded key, at their own level only`() throws {
        let document = JSONDocument()
        let value = try document.parse(#"{"data":{"id":7},"n\u0061me":"x","":0,"id":1,"list":[{"id":8}]}"#)
        #expect(value["id"]?.uint64 == 1)
        #expect(value["data"]?["id"]?.uint64 == 7)
        #expect(value["name"]?.string == "x")
        #expect(value.member("na" + "me")?.string == "x")
        #expect(value[""]?.uint64 == 0)
        #expect(value["i"] == nil)
        #expect(value["idx"] == nil)
        #expect(value["list"]?["id"] == nil)
        #expect(value["name"]?["x"] == nil)
    }

    @Test func `every accessor refuses the other kinds`() throws {
        let document = JSONDocument()
        let value = try document.parse(#"[null,true,1,"s",[],{}]"#)
        let elements = Array(try #require(value.elements))
        #expect(elements.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
        #expect(elements.map(\.isNull) == [true, false, false, false, false, false])
        #expect(elements.map(\.bool) == [nil, true, nil, nil, nil, nil])
        #expect(elements.map(\.int64) == [nil, nil, 1, nil, nil, nil])
        #expect(elements.map(\.double) == [nil, nil, 1, nil, nil, nil])
        #expect(elements.map(\.string) == [nil, nil, nil, "s", nil, nil])
        #expect(elements.map { $0.elements != nil } == [false, false, false, false, true, false])
        #expect(elements.map { $0.members != nil } == [false, false, false, false, false, true])
        #expect(elements.map { $0.isString("s") } == [false, false, false, true, false, false])
    }

    @Test func `containers are walked in order and counted`() throws {
        let document = JSONDocument()
        let value = try document.parse(#"{"a":[1,[2,3],{"x":4},5],"b":{},"c":[]}"#)
        #expect(value.count == 3)
        #expect(try #require(value.members).map { $0.key.string } == ["a", "b", "c"])
        #expect(try #require(value.members).map { $0.value.count } == [4, 0, 0])
        #expect(try #require(value["a"]?.elements).map { text($0.raw) } == ["1", "[2,3]", #"{"x":4}"#, "5"])
        #expect(try #require(value["c"]?.elements).map(\.kind).isEmpty)
    }

    @Test func `raw is the source text without the space around it`() throws {
        let document = JSONDocument()
        let source = #" { "a" : "\u0041\n" , "b" : [ 1 , 2.50 ] , "c":-1e+2 } "#
        let value = try document.parse(source)
        #expect(text(value.raw) == source.dropFirst().dropLast())
        #expect(value["a"].map { text($0.raw) } == #""\u0041\n""#)
        #expect(value["a"]?.string == "A\n")
        #expect(value["b"].map { text($0.raw) } == "[ 1 , 2.50 ]")
        #expect(value["c"].map { text($0.raw) } == "-1e+2")
    }

    @Test(arguments: [
        (#"{"a":"\u0041 \n","b":[1,2.50]}"#, #"{"a":"\u0041 \n","b":[1,2.50]}"#),
        (#" { "a \" b" : "\\" , "b" : [ 1 , 2.50 , { } ] } "#, #"{"a \" b":"\\","b":[1,2.50,{}]}"#),
        ("[\r\n\t1,\n\"\u{7F} \u{2028}\"\r]", "[1,\"\u{7F} \u{2028}\"]"), (" -1e+2\n", "-1e+2"),
        ("\n\" \"\t", "\" \""),
    ])
    func `a compact text has no white space between its tokens, and is the same otherwise`(
        source: String, compact: String
    ) throws {
        let value = try JSONDocument().parse(source)
        #expect(value.compactText == compact)
        var json = JSONWriter()
        json.object { $0.field("v", value) }
        #expect(json.text == "{\"v\":\(compact)}")
    }

    @Test func `a part of a document is compact by itself`() throws {
        let value = try JSONDocument().parse(#"{"a": {"b":[1]}, "c": {"d": " "}}"#)
        #expect(value["a"]?.compactText == #"{"b":[1]}"# && value["c"]?.compactText == #"{"d":" "}"#)
    }

    @Test func `any document that is made compact is in one line and says the same`() throws {
        var random = SeededRandom()
        for _ in 0..<2_000 {
            let source = RandomJSON.text(using: &random)
            let value = try JSONDocument().parse(source)
            let compact = value.compactText
            let again = try JSONDocument().parse(compact)
            #expect(try PlainJSON(again) == PlainJSON(value), "\(random)")
            #expect(again.compactText == compact && !compact.utf8.contains(10), "\(random)")
        }
    }

    @Test func `a string of a document can be parsed by the same document`() throws {
        let document = JSONDocument()
        var nested = String(repeating: "[", count: 20) + "\"" + String(repeating: "x", count: 3000) + "\"]"
        nested += String(repeating: "]", count: 19)
        let outer = try document.parse("[\"" + nested.replacing("\"", with: "\\\"") + "\"]")
        let inner = try document.parse(try #require(outer.elements?.first { _ in true }?.stringBytes))
        #expect(text(inner.raw) == nested)
    }

    @Test func `a value of an earlier document stops the program`() async {
        await #expect(processExitsWith: .failure) {
            let document = JSONDocument()
            let old = try document.parse("[1]")
            _ = try document.parse("[2]")
            _ = old.kind
        }
    }
}

func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
