import Framing
import Testing

@Suite struct HTTPHeadersTests {
    @Test func `a name is found in every spelling, and no other is taken for it`() throws {
        let lines = ["Host: a", "X-A^B: 1", "x-ab: 2", "CONTENT-type: text/plain ;charset=utf-8", "X-AB: 3"]
        let headers = try request(head("GET / HTTP/1.1", lines, changes: [])).headers
        #expect(headers.first(of: "x-a^b") == "1")
        // They differ as a capital letter differs from a small one.
        #expect(headers.first(of: "x-a~b") == nil)
        #expect(headers.first(of: "x-cb") == nil)
        #expect(headers.first(of: "X-AB") == "2" && headers.all(of: "x-Ab") == ["2", "3"])
        #expect(headers.hasSeveral("x-ab") && !headers.hasSeveral("host") && !headers.hasSeveral("x"))
        #expect(headers.contentType(is: "text/plain") && !headers.contentType(is: "text/plai"))
    }
}
