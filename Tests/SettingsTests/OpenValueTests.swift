import Testing

@testable import Settings

/// What of a setting's value is told to those who look at a gateway.
struct OpenValueTests {
    @Test(arguments: [
        ("7", "7"), (#""https://a.example/path""#, #""https://a.example/path""#),
        (#""https://user:word@a.example:8443/x""#, #""https://…@a.example:8443/x""#),
        (#""https://a.example/x?key=word&b=@""#, #""https://a.example/x?…""#),
        (#""https://a.example#word""#, #""https://a.example?…""#),
        (#""https://u:w@rd@a.example""#, #""https://…@a.example""#),
        (
            #"[{url: "http://k@a.example", x: "a@b"}, {url: "https://b.example?word"}]"#,
            #"[{url: "http://…@a.example", x: "a@b"}, {url: "https://b.example?…"}]"#
        ),
        (#""https://a.example/@all""#, #""https://a.example/@all""#),
        (#""://""#, #""://""#),
    ])
    func `of a URL, the user, the password and the query are left out`(value: String, shown: String) {
        #expect(value.withoutSecretsInURLs == shown)
    }

    @Test func `each setting has its value as it was read, or its default`() throws {
        let configuration = try Configuration.read("{sessions: {perUser: 7}, auth: {testMode: true}}")
        let settings = configuration.sections.flatMap(\.settings)
        #expect(settings.first { $0.path == "sessions.perUser" }?.value == "7")
        #expect(settings.filter { $0.value != $0.standard }.map(\.path) == ["sessions.perUser", "auth.testMode"])
        #expect(Configuration.catalogue.flatMap(\.settings).allSatisfy { $0.value == $0.standard })
    }
}
