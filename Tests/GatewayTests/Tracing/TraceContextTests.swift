import ClientProtocol
import Testing

/// The headers of W3C Trace Context, as they are read and written.
struct TraceContextTests {
    private let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private let span = "00f067aa0ba902b7"

    private func read(_ parent: String, _ state: String? = nil) -> TraceContext? {
        Array(parent.utf8).withUnsafeBytes { parent in
            guard let state else { return TraceContext(traceparent: parent) }
            return Array(state.utf8).withUnsafeBytes { TraceContext(traceparent: parent, tracestate: $0) }
        }
    }

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", false),
        // Other flags are not known, and not given on.
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-fe", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-09", true),
        // Later versions may have more behind what is known.
        ("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like", true),
        ("fe-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-", false),
    ])
    func `what is a trace, and how it is given on`(header: String, isSampled: Bool) throws {
        let context = try #require(read(header))
        #expect(context.trace.text == trace && context.span.text == span && context.isSampled == isSampled)
        #expect(context.headers == ["traceparent: 00-\(trace)-\(span)-\(isSampled ? "01" : "00")"])
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7_01",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
    func `what is no trace`(header: String) {
        #expect(read(header, "a=1") == nil)
    }

    @Test(arguments: [
        ("rojo=00f067aa0ba902b7", "rojo=00f067aa0ba902b7"),
        ("a=1,b=2", "a=1,b=2"), ("a=1 , b=2", "a=1,b=2"), ("a=1\t,\t b=2 ", "a=1,b=2"), ("a= 1,b=2", "a= 1,b=2"),
        ("", ""), (",", ""), (" , a=1,, ,b=2,", "a=1,b=2"),
        ("fw529a3039@dt=FfeA,0-*/_=!~", "fw529a3039@dt=FfeA,0-*/_=!~"),
        // One that is none takes all of them along.
        ("a", ""), ("a=1,b", ""), ("=1", ""), ("a=", ""), ("A=1", ""), ("_a=1", ""), ("a=1=2", ""), ("a=ü", ""),
        ("a b=1", ""), ("a=\u{7F}", ""),
    ])
    func `a state keeps its entries, or has none`(header: String, kept: String) throws {
        let context = try #require(read("00-\(trace)-\(span)-01", header))
        #expect(context.state == kept)
        #expect(context.headers.count == (kept.isEmpty ? 1 : 2))
    }

    @Test func `a state has at most 32 entries, and is given on up to 512 bytes`() throws {
        func state(_ header: String) throws -> String { try #require(read("00-\(trace)-\(span)-01", header)).state }
        let many = (1...33).map { "k\($0)=v" }
        #expect(try state(many.joined(separator: ",")) == "")
        #expect(try state(many.dropLast().joined(separator: ",")) == many.dropLast().joined(separator: ","))
        func entry(_ key: String, _ length: Int) -> String {
            "\(key)=" + String(repeating: "v", count: length - key.utf8.count - 1)
        }
        // 512 bytes with the commas.
        let fitting = [entry("a", 128), entry("b", 128), entry("c", 128), entry("d", 125)]
        #expect(try state(fitting.joined(separator: ",")) == fitting.joined(separator: ","))
        // One that is long goes first, then the last.
        let long = [entry("a", 100), entry("b", 200), entry("c", 100), entry("d", 100), entry("e", 100)]
        #expect(try state(long.joined(separator: ",")) == [long[0], long[2], long[3], long[4]].joined(separator: ","))
        let short = (0..<6).map { entry("k\($0)", 100) }
        #expect(try state(short.joined(separator: ",")) == short.prefix(5).joined(separator: ","))
        #expect(try state(entry("a", 258)) == entry("a", 258))
        #expect(try state(entry("a", 259)) == "")
    }
}
