import Client
import Framing
import Gateway
import JSON
import ServerAPI
import Testing

/// The descriptions of the API for programs, as they are served.
@Suite(.onThreads) struct APIDescriptionTests {
    private static let pages = [
        ("openapi.json", Catalogue.standard.openAPI(.compact)),
        ("asyncapi.json", Catalogue.standard.asyncAPI(.compact)),
    ]

    @Test(arguments: pages)
    func `each is served to everybody, and says what its page in docs says`(name: String, text: String) throws {
        try withGateway { gateway in
            let response = try gateway.http().request(.get, HTTPAPI.path + name)
            #expect(response.status == 200 && response.text == text)
            #expect(response.headers.first(of: "content-type") == "application/json")
        }
    }

    @Test(arguments: pages.map(\.0))
    func `who has it already is told so`(name: String) throws {
        try withGateway { gateway in
            let http = try gateway.http()
            let tag = try #require(try http.request(.get, HTTPAPI.path + name).headers.first(of: "etag"))
            for header in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let response = try http.request(
                    .get, HTTPAPI.path + name, headers: [HTTPHeader("If-None-Match", header)])
                #expect(response.status == 304 && response.body.isEmpty)
                #expect(response.headers.first(of: "etag") == tag)
            }
            let other = try http.request(.get, HTTPAPI.path + name, headers: [HTTPHeader("If-None-Match", "\"x\"")])
            #expect(other.status == 200)
        }
    }

    @Test func `a description can only be read`() throws {
        try withGateway { gateway in
            let response = try gateway.http().request(.post, HTTPAPI.path + "openapi.json")
            #expect(response.status == 405 && response.headers.first(of: "allow") == "GET, HEAD")
            let head = try gateway.http().request(.head, HTTPAPI.path + "openapi.json")
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test(.alone("Tests see over the API how far nodes are."))
    func `there are none while the API is off`() throws {
        try withGateway(["api.enabled": "false"]) { gateway in
            for (name, _) in Self.pages {
                let response = try gateway.http().request(.get, HTTPAPI.path + name)
                #expect(response.status == 404)
            }
        }
    }
}
