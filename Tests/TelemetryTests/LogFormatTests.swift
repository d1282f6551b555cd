import Bytes
import JSON
import Testing

@testable import Telemetry

struct LogFormatTests {
    private func written(_ format: LogFormat, _ fields: LogFields) -> String {
        let time = WallTime(milliseconds: 1_767_323_045_006)
        var buffer = ByteBuffer()
        format.append(LogLine(time: time, level: .info, message: "listening", fields: fields), to: &buffer)
        return String(decoding: buffer.bytes, as: UTF8.self)
    }

    @Test func `a line of text has its time, level, message and fields`() {
        #expect(
            written(.text, ["address": "::1", "port": 7750, "tls": false, "share": 0.5, "code": UInt16(1000)])
                == "2026-01-02T03:04:05.006Z info listening address=::1 port=7750 tls=false share=0.5 code=1000\n")
    }

    @Test func `a line of JSON has its time, level, message and fields`() {
        #expect(
            written(.json, ["address": "::1", "port": 7750, "tls": false, "share": 0.5, "code": UInt16(1000)])
                == #"{"time":"2026-01-02T03:04:05.006Z","level":"info","message":"listening","address":"::1","#
                + #""port":7750,"tls":false,"share":0.5,"code":1000}"# + "\n")
    }

    @Test(arguments: [
        ("", "\"\""),
        ("two words", "\"two words\""),
        ("a=b", "\"a=b\""),
        ("say \"it\"", "\"say \\\"it\\\"\""),
        ("back\\slash", "back\\slash"),
        ("back\\ slash", "\"back\\\\ slash\""),
        ("line\nlevel=error", "\"line\\nlevel=error\""),
        ("\u{1B}[2J", "\"\\u001b[2J\""),
        ("\u{9B}2J", "\"\\u009b2J\""),
        ("\u{2028}", "\"\\u2028\""),
        ("a\u{202E}b\u{2066}", "\"a\\u202eb\\u2066\""),
        ("\u{85}\u{200F}\u{61C}", "\"\\u0085\\u200f\\u061c\""),
        ("é", "\"é\""),
    ])
    func `a value in text cannot pass for anything else`(value: String, text: String) {
        #expect(written(.text, ["value": value]) == "2026-01-02T03:04:05.006Z info listening value=\(text)\n")
    }

    @Test func `no format lets a control character, a line end or a mark of direction through`() {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
        ]
        for mark in ranges.joined().compactMap(Unicode.Scalar.init) {
            for format in LogFormat.allCases {
                let line = written(format, ["device": "a\(Character(mark))b"])
                #expect(!line.dropLast().unicodeScalars.contains(mark), "\(format) \(mark.value)")
                #expect(line.contains(#"a\u"#) || line.contains(#"a\n"#), "\(line)")
            }
        }
    }

    @Test(arguments: ["", "say \"it\"", "back\\slash", "line\nbreak", "\u{1B}[2J", "é😀\u{2028}\0"])
    func `a value in JSON comes back as it was`(value: String) throws {
        let line = written(.json, ["value": value])
        #expect(line.utf8.count { $0 == 10 } == 1)
        let document = JSONDocument()
        var text = line
        let read = try text.withUTF8 { try document.parse(UnsafeRawBufferPointer($0))["value"]?.string }
        #expect(read == value)
    }

    @Test(arguments: [LogFormat.text, .json])
    func `a missing value leaves its field out`(format: LogFormat) {
        let (nobody, somebody) = (String?.none, String?.some("alice"))
        let (without, with) = (written(format, ["user": nobody, "port": 1]), written(format, ["user": somebody]))
        #expect(!without.contains("user"))
        #expect(with.contains("user") && with.contains("alice"))
    }

    @Test(arguments: [LogFormat.text, .json])
    func `a long value is cut`(format: LogFormat) {
        let longest = String(repeating: "x", count: LogFormat.longestValue)
        #expect(written(format, ["value": longest]).contains(longest))
        let cut = written(format, ["value": longest + "yz"])
        #expect(cut.contains("x…\""))
        #expect(!cut.contains("y"))
    }

    @Test func `numbers that JSON does not have become texts`() {
        #expect(written(.json, ["value": Double.infinity]).contains(#""value":"inf""#))
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_400_001, "2000-02-29T00:00:00.001Z"),
        (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
    ])
    func `times are RFC 3339 in UTC`(milliseconds: Int, text: String) {
        #expect(WallTime(milliseconds: milliseconds).description == text)
    }
}
