import Domain

@testable import Chat

/// One thing that may happen.
enum Act {
    case send(Draft)
    case markRead(String, upTo: Int64?)
    case pin(String, Bool)
    case delete(String)
    case setOption(ReceiveOption, club: String)
    case option(club: String)
    case block(Bool, club: String)
    case history(History, club: String)
    case create(GroupDraft)
    case invite([String], club: String)
    case accept(club: String)
    case decline(club: String)
    case acceptInvitations(Bool)
    case join(club: String)
    case answer(String, club: String, approves: Bool)
    case leave(club: String)
    case remove([String], club: String)
    case destroy(club: String)
    case transfer(to: String, club: String)
    case setAdmin(Bool, String, club: String)
    /// Nil: for ever; 0: no longer.
    case mute([String], Int64?, club: String)
    case muteAll(Bool, club: String)
    /// X-40: by an administrator, in the member's name.
    case silence(GroupMute, club: String)
    case setWhiteListed(Bool, [String], club: String)
    case modify(GroupChange, club: String)
    case disable(Bool, club: String)
    case makeAccount
    case deleteAccount
    case arrive(device: String, StreamPositions?)
    case acknowledge(device: String, StreamPositions)
    case events(after: Int64, limit: Int)
    case sweep
    /// To the end of the batch.
    case commit
    case rollBack
    case restart
}

/// Who does what, and what goes on beside.
struct Turn: CustomStringConvertible {
    var user: String
    var act: Act
    /// Milliseconds before it.
    var pause: Int64
    /// T-31.
    var notifyExt: String?
    /// C-22: whether the members that have to wait for it are told afterwards, or later.
    var goesRound = true

    var description: String {
        "+\(pause) ms \(user): \(act)\(notifyExt.map { ", saying \($0)" } ?? "")\(goesRound ? "" : ", without a round")"
    }
}
