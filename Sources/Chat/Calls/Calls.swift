import ClientProtocol
import Domain
import Storage

/// A user's wish to call others (J-01).
package struct CallInvitation: Sendable {
    let target: ConversationID
    /// Nil: between two, the other one.
    let users: [String]?
    let kind: String
    let data: String?
    let seconds: Int
    let device: String

    package init(
        to target: ConversationID, users: [String]?, kind: String, data: String?, seconds: Int, device: String
    ) {
        self.target = target
        self.users = users
        self.kind = kind
        self.data = data
        self.seconds = seconds
        self.device = device
    }
}

/// J-01 to J-12: calls as they ring, go on and end. Nothing is cached: each command reads the rows anew.
package final class Calls {
    let work: UnitOfWork
    let accounts: Accounts
    private let conversations: Conversations
    private let groups: Groups
    private let memberships: Memberships
    let pushes: Pushes
    let messages: Messages
    /// Up to where the sweep has looked for users who are gone.
    private var swept: (call: CallNumber, account: AccountNumber) = (0, 0)
    /// Of calls that have ended since the last commit.
    private var outcomes: [PhoneCall.Outcome] = []

    private static let writing = StoredCall.Column.upsert()
    private static let writingUser = PhoneCall.User.Column.upsert()
    /// J-11: in a minute.
    private static let mostInvitations = 10

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, groups: Groups, memberships: Memberships,
        pushes: Pushes, messages: Messages
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.pushes = pushes
        self.messages = messages
    }

    // MARK: - Inviting

    package func invite(_ invitation: CallInvitation, by number: AccountNumber) throws(CommandError) -> CallView {
        let inviter = try accounts.caller(number)
        let (parties, called) = try called(by: invitation, inviter)
        let present = try conversations.conversation(of: parties)
        if parties.group == nil, let present, let other = try stored(StoredCall.find(in: present.number, work.store)) {
            throw .refused(.conflict, "call \(other.id) is under way with this user", keys: [String(other.id)])
        }
        try requireRate(of: inviter)
        let conversation = if let present { present } else { try conversations.makeConversation(of: parties) }
        let id = CallNumber(try work.stamp())
        let now = id.stamp.time
        let users = try called.map { account, isTold throws(CommandError) in
            let isBusy = try isBusy(account)
            return PhoneCall.User(
                account: account.number, state: isBusy ? .busy : .ringing, since: now, isTold: isTold && !isBusy)
        }
        let call = PhoneCall(
            by: PhoneCall.User(account: inviter.number, state: .accepted, device: invitation.device, since: now),
            to: users, startedAt: now, ringsUntil: now + Seconds(invitation.seconds).milliseconds)
        var new = StoredCall(
            id: id, conversation: conversation.number, group: parties.group ?? 0, kind: invitation.kind,
            data: invitation.data, call)
        for index in new.call.users.indices where new.call.users[index].state == .ringing {
            try ring(&new, index)
        }
        try note(.callStarted, of: new)
        try save(new, instead: nil)
        return try view(new, for: inviter)
    }

    /// Judged as sending: whom the invitation calls, each with whether it is to hear of it.
    private func called(
        by invitation: CallInvitation, _ inviter: Account
    ) throws(CommandError) -> (Parties, [(Account, isTold: Bool)]) {
        switch invitation.target {
        case .c2c(let target):
            guard let receiver = try accounts.reachableAccount(target) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            if receiver === inviter {
                throw .refused(.messageParameters, "nobody can call itself", keys: ["conversationID"])
            }
            let others = invitation.users?.filter { !$0.isSpelled(like: receiver.id.text) } ?? []
            if !others.isEmpty {
                throw .refused(.messageParameters, "between two there is one to call", keys: ["userIDs"])
            }
            let parties = Parties.users(inviter.number, receiver.number)
            let conversation = try conversations.conversation(of: parties)
            try messages.requireCorrespondence(from: inviter, to: receiver, in: conversation)
            let option = try conversation.map { conversation throws(CommandError) in
                try memberships.peek(receiver, in: conversation).membership.option
            }
            return (parties, [(receiver, option != .refuse)])
        case .group(let id):
            let group = try messages.writableGroup(id, inviter, isChecked: true)
            var called: [(Account, isTold: Bool)] = []
            for name in invitation.users ?? [] {
                guard let account = try UserID(name).flatMap(accounts.account), let member = group[account.number]
                else { throw .refused(.notInGroup, "\(name) is not in the group", keys: ["userIDs"]) }
                if account === inviter {
                    throw .refused(.messageParameters, "nobody can call itself", keys: ["userIDs"])
                }
                if called.contains(where: { $0.0 === account }) { continue }
                called.append((account, !member.isBlocking && member.option != .refuse))
            }
            if called.isEmpty { throw .refused(.messageParameters, "userIDs is missing", keys: ["userIDs"]) }
            return (.group(group.number), called)
        }
    }

    /// J-11: the rows of calls that have ended stay for a minute.
    private func requireRate(of inviter: Account) throws(CommandError) {
        var count = 0
        try work.query(
            "SELECT 1 FROM call WHERE inviter = $1 AND id > $2",
            [.integer(inviter.number), .integer(Stamp(milliseconds: work.now - 60_000))]
        ) { _ in count += 1 }
        if count >= Self.mostInvitations {
            throw .refused(.rateLimited, "a user may call \(Self.mostInvitations) times a minute")
        }
    }

    /// J-05: in a call that somebody has accepted.
    private func isBusy(_ account: Account) throws(CommandError) -> Bool {
        if work.options.hasCallWaiting { return false }
        var isBusy = false
        try work.query(
            """
            SELECT 1 FROM call_user JOIN call ON call.id = call_user.call
            WHERE account = $1 AND state = 1 AND answered_at IS NOT NULL AND outcome IS NULL LIMIT 1
            """, [.integer(account.number)]
        ) { _ in isBusy = true }
        return isBusy
    }

    // MARK: - Answering

    package func accept(
        _ id: CallNumber, on device: String, by number: AccountNumber
    ) throws(CommandError) -> CallView {
        try change(id, by: number) { $0.accept($1, on: device, at: work.now) }
    }

    package func reject(
        _ id: CallNumber, on device: String, by number: AccountNumber
    ) throws(CommandError) -> CallView {
        try change(id, by: number) { $0.reject($1, on: device, at: work.now) }
    }

    package func cancel(_ id: CallNumber, by number: AccountNumber) throws(CommandError) -> CallView {
        try change(id, by: number) { $0.inviter == $1 ? $0.cancel(at: work.now) : .tooLate }
    }

    package func leave(_ id: CallNumber, by number: AccountNumber) throws(CommandError) -> CallView {
        try change(id, by: number) { $0.leave($1, at: work.now) }
    }

    /// J-12: by a backend.
    package func end(_ id: CallNumber) throws(CommandError) -> CallView {
        guard let former = try stored(StoredCall.find(id, in: work.store)), former.call.outcome == nil else {
            throw .refused(.requestHandled, keys: ["callID"])
        }
        var new = former
        new.call.end(at: work.now)
        try save(new, instead: former)
        return try view(new, for: accounts.account(new.call.inviter))
    }

    private func change(
        _ id: CallNumber, by number: AccountNumber,
        _ verb: (inout PhoneCall, AccountNumber) -> PhoneCall.Answer
    ) throws(CommandError) -> CallView {
        let account = try accounts.caller(number)
        guard let former = try stored(StoredCall.find(id, in: work.store)), former.call[number] != nil else {
            throw .refused(.requestHandled, keys: ["callID"])
        }
        var new = former
        switch verb(&new.call, number) {
        case .tooLate: throw .refused(.requestHandled, keys: ["callID"])
        case .repeated: break
        case .done: try save(new, instead: former)
        }
        return try view(new, for: account)
    }

    /// J-07: for a device that comes.
    func ringing(for account: Account) throws(CommandError) -> [CallInvited] {
        try stored(StoredCall.ringing(for: account.number, at: work.now, in: work.store)).map {
            call throws(CommandError) in CallInvited(try view(call, for: account), at: work.now)
        }
    }

    /// Nil: it has ended, or rings for the user.
    func view(of id: CallNumber, for account: Account) throws(CommandError) -> CallView? {
        guard let found = try stored(StoredCall.find(id, in: work.store)), found.call.outcome == nil,
            found.call[account.number].map({ $0.state != .ringing }) ?? false
        else { return nil }
        return try view(found, for: account)
    }

    func view(_ call: StoredCall, for account: Account) throws(CommandError) -> CallView {
        try stored(call.view(for: account.number, storedName))
    }

    // MARK: - By the clock

    /// J-03, J-08: does what the time alone does to calls. Returns whether others may be due.
    func sweep() throws(CommandError) -> Bool {
        var hasCalls = false
        try work.query("SELECT 1 FROM call LIMIT 1") { _ in hasCalls = true }
        guard hasCalls else { return false }
        try removeGone()
        var due: [CallNumber] = []
        try work.query(
            "SELECT id FROM call WHERE due <= $1 ORDER BY due, id LIMIT $2",
            [.integer(work.now), .integer(Int64(mostAtOnce))]
        ) { row in due.append(row.integer(0)) }
        for id in due {
            var found: StoredCall?
            try work.skippingDamage { () throws(CommandError) in
                found = try stored(StoredCall.find(id, in: work.store))
            }
            guard let former = found, former.call.outcome == nil else {
                // Nobody needs it any more; or it is damaged, and would be met each second.
                try erase(id)
                continue
            }
            var new = former
            new.call.pass(to: work.now)
            try save(new, instead: former)
        }
        return due.count == mostAtOnce
    }

    /// Users without a session for a minute, and those who have left the group: of so many users of calls at a time.
    private func removeGone() throws(CommandError) {
        var looked: [(call: CallNumber, account: AccountNumber, reason: PhoneCall.Reason?)] = []
        try work.query(
            """
            SELECT call_user.call, call_user.account,
                chat_group != 0 AND NOT EXISTS
                    (SELECT 1 FROM member WHERE member.id = (chat_group << 32 | call_user.account)),
                state = 1 AND since <= $3 AND NOT EXISTS
                    (SELECT 1 FROM presence WHERE presence.id >= call_user.account << 32
                        AND presence.id < (call_user.account + 1) << 32 AND (is_online = 1 OR changed_at > $3))
            FROM call_user JOIN call ON call.id = call_user.call
            WHERE (call_user.call, call_user.account) > ($1, $2) ORDER BY call_user.call, call_user.account LIMIT $4
            """,
            [
                .integer(swept.call), .integer(swept.account), .integer(work.now - 60_000), .integer(rowsPerSweep),
            ]
        ) { row in
            let reason: PhoneCall.Reason? =
                row.integer(2) as Int64 != 0 ? .removed : row.integer(3) as Int64 != 0 ? .disconnected : nil
            looked.append((row.integer(0), row.integer(1), reason))
        }
        swept = looked.count < Int(rowsPerSweep) ? (0, 0) : looked.last.map { ($0.call, $0.account) } ?? (0, 0)
        for (id, account, reason) in looked {
            if let reason { try remove(account, from: id, reason) }
        }
    }

    /// Of an account that is deleted.
    func withdraw(_ account: Account) throws(CommandError) {
        var calls: [CallNumber] = []
        try work.query("SELECT call FROM call_user WHERE account = $1 ORDER BY call", [.integer(account.number)]) {
            row in calls.append(row.integer(0))
        }
        for id in calls { try remove(account.number, from: id, .removed) }
    }

    private func remove(
        _ account: AccountNumber, from id: CallNumber, _ reason: PhoneCall.Reason
    ) throws(CommandError) {
        var found: StoredCall?
        try work.skippingDamage { () throws(CommandError) in found = try stored(StoredCall.find(id, in: work.store)) }
        guard let former = found else { return }
        var new = former
        new.call.remove(account, reason, at: work.now)
        if new.call != former.call { try save(new, instead: former) }
    }

    // MARK: - Rows

    /// Writes what has changed, and tells it. `former`: nil: the call is new.
    private func save(_ call: StoredCall, instead former: StoredCall?) throws(CommandError) {
        var call = call
        // The inviter's data are for those for whom it rings.
        if !call.call.isRinging { call.data = nil }
        try work.execute(Self.writing, call.values)
        if let outcome = call.call.outcome {
            outcomes.append(outcome)
            try work.execute("DELETE FROM call_user WHERE call = $1", [.integer(call.id)])
        } else {
            for user in call.call.users where former?.call[user.account] != user {
                try work.execute(Self.writingUser, user.values(in: call.id))
            }
        }
        try tell(call, instead: former)
    }

    private func erase(_ id: CallNumber) throws(CommandError) {
        try work.execute("DELETE FROM call_user WHERE call = $1", [.integer(id)])
        try work.execute("DELETE FROM call WHERE id = $1", [.integer(id)])
    }

    private func storedName(_ number: AccountNumber) throws(StoreError) -> UserID {
        do throws(CommandError) {
            return try accounts.user(of: number)
        } catch {
            throw error.storeError
        }
    }

    func groupName(_ number: GroupNumber) throws(CommandError) -> String? {
        number == 0 ? nil : try groups.outline(ofGroup: number)?.info.name
    }

    /// How the calls ended that the last commands have ended.
    package func takeOutcomes() -> [PhoneCall.Outcome] {
        if outcomes.isEmpty { return [] }
        defer { outcomes = [] }
        return outcomes
    }

    /// After a rollback nothing of it has happened.
    func forget() { outcomes = [] }
}

private let mostAtOnce = 64
