import Domain

@testable import Chat

/// One thing that may happen.
enum ChatStep {
    case send(user: String, Draft)
    /// Of nobody: a backend.
    case recall(user: String?, peer: String, Stamp, reason: String?)
    case edit(user: String, peer: String, Stamp, body: String, version: Int64?)
    case react(user: String, peer: String, Stamp, String, removes: Bool)
    case deleteMessages(user: String, peer: String, [Stamp])
    case pinMessage(user: String, peer: String, Stamp, Bool)
    case pins(user: String, peer: String)
    case signal(user: String, peer: String, name: String, data: String)
    case changes(user: String, peer: String, after: Seq, limit: Int)
    case markRead(user: String, peer: String, upTo: Seq?)
    case receipt(user: String, peer: String, time: Milliseconds)
    case pin(user: String, peer: String, Bool)
    case delete(user: String, peers: [String])
    case markAllRead(user: String, ConversationType?)
    case markUnread(user: String, peer: String, Bool)
    case setTags(user: String, peer: String, [String])
    case find(user: String, peers: [String])
    case setOption(user: String, peers: [String], ReceiveOption)
    case options(user: String, peers: [String])
    case history(user: String, peer: String, History)
    /// The next page of the walk through the list that the user is on.
    case walk(user: String, count: Int)
    case create(String, ProfileChange)
    case rename(String, ProfileChange)
    case disable(String, Bool)
    case deleteAccount(String)
    case logIn(user: String, device: String, StreamPositions?)
    case acknowledge(user: String, device: String, StreamPositions)
    case events(user: String, after: Seq, limit: Int)
    case sweep
    /// The user's real device comes, or leaves.
    case reconcilePresence(user: String, device: String)
    /// To the end of the batch.
    case commit
    case rollBack
    case restart
}

extension ChatStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .send(let user, let draft):
            "\(user) sends \(draft.target) \(draft.clientID) \(draft.body), settings \(draft.settings.rawValue), "
                + "for \(draft.expireSeconds.map { "\($0) s" } ?? "ever")"
                + (draft.replyTo.map { ", in reply to \($0)" } ?? "")
        case .recall(let user, let peer, let stamp, let reason):
            "\(user ?? "a backend") recalls \(stamp) to \(peer), \(reason ?? "for no reason")"
        case .edit(let user, let peer, let stamp, let body, let version):
            "\(user) edits \(stamp) to \(peer), version \(version.map(String.init) ?? "any"): \(body)"
        case .react(let user, let peer, let stamp, let reaction, let removes):
            "\(user) \(removes ? "no longer reacts" : "reacts") \(reaction) to \(stamp) with \(peer)"
        case .deleteMessages(let user, let peer, let stamps): "\(user) deletes \(stamps) with \(peer)"
        case .pinMessage(let user, let peer, let stamp, let isPinned):
            "\(user) \(isPinned ? "pins" : "unpins") \(stamp) with \(peer)"
        case .pins(let user, let peer): "\(user) asks what is pinned with \(peer)"
        case .signal(let user, let peer, let name, let data): "\(user) signals \(peer) \(name) \(data)"
        case .changes(let user, let peer, let place, let limit):
            "\(user) asks for \(limit) changes with \(peer) after \(place)"
        case .markRead(let user, let peer, let seq): "\(user) reads \(peer) up to \(seq.map(String.init) ?? "the end")"
        case .receipt(let user, let peer, let time): "\(user) tells \(peer) to have read up to \(time)"
        case .pin(let user, let peer, let isPinned): "\(user) \(isPinned ? "pins" : "unpins") \(peer)"
        case .delete(let user, let peers): "\(user) deletes \(peers)"
        case .markAllRead(let user, let type): "\(user) reads everything\(type.map { " of type \($0)" } ?? "")"
        case .markUnread(let user, let peer, let isMarked): "\(user) \(isMarked ? "marks" : "unmarks") \(peer)"
        case .setTags(let user, let peer, let tags): "\(user) calls \(peer) \(tags)"
        case .find(let user, let peers): "\(user) looks for \(peers)"
        case .setOption(let user, let peers, let option): "\(user) wants \(option) of \(peers)"
        case .options(let user, let peers): "\(user) asks for the options of \(peers)"
        case .history(let user, let peer, let history):
            "\(user) looks up \(peer), \(history.limit) \(history.direction) than \(history.cursor)"
        case .walk(let user, let count): "\(user) walks on by \(count)"
        case .create(let user, let appearance): "\(user) is made, \(appearance)"
        case .rename(let user, let appearance): "\(user) becomes \(appearance)"
        case .disable(let user, let isDisabled): "\(user) is \(isDisabled ? "disabled" : "enabled")"
        case .deleteAccount(let user): "\(user) goes"
        case .logIn(let user, let device, let positions): "\(user) comes with \(device), \(positions?.text ?? "afresh")"
        case .acknowledge(let user, let device, let positions): "\(user) has \(positions.text) on \(device)"
        case .events(let user, let position, let limit): "\(user) asks for \(limit) events after \(position)"
        case .sweep: "sweep"
        case .reconcilePresence(let user, let device): "\(device) of \(user) comes or leaves"
        case .commit: "commit"
        case .rollBack: "roll back"
        case .restart: "restart"
        }
    }
}

extension ChatStep {
    /// Whose devices the state answer, and who is told of an own change.
    var user: String? {
        switch self {
        case .send(let user, _), .markRead(let user, _, _), .receipt(let user, _, _), .pin(let user, _, _),
            .delete(let user, _), .setOption(let user, _, _), .options(let user, _), .walk(let user, _),
            .markAllRead(let user, _), .markUnread(let user, _, _), .setTags(let user, _, _), .find(let user, _),
            .acknowledge(let user, _, _), .events(let user, _, _), .history(let user, _, _), .logIn(let user, _, _),
            .changes(let user, _, _, _), .edit(let user, _, _, _, _), .react(let user, _, _, _, _),
            .deleteMessages(let user, _, _), .pinMessage(let user, _, _, _), .pins(let user, _),
            .signal(let user, _, _, _):
            user
        case .recall(let user, _, _, _): user
        case .create, .rename, .disable, .deleteAccount, .sweep, .reconcilePresence, .commit, .rollBack, .restart: nil
        }
    }

    var isAnybodys: Bool {
        switch self {
        case .logIn, .history, .changes, .pins: true
        default: false
        }
    }
}
