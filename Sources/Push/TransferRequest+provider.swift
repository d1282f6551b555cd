import Curl

typealias ProviderRequest = TransferRequest
typealias ProviderReply = TransferReply

extension ParsedURL {
    /// A provider's own, which an operator configured.
    init(service text: String) throws(ProviderProblem) {
        guard let origin = ParsedURL(text), origin.scheme == "https" else { throw .badURL(text) }
        self = origin
    }
}

extension ProviderClientOptions {
    var transfer: TransferOptions {
        TransferOptions(
            connectMilliseconds: connectMilliseconds, answerMilliseconds: answerMilliseconds, authorities: authorities)
    }
}
