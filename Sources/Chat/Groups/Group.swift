import Domain
import Storage

/// an Easemob group, which is the NIM group of the same id. Lives on the writer's queue.
final class Group {
    let number: GroupNumber
    let kind: GroupKind
    let createdAt: Stamp
    var owner: AccountNumber
    var style: GroupStyle
    var info: GroupInfo
    /// Invitees have to agree (G-07).
    var needsConfirmation: Bool
    /// everybody may change the info.
    var infoForAll = false
    /// G-Q60: for so many days back a new member sees what was said. 0: nothing; -1: everything.
    var historyForNew = 0
    /// D-02: the positions of its members say who has read a message, and not receipts of their own.
    var receiptsByPosition = false
    var maxUsers: Int64
    /// A stamp of the last change of its row.
    var version: Stamp = 0
    /// 0 off, 1 members, 3 all but the white-listed.
    var mute: GroupMute = .off
    var isDisabled = false
    /// The last seq of its stream.
    var streamSeq: Seq = 0
    /// The number of its conversation.
    let conversation: ConversationNumber
    /// Whether its members have been read.
    var isWhole = false
    /// All of them, by account.
    private(set) var members: [AccountNumber: Member] = [:]
    /// Those for whom a message may not do what it does for most: that refuse it, or that have to get the conversation back
    /// into their lists.
    private(set) var specialMembers: Set<AccountNumber> = []
    /// Those who do not have the conversation in their lists, as far as is known: one that has expired is there until somebody
    /// looks.
    private(set) var unlistedMembers: Set<AccountNumber> = []
    /// C-Q25: the listed members who see an older message as the last one, having blocked the group or deleted what came
    /// after it, by when that changed last; 0: not known. The next message ends it.
    private(set) var laggingMembers: [AccountNumber: Milliseconds] = [:]
    /// Up to where members' devices have been told of the conversation: its last message, and the last change of one. Not
    /// stored; unknown of all members when the group has been read. Apart from the members, since it changes all the time.
    private var told: [AccountNumber: (seq: Seq, change: Seq)] = [:]
    /// Those who have read since a change of a message that concerns them and that their devices have not been told of.
    private(set) var owed: Set<AccountNumber> = []
    /// The damage of members' rows that cannot be read. For all others such a member is one like most.
    private var damages: [AccountNumber: StoreError] = [:]
    /// From whom the history hides what was said up to there: ascending once it is asked for, with entries that hold no more.
    private var hidden: [(through: Seq, account: AccountNumber)] = []
    private var isHiddenSorted = true

    init(
        number: GroupNumber, conversation: ConversationNumber, kind: GroupKind, createdAt: Stamp, owner: AccountNumber,
        style: GroupStyle,
        info: GroupInfo, needsConfirmation: Bool, maxUsers: Int64
    ) {
        self.number = number
        self.conversation = conversation
        self.kind = kind
        self.createdAt = createdAt
        self.owner = owner
        self.style = style
        self.info = info
        self.needsConfirmation = needsConfirmation
        self.maxUsers = maxUsers
    }

    /// G-Q45: as clients know it.
    var id: String { String(number) }

    /// The memory that it holds, about.
    var weight: Int { 1_024 + members.count * 152 }

    subscript(account: AccountNumber) -> Member? {
        get { members[account] }
        set {
            if let newValue, newValue.visibleAfter > members[account]?.visibleAfter ?? 0 {
                noteHidden(through: newValue.visibleAfter, from: account)
            }
            if newValue == nil {
                told[account] = nil
                owed.remove(account)
                laggingMembers[account] = nil
            }
            members[account] = newValue
            if newValue?.isListed == false { unlistedMembers.insert(account) } else { unlistedMembers.remove(account) }
            if let newValue, newValue.ignores(newValue.option) || newValue.comesIntoList {
                specialMembers.insert(account)
            } else {
                specialMembers.remove(account)
            }
            if newValue == nil, !damages.isEmpty { damages[account] = nil }
        }
    }

    /// The member's row cannot be read.
    func noteDamage(_ damage: StoreError, of account: AccountNumber) {
        var member = Member(
            role: account == owner ? .owner : .member, joinedAt: 0, streamStart: 0, hasReturned: false)
        member.isListed = true
        self[account] = member
        damages[account] = damage
    }

    /// Throws if the member's row is damaged: a command that is about this member cannot go on.
    func requireSound(_ account: AccountNumber) throws(CommandError) {
        if !damages.isEmpty, let damage = damages[account] { throw .store(damage) }
    }

    /// Copies what messages need from the member's side of the conversation.
    func note(_ membership: Membership, of account: AccountNumber, in conversation: Conversation) {
        guard isWhole, var member = members[account] else { return }
        noteLag(membership.lag(in: conversation), of: account)
        member.option = membership.option
        member.isListed = membership.isListed
        member.claim = membership.claim
        member.visibleAfter = membership.visibleAfter
        member.readSeq = membership.readSeq
        if member != members[account] { self[account] = member }
    }

    /// Nil: the member is not behind.
    func noteLag(_ lastChange: Milliseconds?, of account: AccountNumber) {
        if lastChange != nil || !laggingMembers.isEmpty { laggingMembers[account] = lastChange }
    }

