/// How a server uses permessage-deflate.
public struct DeflatePolicy: Equatable, Sendable {
    public var isEnabled: Bool
    /// How it compresses at best; a client may ask for less.
    package var server: DeflateParameters.Direction
    /// The limits for clients. A client that does not offer to limit its window may use the full one.
    package var client: DeflateParameters.Direction
    /// zlib's, from 1, fast, to 9, small.
    public var level: Int
    /// Messages below this many bytes go out as they are.
    public var threshold: Int

    package init(
        isEnabled: Bool, server: DeflateParameters.Direction, client: DeflateParameters.Direction, level: Int,
        threshold: Int
    ) {
        precondition(server.windowBits > 8 && client.windowBits > 8, "zlib cannot deflate with a window of 8 bits")
        self.isEnabled = isEnabled
        self.server = server
        self.client = client
        self.level = level
        self.threshold = threshold
    }

    /// Accepts the first acceptable offer in the request's `Sec-WebSocket-Extensions` (several headers joined by
    /// commas) and gives the response's; `nil` if there is none. A header that breaks the grammar fails the handshake.
    package func negotiate(
        _ offers: String
    ) throws(ExtensionError) -> (parameters: DeflateParameters, response: String)? {
        for element in try ExtensionElement.parse(offers) where isEnabled {
            if let offer = DeflateTerms(element, isOffer: true), let parameters = accept(offer) {
                return (parameters, response(to: offer, with: parameters))
            }
        }
        return nil
    }

    private func accept(_ offer: DeflateTerms) -> DeflateParameters? {
        let serverWindowBits = min(offer.serverWindowBits ?? 15, server.windowBits)
        guard serverWindowBits > 8 else { return nil }
        return DeflateParameters(
            server: DeflateParameters.Direction(
                noContextTakeover: server.noContextTakeover || offer.serverNoContextTakeover,
                windowBits: serverWindowBits),
            client: DeflateParameters.Direction(
                noContextTakeover: client.noContextTakeover || offer.clientNoContextTakeover,
                // RFC 7692 §7.1.2.2: without the parameter in the offer there is none in the response.
                windowBits: offer.clientWindowBits.map { min($0, client.windowBits) } ?? 15))
    }

    private func response(to offer: DeflateTerms, with parameters: DeflateParameters) -> String {
        var response = DeflateTerms()
        response.serverNoContextTakeover = parameters.server.noContextTakeover
        response.clientNoContextTakeover = parameters.client.noContextTakeover
        if offer.serverWindowBits != nil || parameters.server.windowBits < 15 {
            response.serverWindowBits = parameters.server.windowBits
        }
        if parameters.client.windowBits < 15 {
            response.clientWindowBits = parameters.client.windowBits
        }
        return response.text(isOffer: false)
    }
}
