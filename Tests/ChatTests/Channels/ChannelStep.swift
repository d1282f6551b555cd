import Domain
import TestSupport

@testable import Chat

/// Something that happens to channels.
enum ChannelStep {
    case create(String, ChannelAccess, publishers: [String])
    case modify(String, title: String?, ChannelAccess?, publishers: [String]?)
    case destroy(String)
    case sweep
    case subscribe(String, to: String)
    case unsubscribe(String, from: String)
    /// `isBackend`: in the user's name, or in nobody's.
    case publish(String, by: String?, isBackend: Bool, clientID: String, text: String)
    case publishMany(String, Int)
    case renew(String, isErased: Bool)
    case commit, rollBack, restart

    static let users = ["ann", "bob", "cid"]
    static let ids = ["a1", "a2", "b"]

    static func random(_ random: inout SeededRandom) -> ChannelStep {
        let user = users.randomElement(using: &random)!
        let id = ids.randomElement(using: &random)!
        let access = Bool.random(using: &random) ? ChannelAccess.open : .claim
        let publishers = users.filter { _ in Bool.random(using: &random) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<12: return .create(id, access, publishers: publishers)
        case 12..<18:
            return .modify(
                id, title: Bool.random(using: &random) ? "t\(Int.random(in: 0..<3, using: &random))" : nil,
                Bool.random(using: &random) ? access : nil, publishers: Bool.random(using: &random) ? publishers : nil)
        case 18..<22: return .destroy(id)
        case 22..<27: return .sweep
        case 27..<40: return .subscribe(user, to: id)
        case 40..<46: return .unsubscribe(user, from: id)
        case 46..<74:
            let isBackend = Int.random(in: 0..<3, using: &random) == 0
            return .publish(
                id, by: isBackend && Bool.random(using: &random) ? nil : user, isBackend: isBackend,
                clientID: "m\(Int.random(in: 0..<8, using: &random))", text: Bool.random(using: &random) ? "x" : "y")
        case 74..<80: return .publishMany(id, Int.random(in: 1..<60, using: &random))
        case 80..<83: return .renew(user, isErased: Bool.random(using: &random))
        case 83..<93: return .commit
        case 93..<97: return .rollBack
        default: return .restart
        }
    }
}
