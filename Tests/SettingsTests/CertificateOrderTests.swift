import Testing

@testable import Settings

struct CertificateOrderTests {
    private func order(_ text: String) throws -> Configuration.CertificateOrder? {
        try Configuration.read("{auth: {testMode: true}, tls: {acme: \(text)}}", named: "/etc/m.json5").tls.acme
    }

    @Test func `hosts alone are enough: the server is Let's Encrypt's`() throws {
        let order = try #require(try order("{hosts: ['Chat.Example.com', 'b-1.example']}"))
        #expect(order.hosts == ["chat.example.com", "b-1.example"] && order.email == nil && order.http == nil)
        #expect(order.directory == "https://acme-v02.api.letsencrypt.org/directory" && order.retrySeconds == 120)
    }

    @Test func `all members are read, and shown as they are written`() throws {
        let text =
            #"{hosts: ["a.example"], email: "ops@a.example", directory: "https://ca.example:8443/dir", http: "[::]:80", "#
            + #"authorities: "/etc/ca.pem", account: {id: "kid-1", secretFile: "/etc/eab"}, retrySeconds: 5}"#
        let order = try #require(try order(text))
        #expect(order.http == .init(host: "::", port: 80) && order.account?.secretFile == "/etc/eab")
        #expect(SettingType<Configuration.CertificateOrder>.acme.show(order) == text)
        #expect(try self.order("{hosts: ['a.example'], authorities: 'ca.pem'}")?.authorities == "/etc/ca.pem")
    }

    @Test func `with it the port speaks TLS`() throws {
        #expect(try Configuration.read("{auth: {testMode: true}, tls: {acme: {hosts: ['a.example']}}}").tls.isSpoken)
        #expect(try !Configuration.read("{auth: {testMode: true}}").tls.isSpoken)
    }

    @Test(arguments: [
        "{}", "{hosts: []}", "{hosts: ['*.example.com']}", "{hosts: ['1.2.3.4']}", "{hosts: ['::1']}",
        "{hosts: ['a..b']}",
        "{hosts: ['a.example.']}", "{hosts: ['-a.example']}", "{hosts: ['a.example', 'A.example']}",
        "{hosts: ['ä.example']}",
        "{hosts: ['a,DNS:b']}", "{hosts: ['a.example'], email: 'nobody'}", "{hosts: ['a.example'], email: 'a@b,c@d'}",
        "{hosts: ['a.example'], directory: 'http://ca.example'}", "{hosts: ['a.example'], http: '80'}",
        "{hosts: ['a.example'], http: 'localhost:80'}", "{hosts: ['a.example'], account: {id: 'x'}}",
        "{hosts: ['a.example'], retrySeconds: 0}", "{hosts: ['a.example'], renew: true}",
    ])
    func `what it cannot be is refused`(text: String) {
        let error = #expect(throws: ConfigurationError.self) { try order(text) }
        #expect(error?.problems.map(\.message).first?.hasPrefix("tls.acme is ") == true)
    }
}
