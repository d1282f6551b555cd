import Domain

/// A user. Lives on the writer's queue.
final class Account {
    enum State: Int64 {
        case active = 0
        case disabled = 1
        /// Its number stays, since messages name their sender by it.
        case deleted = 2
    }

    let number: AccountNumber
    let id: UserID
    /// Milliseconds since 1970.
    var createdAt: Milliseconds
    var nickname: String
    var faceURL: String
    /// when the profile was last changed. It rises with each change, also of one that is made anew.
    var profileVersion: Stamp
    var state: State
    /// R-Q19: may add nobody.
    var isBarred = false
    /// G-Q03: joins groups that it is invited to without being asked.
    var acceptsInvitations = true
    /// Y-04: others find the user by its name.
    var isFindable = false
    /// It outlives the account: a token of the one before does not make the account anew.
    var revocation = TokenRevocation.none
    // Single parts keep something with the account, so that it leaves the cache with the account. Each is read when first asked
    // for and belongs to its part alone: `PartTests` holds them apart.

    /// Of `Memberships`.
    var conversationList: ConversationList?
    /// Of `UserStreams`.
    var streamSeq: Seq?
    /// Of `Contacts` and `Relations`. The state of a user without relations takes no memory.
    var relationState: RelationState? {
        get {
            switch keptRelations {
            case .unread: nil
            case .empty: RelationState()
            case .full(let state): state
            }
        }
        set { keptRelations = newValue.map { $0 == RelationState() ? .empty : .full($0) } ?? .unread }
    }
    private var keptRelations = KeptRelations.unread
    /// Of `Pushes`: whether there is a device to push to, and when none should be.
    var reach: PushReach?
    /// Of `Statistics`: the last hour in which the user is counted as active; 0: in none; nil: it has not been read.
    var activeHour: Milliseconds?
    /// Of `Quotas`.
    var usage: Usage?
    /// Of `Friends`.
    var additions = RateMeter()
    var deletions = RateMeter()

    init(
        number: AccountNumber, id: UserID, state: State, createdAt: Milliseconds, nickname: String = "",
        faceURL: String = "", profileVersion: Stamp = 0
    ) {
        self.number = number
        self.id = id
        self.state = state
        self.createdAt = createdAt
        self.nickname = nickname
        self.faceURL = faceURL
        self.profileVersion = profileVersion
    }

    /// It has just been made: nothing of it has to be read.
    func beginEmpty() {
        conversationList = ConversationList()
        streamSeq = 0
        relationState = RelationState()
        activeHour = 0
    }

    /// The acts of the id's former owner count no longer.
    func resetRates() {
        additions = RateMeter()
        deletions = RateMeter()
    }

    /// Nobody knows which total its devices were told.
    func forgetToldTotal() {
        conversationList?.toldTotal = ConversationList.unknownTotal
    }

    /// the system sender never is, and has nothing of what users have.
    var isThere: Bool { state != .deleted }

    /// C-10: the nickname, or the id; for those who have no remark of their own.
    var shownName: String { nickname.isEmpty ? id.text : nickname }
}

private enum KeptRelations {
    case unread
    case empty
    indirect case full(RelationState)
}

/// A user's conversations as the cloud keeps them: those in the list. Belongs to the account.
final class ConversationList {
    /// Ascending by their conversations. For two of them a dictionary takes three times the memory, and for a hundred it is not
    /// quicker.
    private(set) var memberships: [Membership] = []
    /// The conversations of groups among them.
    private var groups: [ConversationNumber] = []
    /// C-Q17: exact as of the last change; without the groups, whose messages touch no list.
    var total: Int64 = 0
    /// C-29: the one that the user's devices know of.
    var toldTotal: Int64 = 0
    /// The one that a message has told in the current command, if nothing has changed since.
    var impliedTotal: Int64?
    /// Nobody knows any more what they were told: they are told again.
    static let unknownTotal: Int64 = -1
    /// When the first of those in the list expires, at the earliest.
    var nextExpiry = Milliseconds.max

    subscript(conversation: ConversationNumber) -> Membership? {
        let (place, isThere) = place(of: conversation)
        return isThere ? memberships[place] : nil
    }

    func put(_ membership: Membership?, in conversation: Conversation) {
        let (place, isThere) = place(of: conversation.number)
        switch (membership, isThere) {
        case (let membership?, true): memberships[place] = membership
        case (let membership?, false):
            memberships.insert(membership, at: place)
            if conversation.group != nil { groups.append(conversation.number) }
        case (nil, true):
            memberships.remove(at: place)
            if conversation.group != nil { groups.removeAll { $0 == conversation.number } }
        case (nil, false): break
        }
    }

    func setRelationship(_ relationship: Relationship, in conversation: ConversationNumber) {
        let (place, isThere) = place(of: conversation)
        if isThere { memberships[place].relationship = relationship }
    }

    func replaceHeld(by message: StoredMessage) {
        let (place, isThere) = place(of: message.conversation)
        guard isThere, memberships[place].heldLast == message.id else { return }
        memberships[place].heldMessage = message
    }

    /// The memberships of groups.
    var ofGroups: some Sequence<Membership> { groups.lazy.compactMap { self[$0] } }

    /// Where it stands, or belongs.
    private func place(of conversation: ConversationNumber) -> (place: Int, isThere: Bool) {
        var (low, high) = (0, memberships.count)
        while low < high {
            let middle = (low + high) / 2
            if memberships[middle].conversation < conversation { low = middle + 1 } else { high = middle }
        }
        return (low, low < memberships.count && memberships[low].conversation == conversation)
    }
}
