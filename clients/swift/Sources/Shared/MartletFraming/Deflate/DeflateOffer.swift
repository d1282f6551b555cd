/// A client's offer of permessage-deflate, and the check of the server's answer (RFC 7692 §7.1).
package struct DeflateOffer: Equatable, Sendable {
    package let serverNoContextTakeover: Bool
    package let clientNoContextTakeover: Bool
    /// Asks the server to limit its window.
    package let serverWindowBits: Int?
    /// Lets the server limit the client's window; 15 names no limit of the client's own.
    package let clientWindowBits: Int?

    package init(
        serverNoContextTakeover: Bool = false, clientNoContextTakeover: Bool = false, serverWindowBits: Int? = nil,
        clientWindowBits: Int? = 15
    ) {
        precondition(serverWindowBits.map { 8...15 ~= $0 } ?? true, "a window of \(serverWindowBits!) bits")
        precondition(clientWindowBits.map { 9...15 ~= $0 } ?? true, "a window of \(clientWindowBits!) bits")
        self.serverNoContextTakeover = serverNoContextTakeover
        self.clientNoContextTakeover = clientNoContextTakeover
        self.serverWindowBits = serverWindowBits
        self.clientWindowBits = clientWindowBits
    }

    /// For the request's `Sec-WebSocket-Extensions`.
    package var text: String {
        var terms = DeflateTerms()
        terms.serverNoContextTakeover = serverNoContextTakeover
        terms.clientNoContextTakeover = clientNoContextTakeover
        terms.serverWindowBits = serverWindowBits
        terms.clientWindowBits = clientWindowBits
        return terms.text(isOffer: true)
    }

    /// The parameters that the response's `Sec-WebSocket-Extensions` agrees to; `nil` if the server has declined.
    package func accept(_ response: String) throws(ExtensionError) -> DeflateParameters? {
        let elements = try ExtensionElement.parse(response)
        if let other = elements.first(where: { $0.name != DeflateTerms.extensionName }) {
            throw .unexpectedExtension(other.name)
        }
        guard let element = elements.first else { return nil }
        guard elements.count == 1 else { throw .unexpectedExtension(element.name) }
        guard let terms = DeflateTerms(element, isOffer: false), answers(terms) else { throw .unacceptableResponse }
        return DeflateParameters(
            server: DeflateParameters.Direction(
                noContextTakeover: terms.serverNoContextTakeover, windowBits: terms.serverWindowBits ?? 15),
            client: DeflateParameters.Direction(
                noContextTakeover: terms.clientNoContextTakeover || clientNoContextTakeover,
                windowBits: terms.clientWindowBits ?? clientWindowBits ?? 15))
    }

    /// The server must grant what the offer asks of it; it may limit the client's window only if that was offered, and
    /// not to 8 bits, with which zlib cannot deflate.
    private func answers(_ terms: DeflateTerms) -> Bool {
        if serverNoContextTakeover && !terms.serverNoContextTakeover { return false }
        if let serverWindowBits, serverWindowBits < terms.serverWindowBits ?? 16 { return false }
        guard let limit = terms.clientWindowBits else { return true }
        guard let clientWindowBits else { return false }
        return 9...clientWindowBits ~= limit
    }
}
