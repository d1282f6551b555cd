/// The four parameters of permessage-deflate as they are written, in an offer and in the response (RFC 7692 §7.1).
struct DeflateTerms: Equatable {
    static let extensionName = "permessage-deflate"

    var serverNoContextTakeover = false
    var clientNoContextTakeover = false
    var serverWindowBits: Int?
    /// In an offer 15 stands for the parameter without a value too: both say that the server may limit it.
    var clientWindowBits: Int?

    init() {}

    /// `nil` if a parameter is unknown, there twice, or has a value it cannot have.
    init?(_ element: ExtensionElement, isOffer: Bool) {
        guard element.name == DeflateTerms.extensionName else { return nil }
        var seen: Set<String> = []
        for parameter in element.parameters {
            guard seen.insert(parameter.name).inserted else { return nil }
            switch (parameter.name, parameter.value) {
            case ("server_no_context_takeover", nil):
                serverNoContextTakeover = true
            case ("client_no_context_takeover", nil):
                clientNoContextTakeover = true
            case ("server_max_window_bits", let value?):
                guard let bits = windowBits(value) else { return nil }
                serverWindowBits = bits
            case ("client_max_window_bits", let value?):
                guard let bits = windowBits(value) else { return nil }
                clientWindowBits = bits
            case ("client_max_window_bits", nil) where isOffer:
                clientWindowBits = 15
            default:
                return nil
            }
        }
    }

    func text(isOffer: Bool) -> String {
        var text = DeflateTerms.extensionName
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if let serverWindowBits { text += "; server_max_window_bits=\(serverWindowBits)" }
        if let clientWindowBits {
            text +=
                isOffer && clientWindowBits == 15
                ? "; client_max_window_bits" : "; client_max_window_bits=\(clientWindowBits)"
        }
        return text
    }
}

/// RFC 7692 §7.1.2: a decimal number from 8 to 15 without leading zeros.
private func windowBits(_ text: String) -> Int? {
    switch text {
    case "8": 8
    case "9": 9
    case "10": 10
    case "11": 11
    case "12": 12
    case "13": 13
    case "14": 14
    case "15": 15
    default: nil
    }
}
