import Testing

@testable import Framing

struct DeflatePolicyTests {
    /// Everything forbidden that costs memory per connection.
    private static let frugal = policy()

    private static func policy(
        isEnabled: Bool = true, serverTakeover: Bool = false, serverBits: Int = 15, clientTakeover: Bool = false,
        clientBits: Int = 15
    ) -> DeflatePolicy {
        DeflatePolicy(
            isEnabled: isEnabled,
            server: DeflateParameters.Direction(noContextTakeover: !serverTakeover, windowBits: serverBits),
            client: DeflateParameters.Direction(noContextTakeover: !clientTakeover, windowBits: clientBits),
            level: 6, threshold: 64)
    }

    private static let generous = policy(serverTakeover: true, clientTakeover: true)
    private static let small = policy(serverTakeover: true, serverBits: 11, clientTakeover: true, clientBits: 10)

    /// The policy, the offers and the response.
    @Test(arguments: [
        (generous, "permessage-deflate", "permessage-deflate"),
        (frugal, "permessage-deflate", "permessage-deflate; server_no_context_takeover; client_no_context_takeover"),
        (generous, "permessage-deflate; server_no_context_takeover", "permessage-deflate; server_no_context_takeover"),
        (generous, "permessage-deflate; client_no_context_takeover", "permessage-deflate; client_no_context_takeover"),
        (generous, "permessage-deflate; client_max_window_bits", "permessage-deflate"),
        (generous, "permessage-deflate; client_max_window_bits=15", "permessage-deflate"),
        (generous, "permessage-deflate; client_max_window_bits=9", "permessage-deflate; client_max_window_bits=9"),
        (generous, "permessage-deflate; client_max_window_bits=8", "permessage-deflate; client_max_window_bits=8"),
        (generous, "permessage-deflate; server_max_window_bits=15", "permessage-deflate; server_max_window_bits=15"),
        (generous, "permessage-deflate; server_max_window_bits=9", "permessage-deflate; server_max_window_bits=9"),
        (
            generous, "permessage-deflate; server_max_window_bits=\"10\"",
            "permessage-deflate; server_max_window_bits=10"
        ),
        (
            generous, "permessage-deflate; server_max_window_bits=\"1\\0\"",
            "permessage-deflate; server_max_window_bits=10"
        ),
        (small, "permessage-deflate", "permessage-deflate; server_max_window_bits=11"),
        (small, "permessage-deflate; server_max_window_bits=10", "permessage-deflate; server_max_window_bits=10"),
        (small, "permessage-deflate; server_max_window_bits=12", "permessage-deflate; server_max_window_bits=11"),
        (
            small, "permessage-deflate; client_max_window_bits",
            "permessage-deflate; server_max_window_bits=11; client_max_window_bits=10"
        ),
        (
            small, "permessage-deflate; client_max_window_bits=9",
            "permessage-deflate; server_max_window_bits=11; client_max_window_bits=9"
        ),
        // Other extensions, empty elements and white space; the first offer that can be kept is taken.
        (
            generous, "x-webkit-deflate-frame, ,\tpermessage-deflate ;client_max_window_bits = 12 ,",
            "permessage-deflate; client_max_window_bits=12"
        ),
        (generous, "permessage-deflate; server_max_window_bits=8, permessage-deflate", "permessage-deflate"),
        (
            generous, "permessage-deflate; dictionary=\"a\", permessage-deflate; server_max_window_bits=12",
            "permessage-deflate; server_max_window_bits=12"
        ),
        (
            generous, "permessage-deflate; server_max_window_bits=12, permessage-deflate",
            "permessage-deflate; server_max_window_bits=12"
        ),
    ])
    func `an offer is accepted`(policy: DeflatePolicy, offers: String, response: String) throws {
        let accepted = try #require(try policy.negotiate(offers))
        #expect(accepted.response == response)
    }

    @Test(arguments: [
        "", "x-webkit-deflate-frame", "permessage-deflate2", "permessage-deflate; server_max_window_bits=8",
        "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=7",
        "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=09",
        "permessage-deflate; server_max_window_bits=1e1", "permessage-deflate; client_max_window_bits=7",
        "permessage-deflate; client_max_window_bits=16", "permessage-deflate; client_max_window_bits=\"08\"",
        "permessage-deflate; server_no_context_takeover=1", "permessage-deflate; client_no_context_takeover=true",
        "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
        "permessage-deflate; server_max_window_bits=10; server_max_window_bits=10",
        "permessage-deflate; client_max_window_bits; client_max_window_bits=10",
        "permessage-deflate; unknown", "permessage-deflate; unknown=8", "x-other; server_max_window_bits=10",
    ])
    func `an offer is declined`(offers: String) throws {
        #expect(try DeflatePolicyTests.generous.negotiate(offers) == nil)
    }

