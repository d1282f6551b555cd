import TestSupport
import Testing

@testable import Media

struct S3AnswerTests {
    private func read(_ text: String) -> S3Answer? { S3Answer(Array(text.utf8)) }

    @Test func `elements, attributes and references are read`() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/" a:b="c">
              <Contents><Key>a&amp;b&lt;&#x732B;&#10;&quot;&apos;&gt;</Key><Owner x="y"/></Contents>
              <Contents><Key></Key><Size>12</Size></Contents>
            </ListBucketResult>

            """
        let answer = try #require(read(text))
        #expect(answer.name == "ListBucketResult" && answer.text.isEmpty)
        #expect(answer.all("Contents").map { $0["Key"]?.text } == ["a&b<猫\n\"'>", ""])
        #expect(answer.all("Contents")[1]["Size"]?.text == "12" && answer["Other"] == nil)
    }

    @Test(arguments: [
        "", " ", "text", "<a>", "<a></b>", "<a/><b/>", "<a></a>text", "<a b></a>", "<a b='c'/>", "<a b=\"<\"/>",
        "<a>&</a>",
        "<a>&other;</a>", "<a>&#xD800;</a>", "<a>&#99999999999;</a>", "<!DOCTYPE a><a/>", "<a><!-- b --></a>",
        "<a><![CDATA[b]]></a>", "<a><?b?></a>", "< a/>", "<a", "<a b=\"", "</a>",
    ])
    func `what S3 never sends is refused`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `depth is bounded, and all must be UTF-8`() {
        let deep = { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) }
        #expect(read(deep(8)) != nil && read(deep(9)) == nil)
        #expect(read(deep(100_000)) == nil)
        #expect(S3Answer(Array("<a>".utf8) + [0xFF] + Array("</a>".utf8)) == nil)
    }

    @Test func `no beginning of an answer is one, and no change of a byte stops the program`() {
        let text = Array("<?xml version=\"1.0\"?><a x=\"y\"><b>c&amp;d</b><e/></a>".utf8)
        for count in 0..<text.count { #expect(S3Answer(Array(text.prefix(count))) == nil) }
        var random = SeededRandom()
        for _ in 0..<2_000 {
            var other = text
            other[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let answer = S3Answer(other) { #expect(!answer.name.isEmpty, "\(random)") }
        }
    }
}
