import Framing
import Testing

@Suite struct OriginTests {
    @Test(arguments: [
        ("https://a.example", "HTTPS://A.Example:443", true), ("http://a.example", "http://a.example:80", true),
        ("https://a.example:8443", "https://a.example:8443", true), ("null", "NULL", true),
        ("http://[::1]:8080", "http://[::1]:8080", true), ("capacitor://localhost", "Capacitor://localhost", true),
        ("file://", "file://", true),
        ("https://a.example", "http://a.example", false), ("https://a.example", "https://a.example:80", false),
        ("http://a.example:443", "https://a.example", false), ("https://a.example", "https://b.example", false),
        ("https://a.example", "https://x.a.example", false), ("https://a.example", "https://a.example.", false),
        ("capacitor://localhost", "http://localhost", false),
    ])
    func `origins are the same by scheme, host and port`(one: String, other: String, same: Bool) throws {
        #expect(try (#require(Origin(one)) == #require(Origin(other))) == same)
    }

    @Test(arguments: [
        "", "a.example", "https:", "https:/a", "https://", "https://a.example/", "https://a.example/x",
        "https://a b", "https://u@a.example", "https://a.example:x", "https://a.example:65536", "https://a?b",
        "https://a https://b", "*", "://a", "1x://a", "x y://a", "capacitor://a/b",
    ])
    func `what no browser sends is no origin`(text: String) {
        #expect(Origin(text) == nil)
    }
}