    @Test(arguments: [
        "permessage-deflate;", "permessage-deflate; =8", "permessage-deflate; server_max_window_bits=",
        "permessage-deflate; server_max_window_bits=\"10", "permessage-deflate; server_max_window_bits=\"\"",
        "permessage-deflate; server_max_window_bits=\"1 0\"", "permessage-deflate; server_max_window_bits=\"10\\",
        "permessage-deflate; server_max_window_bits=10 11", "permessage-deflate server_no_context_takeover",
        "; server_no_context_takeover", "permessage-deflate, \"quoted\"", "permessage deflate",
        "permessage-d\u{E9}flate",
        "permessage-deflate; a=\"\u{E9}\"", "permessage-deflate/1", "permessage-deflate; client_max_window_bits:8",
    ])
    func `a header that breaks the grammar fails the handshake`(offers: String) {
        #expect(throws: ExtensionError.malformed) { try DeflatePolicyTests.generous.negotiate(offers) }
        #expect(throws: ExtensionError.malformed) { try DeflatePolicyTests.policy(isEnabled: false).negotiate(offers) }
    }

    @Test func `nothing is accepted while compression is off`() throws {
        #expect(try DeflatePolicyTests.policy(isEnabled: false).negotiate("permessage-deflate") == nil)
    }

    @Test func `the parameters say what each end does`() throws {
        let offer = "permessage-deflate; client_no_context_takeover; client_max_window_bits=12"
        let accepted = try #require(try DeflatePolicyTests.small.negotiate(offer))
        #expect(
            accepted.parameters
                == DeflateParameters(
                    server: DeflateParameters.Direction(noContextTakeover: false, windowBits: 11),
                    client: DeflateParameters.Direction(noContextTakeover: true, windowBits: 10)))
    }

    /// RFC 7692 §7.1.2.2: the server cannot limit a client that has not offered it.
    @Test func `a client that offers no limit keeps its full window`() throws {
        let accepted = try #require(try DeflatePolicyTests.small.negotiate("permessage-deflate"))
        #expect(accepted.parameters.client.windowBits == 15)
    }

    @Test func `client and server understand the same by what they agreed on`() throws {
        let policies = [DeflatePolicyTests.frugal, DeflatePolicyTests.generous, DeflatePolicyTests.small]
        for policy in policies {
            for serverBits in [nil] + Array(9...15) as [Int?] {
                for clientBits in [nil] + Array(9...15) as [Int?] {
                    for takeover in 0..<4 {
                        let offer = DeflateOffer(
                            serverNoContextTakeover: takeover & 1 != 0, clientNoContextTakeover: takeover & 2 != 0,
                            serverWindowBits: serverBits, clientWindowBits: clientBits)
                        let accepted = try #require(try policy.negotiate(offer.text), "\(offer.text)")
                        let understood = try offer.accept(accepted.response)
                        #expect(understood == accepted.parameters, "\(offer.text): \(accepted.response)")
                    }
                }
            }
        }
    }
}

struct DeflateOfferTests {
    @Test(arguments: [
        (DeflateOffer(), "permessage-deflate; client_max_window_bits"),
        (DeflateOffer(clientWindowBits: nil), "permessage-deflate"),
        (
            DeflateOffer(
                serverNoContextTakeover: true, clientNoContextTakeover: true, serverWindowBits: 8, clientWindowBits: 9),
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=8; "
                + "client_max_window_bits=9"
        ),
    ])
    func `an offer is written`(offer: DeflateOffer, text: String) {
        #expect(offer.text == text)
    }

    @Test func `a server may decline`() throws {
        #expect(try DeflateOffer().accept("") == nil)
    }

    @Test func `a server may grant more than was asked`() throws {
        let response =
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=8"
        let expected = DeflateParameters(
            server: DeflateParameters.Direction(noContextTakeover: true, windowBits: 8),
            client: DeflateParameters.Direction(noContextTakeover: true, windowBits: 15))
        #expect(try DeflateOffer(clientWindowBits: nil).accept(response) == expected)
        #expect(try DeflateOffer(serverWindowBits: 12, clientWindowBits: nil).accept(response) == expected)
    }

    @Test(arguments: [
        (DeflateOffer(), "permessage-deflate; client_max_window_bits"),
        (DeflateOffer(), "permessage-deflate; client_max_window_bits=8"),
        (DeflateOffer(clientWindowBits: 10), "permessage-deflate; client_max_window_bits=11"),
        (DeflateOffer(clientWindowBits: nil), "permessage-deflate; client_max_window_bits=15"),
        (DeflateOffer(serverWindowBits: 10), "permessage-deflate"),
        (DeflateOffer(serverWindowBits: 10), "permessage-deflate; server_max_window_bits=11"),
        (DeflateOffer(), "permessage-deflate; server_max_window_bits=16"),
        (DeflateOffer(serverNoContextTakeover: true), "permessage-deflate"),
        (DeflateOffer(), "permessage-deflate; server_no_context_takeover=1"),
        (DeflateOffer(), "permessage-deflate; unknown"),
        (DeflateOffer(), "permessage-deflate; server_no_context_takeover; server_no_context_takeover"),
    ])
    func `a response that does not answer the offer is refused`(offer: DeflateOffer, response: String) {
        #expect(throws: ExtensionError.unacceptableResponse) { try offer.accept(response) }
    }

    @Test func `an extension that was not offered is refused`() {
        #expect(throws: ExtensionError.unexpectedExtension("x-mux")) {
            try DeflateOffer().accept("permessage-deflate, x-mux")
        }
        #expect(throws: ExtensionError.unexpectedExtension("permessage-deflate")) {
            try DeflateOffer().accept("permessage-deflate, permessage-deflate")
        }
        #expect(throws: ExtensionError.malformed) { try DeflateOffer().accept("permessage-deflate;") }
    }
}