    func forgetLags() {
        if !laggingMembers.isEmpty { laggingMembers = [:] }
    }

    /// The member's devices know of the conversation as it is now.
    func noteTold(_ conversation: Conversation, to account: AccountNumber, withChanges: Bool = true) {
        guard members.index(forKey: account) != nil else { return }
        told[account] = (conversation.lastSeq, withChanges ? conversation.change : toldChange(of: account))
        if withChanges { owed.remove(account) }
    }

    func oweView(to account: AccountNumber) { owed.insert(account) }

    /// Whether messages have changed since the member's devices were told of the conversation.
    func missesChanges(_ account: AccountNumber, _ conversation: Conversation) -> Bool {
        members[account]?.isListed == true && toldChange(of: account) < conversation.change
    }

    func toldChange(of account: AccountNumber) -> Seq { told[account]?.change ?? 0 }

    /// Nobody knows what the member's devices were told.
    func isUnsure(about account: AccountNumber) -> Bool {
        told.index(forKey: account) == nil && members.index(forKey: account) != nil
    }

    /// The members that joined or deleted the history after that message. Costs nothing where there are none.
    func members(whoCannotSee seq: Seq) -> Set<AccountNumber> {
        if !isHiddenSorted {
            hidden.sort { $0.through < $1.through }
            isHiddenSorted = true
        }
        var found: Set<AccountNumber> = []
        for (through, account) in hidden.reversed() {
            guard through >= seq else { break }
            if let member = members[account], member.visibleAfter >= seq { found.insert(account) }
        }
        return found
    }

    private func noteHidden(through seq: Seq, from account: AccountNumber) {
        if let last = hidden.last, last.through > seq { isHiddenSorted = false }
        hidden.append((seq, account))
        guard hidden.count > 2 * members.count + 64 else { return }
        hidden = members.map { ($1.visibleAfter, $0) } + [(seq, account)]
        isHiddenSorted = false
    }

    /// Whether the member's devices are behind with a conversation that does for them what it does for most.
    func isBehind(_ account: AccountNumber, _ conversation: Conversation) -> Bool {
        guard let member = members[account], member.isListed, !specialMembers.contains(account) else { return false }
        guard let seq = told[account]?.seq else { return true }
        return seq < conversation.lastSeq
    }

    func empty() {
        members = [:]
        told = [:]
        owed = []
        specialMembers = []
        unlistedMembers = []
        laggingMembers = [:]
        damages = [:]
        hidden = []
    }
}

/// A group's texts about itself.
package struct GroupInfo: Equatable, Sendable {
    package var name: String
    package var description = ""
    package var avatar = ""
    package var ext = ""
    package var announcement = ""

    package init(name: String) {
        self.name = name
    }

    package static func == (one: GroupInfo, other: GroupInfo) -> Bool {
        let texts: [KeyPath<GroupInfo, String>] = [\.name, \.description, \.avatar, \.ext, \.announcement]
        return texts.allSatisfy { one[keyPath: $0].isSpelled(like: other[keyPath: $0]) }
    }
}

/// One user's place in a group.
struct Member: Equatable {
    /// A stamp: the order of joining.
    let joinedAt: Stamp
    /// The group's stream begins for the member after this.
    let streamStart: Seq
    /// Milliseconds since 1970; 0: not muted; -1: for ever (G-Q30).
    var muteUntil: Milliseconds = 0
    /// the attribute of that name.
    var nickname = ""
    /// As the member's conversation has it: up to there the history hides what was said. Not stored here.
    var visibleAfter: Seq = 0
    /// Up to there the member has read. Not stored here either.
    var readSeq: Seq = 0
    // Side by side, what has a byte each shares a word: a group has thousands of members.
    var role: GroupRole
    /// Has been a member before: what came before this membership is not to be gone on from.
    let hasReturned: Bool
    var isWhiteListed = false
    /// G-45: wants none of the group's messages.
    var isBlocking = false
    var notify = GroupNotify.all
    /// As the member's conversation has it; not stored here.
    var option = ReceiveOption.receive
    /// Whether the conversation is in the member's list; not stored here either.
    var isListed = false
    /// The claim of the conversation to a place in the list; not stored here either.
    var claim = ListClaim.place

    init(role: GroupRole, joinedAt: Stamp, streamStart: Seq, hasReturned: Bool) {
        self.role = role
        self.joinedAt = joinedAt
        self.streamStart = streamStart
        self.hasReturned = hasReturned
    }

    /// The next message brings the conversation into the member's list, or tries to.
    var comesIntoList: Bool { !isListed && claim != .nothing }

    /// Whether notifications appear in the member's list: not with the group blocked or turned off (X-M03 to X-M05).
    var seesNotifications: Bool {
        Effect.group(option, isBlocking: isBlocking, isNotification: true, isMentioned: false, shouldBeCounted: false)
            .isSeen
    }

    /// X-M03, X-M04, X-M06: messages in general do nothing for the member.
    func ignores(_ option: ReceiveOption) -> Bool {
        isBlocking || option == .refuse || option == .receiveMentions
    }
}

extension Member {
    /// G-Q31, X-42: by itself it ends in silence.
    func isMuted(at milliseconds: Milliseconds) -> Bool { muteUntil < 0 || muteUntil > milliseconds }
}
