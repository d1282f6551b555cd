import ClientProtocol
import Domain
import JSON

/// The last step of all ways into a group: whether there is room, and making the account a member.
final class GroupAdmission {
    private let work: UnitOfWork
    private let groupStreams: GroupStreams
    private let conversations: Conversations
    private let groups: Groups
    private let memberships: Memberships
    private let groupConversations: GroupConversations
    private let pendingJoins: PendingJoins

    init(
        work: UnitOfWork, groupStreams: GroupStreams, conversations: Conversations, groups: Groups,
        memberships: Memberships, groupConversations: GroupConversations, pendingJoins: PendingJoins
    ) {
        self.work = work
        self.groupStreams = groupStreams
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.groupConversations = groupConversations
        self.pendingJoins = pendingJoins
    }

    /// Makes the account a member. Requests and invitations between the account and the group are settled.
    /// The newcomer's stream of the group begins behind the event of its joining; the maker's with the first event there is.
    /// `isForced`: others have put the account into the group.
    func admit(
        _ account: Account, to group: Group, as role: GroupRole = .member, isForced: Bool = false,
        showsHistory: Bool = false
    ) throws(CommandError) {
        let start = role == .owner ? group.streamSeq : group.streamSeq + 1
        var edit = try memberships.edit(of: account, in: conversations.conversation(of: group))
        let member = Member(
            role: role, joinedAt: try work.stamp(), streamStart: start, hasReturned: edit.membership.endSeq != nil)
        try groups.put(member, of: account, in: group)
        try groupConversations.openConversation(
            &edit, of: group, isForced: isForced, showsHistory: showsHistory)
        try pendingJoins.removeInvitation(of: account, to: group)
        try pendingJoins.removeApplication(of: account, to: group)
        work.lead(to: .entered(group: group.number, account.id))
    }

    /// the user's other devices will hear of the group from now on.
    func emitOwnJoining(
        of account: Account, to group: Group, invitedBy inviter: Account? = nil, _ message: String = ""
    ) throws(CommandError) {
        let content = GroupDidJoin(inviter: (inviter ?? account).id, message: message)
        try groupStreams.emitOwn(content, of: group, to: account)
    }

    /// Tells all other members that the user has joined (G-65).
    func emitOthers(thatJoined account: Account, _ group: Group) throws(CommandError) {
        try groupStreams.emitMembers(GroupUserDidJoin(user: account.id), of: group, except: account)
    }

    func isFull(_ group: Group, adding count: Int = 1) -> Bool {
        Int64(group.members.count + count) > group.maxUsers
    }

    /// G-Q27, G-Q49: the last ones are kept for those that the user joins or makes.
    func hasTooManyGroups(_ account: Account, isForced: Bool = false) throws(CommandError) -> Bool {
        let kept = isForced ? min(mostGroupsKept, work.options.groupsPerUser / 2) : 0
        return try stored(GroupQueries.countJoined(by: account.number, in: work.store))
            >= Int64(work.options.groupsPerUser - kept)
    }

    /// Before one more comes: 604, 4.
    func requireRoom(for account: Account, in group: Group) throws(CommandError) {
        if isFull(group) { throw .refused(.groupFull) }
        if try hasTooManyGroups(account) { throw .refused(.groupLimit) }
    }
}

/// Groups of a user's limit into which nobody else can put the user (G-Q49).
private let mostGroupsKept = 50
