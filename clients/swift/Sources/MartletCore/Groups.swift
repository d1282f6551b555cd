/// A member of a group.
public struct GroupMember: Sendable, Equatable {
    public enum Role: Int, Sendable {
        case member, admin, owner
    }

    public let userID: String
    public let role: Role
    /// The name in the group; empty if there is none.
    public let nickname: String
}

/// Groups and their members, as an application shows them. The application says what it shows: groups that are unknown,
/// a day old, or known to have changed are read, many at once. Meanwhile it shows what was known, also that of an
/// earlier run, which is in the storage.
package final class Groups {
    package enum Input: Sendable {
        /// These are on the screen.
        case look([String])
        /// Reads all members, unless they are known as they are now.
        case everyone(call: Int, String)
        /// This device has changed the group by what no event tells it.
        case refresh(String)
    }

    struct Actions {
        /// Has something done when the storage was read.
        let whenLoaded: (@escaping () -> Void) -> Void
        let request: (String, JSON, RequestOptions, @escaping (Reply) -> Void) -> Void
        let isOpen: () -> Bool
        let failed: (MartletError) -> Void
        let unsaved: (MartletError) -> Void
    }

    private enum Loading {
        /// The application has asked for no group.
        case notYet
        /// Inputs that wait for it, in their order.
        case underWay([() -> Void])
        case done
    }

    private static let spaces = ["group", "member"]
    private static let stream = "group_"
    private static let notification = 5

    private let writes: Writes
    private let actions: Actions
    private let rows: [KeptRows]
    private var loading = Loading.notYet
    /// Counts sign-outs: rows that are read meanwhile are void.
    private var run = 0
    private var changed: Set<String> = []
    private lazy var groups: LookedGroups = LookedGroups(
        scheduler, rows[0],
        LookedGroups.Actions(
            request: actions.request, isOpen: actions.isOpen, changed: { [unowned self] in changed.formUnion($0) },
            failed: actions.failed))
    private lazy var lists: MemberLists = MemberLists(
        rows[1],
        MemberLists.Actions(
            request: actions.request, changed: { [unowned self] in changed.formUnion($0) },
            took: { [unowned self] group in groups.tell(group["groupID"]?.string ?? "") { _ in group } }))
    private let scheduler: Scheduler

    init(_ scheduler: Scheduler, _ clock: GatewayClock, _ writes: Writes, _ actions: Actions) {
        self.scheduler = scheduler
        self.writes = writes
        self.actions = actions
        rows = zip(Self.spaces, [LookedGroups.most, MemberLists.most]).map {
            KeptRows(space: $0, most: $1, clock: clock, writes: writes, unsaved: actions.unsaved)
        }
    }

    /// As it was read last. Nil: it was not read, or this user may not see it.
    package func group(_ id: String) -> JSON? { groups[id] }

    /// The members that are known, owner and admins first; nil if they were not read.
    package func members(_ id: String) -> [GroupMember]? {
        guard let list = lists[id] else { return nil }
        let owner = group(id)?["owner"]?.string
        let admins = Set((group(id)?["adminList"]?.array ?? []).compactMap(\.string))
        let members = list.users.map { user in
            let role: GroupMember.Role = user == owner ? .owner : admins.contains(user) ? .admin : .member
            return GroupMember(userID: user, role: role, nickname: list.nicknames[user] ?? "")
        }
        return [.owner, .admin, .member].flatMap { role in members.filter { $0.role == role } }
    }

    /// The groups that look different since this was asked last.
    func takeChanged() -> Set<String> {
        defer { changed = [] }
        return changed
    }

    func take(_ input: Input, _ finish: @escaping (_ call: Int) -> (MartletError?) -> Void) {
        load()
        switch input {
        case .look(let ids): whenLoaded { [unowned self] in groups.look(ids) }
        case .everyone(let call, let id):
            whenLoaded { [unowned self] in
                groups.look([id])
                lists.read(id, finish(call))
            }
        case .refresh(let id): whenLoaded { [unowned self] in stale(id) }
        }
    }

    /// Reads what an earlier run has left, behind all else that the engine reads.
    private func load() {
        guard case .notYet = loading else { return }
        loading = .underWay([])
        actions.whenLoaded { [unowned self] in
            let run = run
            writes.read(Self.spaces.map { StoredRange($0) }) { [unowned self] result in
                switch result {
                case .failure(let error): actions.unsaved(error)
                case .success(let spaces) where run == self.run && spaces.count == rows.count: restore(spaces)
                case .success: break
                }
                guard case .underWay(let waiting) = loading else { return }
                loading = .done
                for action in waiting { action() }
            }
        }
    }

    private func restore(_ spaces: [[StoredRow]]) {
        groups.restore(rows[0].recent(spaces[0]))
        // A session that is open has not said where the streams of these groups are.
        lists.restore(rows[1].recent(spaces[1]), areStale: actions.isOpen())
    }

    /// In the order of these calls; nothing if no group was asked for.
    private func whenLoaded(_ action: @escaping () -> Void) {
        switch loading {
        case .notYet: break
        case .underWay(let waiting): loading = .underWay(waiting + [action])
        case .done: action()
        }
    }

    // MARK: - News

    func opened() {
        whenLoaded { [unowned self] in groups.gather() }
    }

    /// A session is open: what the groups' streams have not gone on from is right.
    func login(_ reply: JSON, isResumed: Bool) {
        let ends = reply["groups"] ?? [:]
        whenLoaded { [unowned self] in
            lists.compare(ends)
            groups.compare(ends, isResumed: isResumed)
        }
    }

    /// Signed out: nothing is known any more.
    func clear() {
        run += 1
        groups.clear()
        lists.clear()
    }

    /// An event is shown at once, and the group is read again: not all that this device has done is told to it.
    func take(_ event: Event) {
        let data = event.data
        if event.name == "sync.reset", let stream = data["stream"]?.string {
            whenLoaded { [unowned self] in reset(stream, isGone: data["isGone"]?.bool ?? false) }
        } else if event.name == "message.new", data["type"]?.int == Self.notification {
            whenLoaded { [unowned self] in note(data) }
        } else if event.name.hasPrefix("group."), let id = data["groupID"]?.string {
            whenLoaded { [unowned self] in take(event, of: id) }
        }
    }

    private func reset(_ stream: String, isGone: Bool) {
        if stream == "user" { groups.staleAll() }
        guard stream.hasPrefix(Self.stream) else { return }
        let id = String(stream.dropFirst(Self.stream.count))
        stale(id)
        if isGone { lists.forget(id) }
    }

    private func take(_ event: Event, of id: String) {
        let data = event.data
        var move = MemberLists.Move(seq: event.stream?.hasPrefix(Self.stream) == true ? event.seq : nil)
        switch event.name {
        case "group.userDidJoin": move.joined = users(data["user"])
        case "group.userDidLeave": move.left = users(data["user"])
        case "group.attributesChangedOfMember", "group.attributesSet":
            if let nickname = data["attributes"]?["nickname"], let user = data["userID"]?.string {
                move.nicknames = [user: nickname.string ?? ""]
            }
        default: break
        }
        if event.name == "group.didLeave" { lists.forget(id) } else { lists.take(id, move) }
        tell(id, event.name, data)
    }

    /// A notification in the group's messages: the device that has changed something hears nothing else.
    private func note(_ message: JSON) {
        guard let conversation = message["conversationID"]?.string, conversation.hasPrefix(Self.stream) else { return }
        let id = String(conversation.dropFirst(Self.stream.count))
        let body = message["body"] ?? [:]
        let (source, targets) = (users(body["sourceID"]), users(body["targetIDs"]))
        let target = targets.first.map { JSON($0) } ?? .null
        var move = MemberLists.Move()
        var (name, data): (String, JSON) = ("", [:])
        // Above 400 are those of super teams.
        switch body["operationType"]?.int {
        case 0, 5, 401, 410: move.joined = targets
        case 9, 411: move.joined = source
        case 1, 402: move.left = targets
        case 2, 403: move.left = source
        case 6, 406: (name, data) = ("group.ownerDidUpdate", ["newOwner": target])
        case 7, 407: (name, data) = ("group.adminListDidUpdate", ["added": target])
        case 8, 408: (name, data) = ("group.adminListDidUpdate", ["removed": target])
        default: break
        }
        lists.take(id, move)
        tell(id, name, data)
    }

    private func tell(_ id: String, _ event: String, _ data: JSON) {
        groups.tell(id) { group in
            guard let group, !group.isNull else { return nil }
            return told(group, event, data)
        }
        groups.stale([id])
    }

    private func stale(_ id: String) {
        groups.stale([id])
        lists.stale(id)
    }
}

/// The group as an event leaves it.
private func told(_ group: JSON, _ event: String, _ data: JSON) -> JSON {
    switch event {
    case "group.specificationDidUpdate": return group.merging(data["group"] ?? [:])
    case "group.ownerDidUpdate":
        guard let owner = data["newOwner"], owner.string != nil else { return group }
        return group.merging(["owner": owner])
    case "group.adminListDidUpdate":
        var admins = users(group["adminList"])
        admins.removeAll { $0 == data["removed"]?.string || $0 == data["added"]?.string }
        if let added = data["added"]?.string { admins.append(added) }
        return group.merging(["adminList": JSON(admins.map { JSON($0) })])
    case "group.allMemberMuteChanged":
        guard let isMuted = data["isAllMemberMuted"] else { return group }
        return group.merging(["isAllMemberMuted": isMuted])
    default: return group
    }
}

/// The users that a user's id or a list of ids names.
private func users(_ named: JSON?) -> [String] {
    (named?.array ?? [named ?? .null]).compactMap(\.string)
}
