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

    /// Long names are compared several bytes at a time.
    @Test func `two names are one only if they differ in nothing but the case of letters`() throws {
        let tokens = "!#$%&'*+-.^_`|~09azmAZM"
        for sent in tokens {
            let headers = try request(head("GET / HTTP/1.1", "Host: a", "X-Name-\(sent)-Rest: 1")).headers
            for asked in tokens {
                let isFound = !headers.all(of: "x-nAME-\(asked)-rest").isEmpty
                #expect(isFound == (sent.lowercased() == asked.lowercased()), "\(sent) and \(asked)")
            }
        }
    }

    @Test func `two names that are alike to a first look are not taken for one that came twice`() throws {
        // Of one length, with the same first and last letters.
        let headers = try request(head("GET / HTTP/1.1", "Host: a", "X-ABC-Z: 1", "X-ACB-Z: 2")).headers
        #expect(headers.first(of: "x-abc-z") == "1" && headers.first(of: "x-acb-z") == "2")
        #expect(!headers.hasSeveral("x-abc-z") && !headers.hasSeveral("x-acb-z"))
    }
}
