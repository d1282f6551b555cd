import Domain

@testable import Chat

/// One thing that may happen.
enum GroupStep {
    case send(Draft)
    /// The last message of that sender with that id of its own, in a conversation as the user knows it.
    case recall(clientID: String, sender: String, in: String, asBackend: Bool)
    /// Likewise. Without mentions: with those that it has.
    case edit(clientID: String, sender: String, in: String, body: String, mentions: [String]?)
    case reply(Draft, to: MessageName)
    case react(String, to: MessageName, in: String, removes: Bool)
    case pinMessage(MessageName, in: String, Bool)
    case pins(in: String)
    case deleteMessages([MessageName], in: String)
    case changes(in: String, after: Seq, limit: Int)
    case signal(String, data: String, in: String)
    case markRead(String, upTo: Seq?)
    case pin(String, Bool)
    case markUnread(String, Bool)
    case delete([String])
    case setOption(ReceiveOption, modelGroup: String)
    case option(modelGroup: String)
    case block(Bool, modelGroup: String)
    case history(History, modelGroup: String)
    case create(GroupDraft)
    case invite([String], modelGroup: String)
    case accept(modelGroup: String)
    case decline(modelGroup: String)
    case acceptInvitations(Bool)
    case join(modelGroup: String)
    case answer(String, modelGroup: String, approves: Bool)
    case leave(modelGroup: String)
    case remove([String], modelGroup: String)
    /// Nil: for ever.
    case ban([String], Seconds?, modelGroup: String)
    case unban([String], modelGroup: String)
    case destroy(modelGroup: String)
    case transfer(to: String, modelGroup: String)
    case setAdmin(Bool, String, modelGroup: String)
    /// Nil: for ever; 0: no longer.
    case mute([String], Milliseconds?, modelGroup: String)
    case muteAll(Bool, modelGroup: String)
    /// X-40: by an administrator, in the member's name.
    case silence(GroupMute, modelGroup: String)
    case setWhiteListed(Bool, [String], modelGroup: String)
    case modify(GroupChange, modelGroup: String)
    case disable(Bool, modelGroup: String)
    case makeAccount
    case deleteAccount
    case arrive(device: String, StreamPositions?)
    case acknowledge(device: String, StreamPositions)
    case events(after: Seq, limit: Int)
    /// A device comes with all that it has, or leaves.
    case attend(device: String)
    case sweep
    /// To the end of the batch.
    case commit
    case rollBack
    case restart
}

/// The last message of that sender with that id of its own.
struct MessageName {
    var clientID: String
    var sender: String

    var key: [String] { [sender, clientID] }
}

/// An act with its user, and the circumstances.
struct Turn: CustomStringConvertible {
    var user: String
    var step: GroupStep
    /// Milliseconds before it.
    var pause: Milliseconds
    /// T-31.
    var notifyExt: String?
    /// C-22: whether the members that have to wait for it are told afterwards, or later.
    var goesRound = true

    var description: String {
        "+\(pause) ms \(user): \(step)\(notifyExt.map { ", saying \($0)" } ?? "")\(goesRound ? "" : ", without a round")"
    }
}
