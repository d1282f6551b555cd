import JSON
import Security
import Testing

struct RequestDigestTests {
    private let key = DigestKey(Array(0..<16))

    @Test(
        arguments: [
            ("null", "null", true), ("true", "true", true), ("true", "false", false), ("null", "false", false),
            ("1", "1", true), ("1", "2", false), ("1", "\"1\"", false), ("1", "1.0", false), ("10", "1e1", false),
            ("0", "-0", false), ("\"a\"", " \"a\" ", true), ("\"a\"", #""\u0061""#, true), ("\"a\"", "\"A\"", false),
            (#""/""#, #""\/""#, true), ("\"\u{E4}\"", "\"a\u{308}\"", false), ("\"\"", "null", false),
            ("[]", "[]", true), ("[]", "{}", false), ("[]", "[null]", false), ("[1,2]", "[ 1 , 2 ]", true),
            ("[1,2]", "[2,1]", false), ("[[1]]", "[1]", false), ("[[],[1]]", "[[1],[]]", false),
            ("{}", "{ }", true), ("{}", #"{"a":1}"#, false), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true),
            (#"{"a":1,"b":2}"#, #"{"b":1,"a":2}"#, false), (#"{"a":1}"#, #"{"b":1}"#, false),
            (#"{"a":null}"#, #"{"b":null}"#, false), (#"{"a":null}"#, "{}", false),
            (#"{"a":{"x":[1,{"y":2}],"z":"\u00e4"}}"#, #"{"a":{"z":"ä","x":[1,{"y":2}]}}"#, true),
            (#"{"a":{"x":[1,{"y":2}]}}"#, #"{"a":{"x":[1,{"y":3}]}}"#, false),
            (#"{"\u0061":1}"#, #"{"a":1}"#, true),
        ] as [(String, String, Bool)])
    func `the same is what says the same, in any order of members`(one: String, other: String, isSame: Bool) throws {
        let document = JSONDocument()
        let digests = try [one, other].map { try document.parse($0).digest(key) }
        #expect((digests[0] == digests[1]) == isSame)
    }

    @Test func `a string's digest is that of the JSON that says it`() throws {
        #expect(try JSONDocument().parse(#""\u00e4""#).digest(key) == "ä".digest(key))
    }

    @Test func `a part that is not there is another than an empty one`() {
        let digests = [
            [nil, "".digest(key)], ["".digest(key), nil], [nil, nil], [ContentDigest(0), ContentDigest(0)],
        ].map { RequestDigest($0, key) }
        #expect(Set(digests).count == 4)
        #expect(RequestDigest(bytes: digests[0].bytes) == digests[0])
    }

    /// From the reference implementation's table for the key 00 01 … 0f and the inputs 00 01 … of each length.
    @Test(arguments: [
        (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
        (2, "8177228da4a45dc7fca38bdef60affe4"), (7, "a1f1ebbed8dbc153c0b84aa61ff08239"),
        (8, "3b62a9ba6258f5610f83e264f31497b4"), (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
    ])
    func `the digest is SipHash-2-4-128`(length: Int, expected: String) {
        var digest = KeyedDigest(key)
        let bytes = (0..<length).map { UInt8($0) }
        bytes.withUnsafeBytes { digest.take($0) }
        #expect(digest.finish().bytes.map { hex($0) }.joined() == expected)
    }

    @Test func `how the bytes come does not count`() {
        let bytes = (0..<40).map { UInt8($0) }
        var whole = KeyedDigest(key)
        bytes.withUnsafeBytes { whole.take($0) }
        for cut in 0...40 {
            var parts = KeyedDigest(key)
            bytes[..<cut].withUnsafeBytes { parts.take($0) }
            bytes[cut...].withUnsafeBytes { parts.take($0) }
            #expect(parts.finish() == whole.finish())
        }
    }
}

private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
