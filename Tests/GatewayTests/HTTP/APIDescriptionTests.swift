import Client
import Framing
import Gateway
import JSON
import ServerAPI
import Testing

/// The descriptions of the API for programs, as they are served.
struct APIDescriptionTests {
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
            #expect(response.status == 405 && response.headers.first(of: "allow") == "GET, HEAD, OPTIONS")
            let head = try gateway.http().request(.head, HTTPAPI.path + "openapi.json")
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test(arguments: pages.map(\.0))
    func `a page of an allowed origin may read it and is told so, one of another origin may not`(name: String) throws {
        try withGateway(["origins.allowed": #"["https://app.example.com"]"#]) { gateway in
            let http = try gateway.http()
            let path = HTTPAPI.path + name
            func ask(_ method: HTTPMethod, from origin: String?, tag: String? = nil) throws -> HTTPClientResponse {
                let headers = origin.map { [HTTPHeader("Origin", $0)] } ?? []
                return try http.request(
                    method, path, headers: headers + (tag.map { [HTTPHeader("If-None-Match", $0)] } ?? []))
            }
            let (app, evil) = ("https://app.example.com", "https://evil.example")
            let tag = try #require(try ask(.get, from: nil).headers.first(of: "etag"))
            let served: [(HTTPMethod, String?, UInt16)] = [(.get, nil, 200), (.head, nil, 200), (.get, tag, 304)]
            for (method, tag, status) in served {
                for origin in [nil, app] {
                    let response = try ask(method, from: origin, tag: tag)
                    #expect(response.status == status && response.headers.first(of: "vary") == "Origin")
                    #expect(response.headers.first(of: "access-control-allow-origin") == origin)
                    #expect(response.headers.first(of: "cache-control") == "no-cache")
                }
                let refused = try ask(method, from: evil, tag: tag)
                #expect(refused.status == 403 && refused.headers.first(of: "vary") == "Origin")
                #expect(refused.headers.first(of: "access-control-allow-origin") == nil)
            }
            let preflight = try ask(.options, from: app)
            #expect(preflight.status == 204)
            #expect(preflight.headers.first(of: "access-control-allow-methods") == "GET, HEAD")
            #expect(preflight.headers.first(of: "access-control-allow-origin") == app)
            #expect(try ask(.options, from: evil).status == 403)
            #expect(try ask(.post, from: app).headers.first(of: "access-control-allow-origin") == app)
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
