import ClientProtocol
import Domain
import JSON
import Storage

/// Keeps groups and their members, with the cache of those used last, and the stream of each group.
final class Groups {
    let work: UnitOfWork
    let quotas: Quotas
    let accounts: Accounts
    let settingLog: SettingLog
    let conversations: Conversations
    private var sweep = StreamSweep(of: "group_event")
    private var cache: GenerationCache<GroupNumber, Group>
    /// The number that was given last; nil: not read yet.
    private var last: GroupNumber?
    /// Something was taken back, or a group has left the cache: what users have been told since the start is no longer all
    /// known.
    private var hasForgotten = false

    private static let insertion = Group.Column.insert()
    private static let change = Group.Column.update()
    private static let writing = Member.Column.upsert(keeping: [.account, .attributes, .nickname, .hasReturned])

    init(work: UnitOfWork, quotas: Quotas, accounts: Accounts, settingLog: SettingLog, conversations: Conversations) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.settingLog = settingLog
        self.conversations = conversations
        cache = GenerationCache(limit: work.options.cacheBytes / 8)
    }

    /// Copies what messages need from the member's side of the conversation. A group that is not in the cache reads it later.
    func note(
        _ membership: Membership, of account: AccountNumber, in conversation: Conversation, ofGroup number: GroupNumber
    ) {
        cache.value(number, weight: \.weight)?.note(membership, of: account, in: conversation)
    }

    /// The group of this id, with all its members. If there is none, the refusal names `key`.
    func group(_ id: String, key: String = "groupID") throws(CommandError) -> Group {
        if id.isEmpty { throw .refused(.emptyGroupID, keys: [key]) }
        guard let group = try findGroup(id) else { throw .refused(.noGroup, keys: [key]) }
        return group
    }

    func findGroup(_ id: String) throws(CommandError) -> Group? {
        try groupNumber(id).flatMap(group)
    }

    func group(_ number: GroupNumber) throws(CommandError) -> Group? {
        guard let group = try outline(ofGroup: number) else { return nil }
        if !group.isWhole { try loadMembers(of: group) }
        return group
    }

    /// The group, perhaps without its members: enough to show its conversation, of which a list has a hundred.
    func outline(ofGroup number: GroupNumber) throws(CommandError) -> Group? {
        if let group = cache.value(number, weight: \.weight) { return group }
        guard let conversation = try conversations.conversation(of: .group(number)) else { return nil }
        var found: Group?
        try work.query(Group.byNumber, [.integer(number)]) { row throws(StoreError) in
            found = try Group(row, conversation: conversation.number)
        }
        guard let found else { return nil }
        found.streamSeq = try streamSeq(ofGroup: number)
        cache.insert(found, for: number, weight: found.weight)
        return found
    }

    private func loadMembers(of group: Group) throws(CommandError) {
        let bounds = PairKey.bounds(group.number)
        var members: [(account: AccountNumber, member: Member)] = []
        let damage = try work.skippingDamage { () throws(CommandError) in
            members = try self.members(of: group, after: bounds.after, through: bounds.through)
        }
        for (account, member) in members { group[account] = member }
        if damage != nil { try loadMembersSingly(of: group) }
        group.isWhole = true
        cache.add(weight: group.weight)
    }

    private func members(
        of group: Group, after first: PairKey, through last: PairKey
    ) throws(CommandError) -> [(account: AccountNumber, member: Member)] {
        let lastSeq = try conversations.conversation(of: group).lastSeq
        var members: [(account: AccountNumber, member: Member)] = []
        try work.query(
            Member.ofGroup, [.integer(first), .integer(last), .integer(group.conversation)]
        ) { row, membership throws(StoreError) in
            let account: AccountNumber = row.integer(.account)
            guard row.integer(.id) == PairKey.key(group.number, account) else { throw row.damaged(.account) }
            members.append((account, try Member(row, membership)))
            if try Member.mayLag(membership, behind: lastSeq) { group.noteLag(0, of: account) }
        }
        return members
    }

    /// A damaged row is its member's matter, and no other's.
    private func loadMembersSingly(of group: Group) throws(CommandError) {
        let bounds = PairKey.bounds(group.number)
        var keys: [PairKey] = []
        try work.query(
            "SELECT id FROM member WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)]
        ) { row in keys.append(row.integer(0)) }
        for key in keys where AccountNumber.stored.contains(PairKey.second(key)) {
            let damage = try work.skippingDamage { () throws(CommandError) in
                let before = PairKey(key.rawValue - 1)
                for (account, member) in try members(of: group, after: before, through: key) { group[account] = member }
            }
            if let damage { group.noteDamage(damage, of: PairKey.second(key)) }
        }
    }

    /// Whether the account is in the group, and no more of the group than that.
    func isMember(_ account: Account, ofGroup number: GroupNumber) throws(CommandError) -> Bool {
        try joinedAt(account, inGroup: number) != nil
    }

    /// Nil: it is no member.
    func joinedAt(_ account: Account, inGroup number: GroupNumber) throws(CommandError) -> Stamp? {
        if let group = cache.value(number, weight: \.weight), group.isWhole { return group[account.number]?.joinedAt }
        return try stored(GroupQueries.joinedAt(account.number, of: number, in: work.store))
    }

    func insert(_ group: Group) throws(CommandError) {
        group.version = try work.stamp()
        try work.execute(Self.insertion, group.values)
        try work.note(.groupCreated, of: .group(group.number))
        cache.insert(group, for: group.number, weight: group.weight)
    }

    func save(_ group: Group) throws(CommandError) {
        group.version = try work.stamp()
        try work.execute(Self.change, group.values)
        try work.note(.groupUpdated, of: .group(group.number))
    }

    func put(_ member: Member, of account: Account, in group: Group) throws(CommandError) {
        try group.requireSound(account.number)
        try work.execute(Self.writing, member.values(of: account.number, in: group.number))
        let kind: BackendEventKind = group[account.number] == nil ? .memberJoined : .memberUpdated
        try work.note(kind, of: .group(group.number), account: account.number)
        group[account.number] = member
    }

    func erase(_ account: Account, from group: Group) throws(CommandError) {
        if let former = group[account.number] { try settingLog.record(former, becomes: nil, of: account, in: group) }
        try work.execute(
            "DELETE FROM member WHERE id = $1", [.integer(PairKey.key(group.number, account.number))])
        group[account.number] = nil
        try work.note(.memberLeft, of: .group(group.number), account: account.number)
    }

    /// For a new group. A number is never given twice (G-Q45): the row of the last one outlives its group.
    func takeNumber() throws(CommandError) -> GroupNumber {
        var number: GroupNumber
        if let last { number = last } else { number = try readLastNumber() }
        number = number.next
        try work.execute(
            "INSERT INTO group_counter (id, last) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET last = $1",
            [.integer(number)])
        last = number
        return number
    }

    /// If the counter's row is lost, it is the highest number of a group that has a conversation.
    private func readLastNumber() throws(CommandError) -> GroupNumber {
        var number: GroupNumber?
        try work.query("SELECT last FROM group_counter WHERE id = 1", []) { row throws(StoreError) in
            let last: GroupNumber = row.integer(0)
            if last.rawValue == 0x7FFF_FFFF { throw row.damaged(0) }
            number = last
        }
        if let number { return number }
        try work.query("SELECT coalesce(max(high), 0) FROM conversation WHERE low = 0", []) { row in
            number = row.integer(0)
        }
        return number ?? 0
    }

    /// The group and its members. Its number is not given again.
    func erase(_ group: Group) throws(CommandError) {
        let bounds = PairKey.bounds(group.number)
        try work.execute(
            "DELETE FROM member WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
        try work.execute("DELETE FROM chat_group WHERE id = $1", [.integer(group.number)])
        try work.note(.groupDeleted, of: .group(group.number))
        cache.remove(group.number)
    }

    /// The attributes that a member has given itself.
    func setAttributes(_ attributes: [ExactText: String], of account: Account, in group: Group) throws(CommandError) {
        let nickname = attributes[MemberAttributes.nickname] ?? ""
        try work.execute(
            "UPDATE member SET attributes = $2, nickname = $3 WHERE id = $1",
            [
                .integer(PairKey.key(group.number, account.number)), .text(MemberAttributes.write(attributes)),
                .text(nickname),
            ])
        group[account.number]?.nickname = nickname
    }

    /// Its devices are still to be told what messages have done; of a group that nobody has asked for lately nobody knows.
    func knowsToBeBehind(_ account: Account, _ conversation: Conversation) -> Bool {
        guard let number = conversation.group, let group = cache.value(number, weight: \.weight) else { return false }
        return group.isBehind(account.number, conversation) || group.missesChanges(account.number, conversation)
    }

    /// M-07: the member goes on to read before a round has told of a change that concerns it. Messages that it has read
    /// by then do not show the change any more.
    func noteReading(_ edit: MembershipEdit) {
        guard let number = edit.conversation.group, let group = cache.value(number, weight: \.weight),
            group.missesChanges(edit.account.number, edit.conversation),
            edit.conversation.concerns(edit, since: group.toldChange(of: edit.account.number))
        else { return }
        group.oweView(to: edit.account.number)
    }

    /// The account's devices know of the conversation as it is now: no round has to tell them. If nobody knows what they were
    /// told before, the total was perhaps not, either.
    func markTold(_ conversation: Conversation, to account: Account, withChanges: Bool = true) {
        guard let number = conversation.group, let group = cache.value(number, weight: \.weight) else { return }
        if hasForgotten, group.isUnsure(about: account.number) {
            account.forgetToldTotal()
        }
        group.noteTold(conversation, to: account.number, withChanges: withChanges)
    }

    func attributes(of account: Account, in group: Group) throws(CommandError) -> [ExactText: String] {
        var attributes: [ExactText: String] = [:]
        try work.query(
            "SELECT attributes FROM member WHERE id = $1", [.integer(PairKey.key(group.number, account.number))]
        ) { row throws(StoreError) in attributes = try row.decoded(0, MemberAttributes.read) }
        return attributes
    }

    func trimStreams() throws(CommandError) {
        try sweep.doPiece(before: work.streamCutoff, in: work)
    }

    /// Between commands the cache may let go of what was asked for longest ago.
    func letGo() {
        if cache.letGo() { hasForgotten = true }
    }

    /// After a rollback nothing in memory is sure.
    func forget() {
        cache.removeAll()
        last = nil
        hasForgotten = true
    }
}

/// G-Q45: the number in a group's id.
func groupNumber(_ id: String) -> GroupNumber? {
    guard let number = GroupNumber(id), String(number) == id else { return nil }
    return number
}
