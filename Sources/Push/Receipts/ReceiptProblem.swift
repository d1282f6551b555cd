import Domain

/// Why a body has no receipts that we believe.
package enum ReceiptProblem: Error, Equatable, CustomStringConvertible {
    /// The provider tells nothing of its pushes.
    case noReceipts(PushProvider)
    /// The maker signs its receipts, and the key file does not say with what.
    case noSecret
    /// It bears no signature. So does the test in a maker's console, which wants to be answered like a receipt.
    case unsigned
    case badSignature
    /// The signature was made at another time.
    case stale
    case unreadable(String)
    case tooMany(Int)

    package var description: String {
        switch self {
        case .noReceipts(let provider): "\(provider.rawValue) sends no receipts"
        case .noSecret: "the key file has no `receiptUser` and `receiptSecret`, so that nobody can check the signature"
        case .unsigned: "the receipts bear no signature; check user and key of the callback in the maker's console"
        case .badSignature: "the signature is not by `receiptUser` and `receiptSecret` of the key file"
        case .stale: "the signature is older than ten minutes, or this host's clock is wrong"
        case .unreadable(let problem): "the body is not as the maker documents it: \(problem)"
        case .tooMany(let count): "\(count) receipts in one body, which may have \(mostReceipts)"
        }
    }
}

let mostReceipts = 1_000
