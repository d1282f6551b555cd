import ClientProtocol
import Domain
import Storage

/// Answers logins: the events that the device has missed, and where everything stands.
extension Devices {
    /// R-06, C-21, X-07: a device of the user comes. `issuedAt`: when its token was issued, if that is known. `positions`: what
    /// it says it has; nil if it begins afresh. `claim`: the channels that its token names.
    package func logIn(
        _ user: UserID, device: String, issuedAt: Seconds?, claim: ChannelClaim = .none,
        resuming positions: StreamPositions?
    ) throws(CommandError) -> Login {
        let account = try loginAccount(user, issuedAt: issuedAt)
        let told = work.latestStamp
        let seq = try work.userStreams.streamSeq(of: account)
        // Messages that have come in groups meanwhile are new to the user's other sessions, too.
        try memberships.emitTotal(of: account)
        let total = try memberships.total(of: account)
        let groups = try self.groups.groupPositions(of: account)
        let channels = try self.channels.positions(of: account, with: claim)
        let broadcastSeq = try broadcasts.lastSeq()
        guard let positions else {
            let mark = work.options.hasSubscriptions ? try self.mark(of: device, account) : 0
            return Login(
                account: account.number, revocation: account.revocation, told: told, streamSeq: seq,
                relations: try relations(of: account),
                groups: groups, channels: channels, broadcastSeq: broadcastSeq, resumption: nil, changed: [],
                isComplete: true, total: total,
                subscriptions: try subscriptions.subscriptionSync(of: account, [], on: device, since: mark),
                calls: try calls.ringing(for: account))
        }
        let mark = try self.mark(of: device, account)
        var known = try self.positions(of: device, of: account.number) ?? StreamPositions()
        known.prefer(positions)
        var budget = ResumeBudget(messages: work.options.resumeMessages, bytes: work.options.resumeBytes)
        let (stream, storedEvents) = try resumeUser(account, on: device, from: known.user, within: &budget)
        let (conversations, missed) = try resumeConversations(account, known, storedEvents, within: &budget)
        let (changes, changed) = try resumeChanges(account, known.changes, within: &budget)
        var touched = changed.union(storedEvents.filter(\.kind.isOfConversation).map(\.subject.conversation))
        let plain = stream.verdict.isRecovered ? missed.subtracting(touched) : []
        touched.formUnion(missed)
        let listed = try memberships.listed(of: account)
        for edit in listed where !touched.contains(edit.conversation.number) {
            if try mayHaveMissedRound(edit, since: mark) { touched.insert(edit.conversation.number) }
        }
        let shownEdits = listed.filter { touched.contains($0.conversation.number) }
        let shown = try shownEdits.map(views.view)
        let plainViews = zip(shownEdits, shown).filter { plain.contains($0.0.conversation.number) }.map(\.1)
        let fits = budget.take(bytes: shown.reduce(0) { $0 + $1.weight })
        return Login(
            account: account.number, revocation: account.revocation, told: told, streamSeq: seq,
            relations: try relations(of: account), groups: groups, channels: channels, broadcastSeq: broadcastSeq,
            resumption: Resumption(
                named: positions, unread: unread(plainViews, by: conversations, named: positions), user: stream,
                conversations: conversations,
                groups: try resumeGroups(groups, known, named: positions, of: account, within: &budget),
                changes: changes,
                channels: try self.channels.resume(channels, known, named: positions, within: &budget),
                broadcasts: try broadcasts.resume(account, from: known.broadcasts, within: &budget)),
            changed: fits ? shown : [], isComplete: fits && stream.verdict.isRecovered, total: total,
            subscriptions: try subscriptions.subscriptionSync(of: account, storedEvents, on: device, since: mark),
            calls: try calls.ringing(for: account))
    }

    /// how many messages are unread of those conversations whose look the device can tell from what it has and is given.
    /// `views`: of those in which there were messages and nothing else.
    private func unread(
        _ views: [ConversationView], by streams: [(id: String, stream: Resumption.Stream<MessageView>)],
        named positions: StreamPositions
    ) -> [String: Int64] {
        let views = Dictionary(uniqueKeysWithValues: views.map { ($0.id.description, $0) })
        var unread: [String: Int64] = [:]
        for (id, stream) in streams where positions.conversations[id] != nil {
            guard case .recovered(let messages) = stream.verdict, let last = messages.last?.message,
                let view = views[id], case .c2c = view.id, view.last?.message.id == last.id, view.seq == last.seq,
                last.change == 0, view.change == positions.changes[id] ?? 0, view.peerDeliveredSeq == 0,
                view.note == nil
            else { continue }
            unread[id] = view.unreadCount
        }
        return unread
    }

    /// The user's device may come: what a login changes, without what it is told.
    package func admit(_ user: UserID, issuedAt: Seconds?) throws(CommandError) -> AccountNumber {
        let account = try loginAccount(user, issuedAt: issuedAt)
        try memberships.emitTotal(of: account)
        // Expired messages leave the list here, where it can be written.
        _ = try memberships.total(of: account)
        return account.number
    }

    /// A session of the user opens. Apart from `logIn`, which on a cluster reads the store of a node that does not lead.
    package func noteSession(of number: AccountNumber) throws(CommandError) {
        try subscriptions.markPresent(number)
        try statistics.noteActive(accounts.account(number))
    }

    /// The number of the account in whose name a request comes without a session. `creates`: the user has shown a token, which
    /// makes the account as a login does.
    package func callerAccount(
        _ user: UserID, creates: Bool, issuedAt: Seconds?
    ) throws(CommandError) -> AccountNumber {
        if !creates, try accounts.reachableAccount(user) == nil { throw .refused(.noAccount) }
        return try loginAccount(user, issuedAt: issuedAt).number
    }

    private func loginAccount(_ user: UserID, issuedAt: Seconds?) throws(CommandError) -> Account {
        if user == work.options.systemSender { throw .refused(.forbidden, "this id is the system sender's") }
        let account = try accounts.account(user)
        switch account?.state {
        case .active: break
        case .disabled: throw .refused(.forbidden, "the account is disabled")
        case .deleted, nil:
            guard work.options.createsAccounts else { throw .refused(.noAccount) }
        }
        // a token of the deleted account does not make it anew.
        if let account, account.revocation.covers(issuedAt: issuedAt) { throw .refused(.tokenRevoked) }
        if let account, account.state == .active { return account }
        return try accounts.makeAccount(user, former: account)
    }

    private func relations(of account: Account) throws(CommandError) -> RelationsSummary {
        let relationState = try contacts.relationState(of: account)
        return RelationsSummary(
            version: relationState.version, requestSeq: relationState.requestSeq,
            unreadRequests: relationState.requestsIn > 0
                ? try stored(FriendRequestList.unread(of: account.number, in: work.store)) : 0)
    }

    // MARK: - The user's stream

    private func resumeUser(
        _ account: Account, on device: String, from position: Seq?, within budget: inout ResumeBudget
    ) throws(CommandError) -> (Resumption.Stream<StreamEvent>, [StoredEvent]) {
        let head = try work.userStreams.streamSeq(of: account)
        guard let position,
            let storedEvents = try work.userStreams.storedEvents(
                of: account, after: position, limit: work.options.resumeEvents + 1)
        else {
            let why: ResetReason = position.map { $0 > head ? .beyond : .kept } ?? .unknown
            return (.init(verdict: .reset(from: try work.userStreams.firstEvent(of: account), why: why), seq: head), [])
        }
        let events = try emit(storedEvents, of: account, on: device)
        guard storedEvents.count <= work.options.resumeEvents, budget.take(bytes: events.reduce(0) { $0 + $1.weight })
        else {
            return (.init(verdict: .gap(position + 1...head), seq: head), [])
        }
        return (.init(verdict: .recovered(events), seq: head), storedEvents)
    }

    // MARK: - The groups' streams

    /// Of the groups that the user is in: those of which the device knows, and nothing of the others. Of those that it named
    /// and the user is not in, that there is nothing.
    private func resumeGroups(
        _ groups: [GroupPosition], _ known: StreamPositions, named: StreamPositions, of account: Account,
        within budget: inout ResumeBudget
    ) throws(CommandError) -> [(id: String, stream: Resumption.Stream<StreamEvent>)] {
        var streams: [(id: String, stream: Resumption.Stream<StreamEvent>)] = []
        var strange = Set(named.groups.keys)
        for group in groups {
            let id = String(group.group)
            guard let position = known.groups[id] else { continue }
            strange.remove(id)
            let verdict: ResumeVerdict<StreamEvent>
            if let found = try self.groups.groupEvents(
                of: group, for: account, after: position, limit: work.options.resumeEvents)
            {
                let fits = budget.take(bytes: found.events.reduce(0) { $0 + $1.weight })
                let after = max(position, group.start)
                verdict = fits && !found.isMore ? .recovered(found.events) : .gap(after + 1...group.seq)
            } else {
                verdict = .reset(from: group.seq + 1, why: group.whyNot(after: position))
            }
            streams.append((id, .init(verdict: verdict, seq: group.seq)))
        }
        return streams + strange.sorted().map { ($0, .init(verdict: .reset(from: 1, why: .unknown), seq: 0)) }
    }

    // MARK: - The conversations

    /// Those the device named, and those that came into the list since. Also tells in which of them something was missed.
    private func resumeConversations(
        _ account: Account, _ known: StreamPositions, _ storedEvents: [StoredEvent], within budget: inout ResumeBudget
    ) throws(CommandError) -> ([(id: String, stream: Resumption.Stream<MessageView>)], missed: Set<ConversationNumber>)
    {
        var wanted = known.conversations
        for event in storedEvents where event.kind == .conversationNew {
            let id = try conversations.id(of: conversations.conversation(event.subject.conversation), for: account)
                .description
            if wanted[id] == nil { wanted[id] = 0 }
        }
        var missed: Set<ConversationNumber> = []
        var answers: [(id: String, stream: Resumption.Stream<MessageView>)] = []
        for (id, position) in wanted.sorted(by: { $0.key < $1.key }) {
            guard let edit = try memberships.edit(id, of: account) else {
                answers.append((id, .init(verdict: .reset(from: 1, why: .unknown), seq: 0)))
                continue
            }
            if edit.membership.lastSeq(of: edit.conversation) > position { missed.insert(edit.conversation.number) }
            answers.append((id, try resume(edit, from: position, within: &budget)))
        }
        return (answers, missed)
    }

    /// something was told in a group so shortly before the device went that it may have heard of it, and not of what that
    /// does to the list, which the next round tells.
    private func mayHaveMissedRound(_ edit: MembershipEdit, since mark: Stamp) throws(CommandError) -> Bool {
        let conversation = edit.conversation
        guard conversation.group != nil, edit.membership.endSeq == nil else { return false }
        let since = mark.time - mostRoundDelay
        if let last = conversation.last, last.id.stamp.time >= since { return true }
        guard conversation.change > 0 else { return false }
        return try stored(
            StoredChange.find(in: conversation.number, after: conversation.change - 1, limit: 1, in: work.store)
        ).contains { $0.stamp.time >= since }
    }

    /// N-12: what one who hears a conversation over HTTP has missed of its messages, and of their changes. Nil: it begins with
    /// what comes from now on.
    package func resume(
        _ id: ConversationID, from position: (seq: Seq, change: Seq)?, of number: AccountNumber
    ) throws(CommandError) -> (messages: Resumption.Stream<MessageView>, changes: Resumption.Stream<ChangeView>) {
        guard let edit = try memberships.edit(id, of: accounts.caller(number)) else {
            // Nothing has been said in it.
            let isKnown = position.map { $0.seq == 0 && $0.change == 0 } ?? true
            return (
                .init(verdict: isKnown ? .recovered([]) : .reset(from: 1, why: .beyond), seq: 0),
                .init(verdict: .recovered([]), seq: 0)
            )
        }
        var budget = ResumeBudget(messages: work.options.resumeMessages, bytes: work.options.resumeBytes)
        let head = edit.membership.lastSeq(of: edit.conversation)
        let messages = try resume(edit, from: position?.seq ?? head, within: &budget)
        let place = position?.change ?? edit.conversation.change
        return (messages, try resumeChanges(edit, from: place, within: &budget))
    }

    // MARK: - Changes of messages

    /// Also tells in which conversations there was one.
    private func resumeChanges(
        _ account: Account, _ positions: [String: Seq], within budget: inout ResumeBudget
    ) throws(CommandError) -> ([(id: String, stream: Resumption.Stream<ChangeView>)], changed: Set<ConversationNumber>)
    {
        var changed: Set<ConversationNumber> = []
        var answers: [(id: String, stream: Resumption.Stream<ChangeView>)] = []
        for (id, place) in positions.sorted(by: { $0.key < $1.key }) {
            guard let edit = try memberships.edit(id, of: account) else {
                answers.append((id, .init(verdict: .reset(from: 1, why: .unknown), seq: 0)))
                continue
            }
            if edit.conversation.change > place { changed.insert(edit.conversation.number) }
            answers.append((id, try resumeChanges(edit, from: place, within: &budget)))
        }
        return (answers, changed)
    }

    private func resumeChanges(
        _ edit: MembershipEdit, from place: Seq, within budget: inout ResumeBudget
    ) throws(CommandError) -> Resumption.Stream<ChangeView> {
        let (head, lost) = (edit.conversation.change, edit.conversation.changesLost)
        guard place <= head, place >= lost else {
            return .init(verdict: .reset(from: lost + 1, why: place > head ? .beyond : .kept), seq: head)
        }
        // A former member is told nothing any more, as the history has nothing for it.
        guard place < head, edit.membership.endSeq == nil else { return .init(verdict: .recovered([]), seq: head) }
        let gap = ResumeVerdict<ChangeView>.gap(place + 1...head)
        let rows = try stored(
            StoredChange.find(
                in: edit.conversation.number, after: place, limit: budget.messages + 1, in: work.store))
        guard rows.count <= budget.messages else { return .init(verdict: gap, seq: head) }
        budget.messages -= rows.count
        let hidden = try hidden(from: edit, rows.map(\.seq))
        let recipient = try recipient(of: rows.compactMap(\.audience), edit)
        let visible = rows.filter { row in
            row.seq > edit.membership.visibleAfter && !hidden.contains(row.seq) && recipient?.isIn(row.audience) ?? true
        }
        let found = try visible.map { row throws(CommandError) in
            let message =
                row.message.stamp < work.messageCutoff
                ? nil : try stored(StoredMessage.find(row.message, in: work.store))
            let kept = message.flatMap { $0.isGone(at: work.now) ? nil : $0 }
            return ChangeView(
                row, try kept.map { message throws(CommandError) in try views.personalView(message, in: edit) })
        }
        guard budget.take(bytes: found.reduce(0) { $0 + $1.weight }) else { return .init(verdict: gap, seq: head) }
        return .init(verdict: .recovered(found), seq: head)
    }

    /// M-27: those that the user has deleted, of these.
    private func hidden(from edit: MembershipEdit, _ seqs: [Seq]) throws(CommandError) -> Set<Seq> {
        guard edit.membership.hidesMessages, let first = seqs.min(), let last = seqs.max() else { return [] }
        return try stored(
            Memberships.hiddenSeqs(first...last, of: edit.account.number, in: edit.conversation.number, work.store))
    }

    /// M-54: nil: all of the messages are for all.
    private func recipient(
        of audiences: [Audience], _ edit: MembershipEdit
    ) throws(CommandError) -> MessageRecipient? {
        audiences.isEmpty ? nil : try MessageRecipient.find(edit.account, in: edit.conversation, groups)
    }

    private func resume(
        _ edit: MembershipEdit, from position: Seq, within budget: inout ResumeBudget
    ) throws(CommandError) -> Resumption.Stream<MessageView> {
        let head = edit.membership.headSeq(of: edit.conversation)
        let visible = edit.membership.visibleAfter
        guard position <= head, position >= visible || position == 0 else {
            return .init(verdict: .reset(from: visible + 1, why: position > head ? .beyond : .deleted), seq: head)
        }
        let start = max(position, visible)
        guard start < head, let chain = Chain(edit.conversation) else {
            return .init(verdict: .recovered([]), seq: head)
        }
        // No more is read than fits.
        guard head.count(after: start) <= budget.messages else {
            let first = try stored(chain.firstSeq(after: start, since: work.messageCutoff, in: work.store))
            return .init(
                verdict: first == start + 1 ? .gap(first...head) : .reset(from: min(first, head + 1), why: .kept),
                seq: head)
        }
        let kept = try stored(chain.messages(start + 1...head, .init(cutoff: work.messageCutoff), in: work.store))
            .messages
        budget.messages -= kept.count
        guard kept.count == head.count(after: start) else {
            return .init(verdict: .reset(from: kept.last?.seq ?? head + 1, why: .kept), seq: head)
        }
        let hidden = try hidden(from: edit, kept.map(\.seq))
        let now = work.now
        let recipient = try recipient(of: kept.compactMap(\.audience), edit)
        let given = kept.reversed().filter { message in
            edit.isDue(message) && !message.isGone(at: now) && !hidden.contains(message.seq)
                && recipient?.isIn(message.audience) ?? true
        }
        let due = try given.map { message throws(CommandError) in
            try views.personalView(message, in: edit)
        }
        guard budget.take(bytes: due.reduce(0) { $0 + $1.weight }) else {
            return .init(verdict: .gap(start + 1...head), seq: head)
        }
        return .init(verdict: .recovered(due), seq: head)
    }
}

/// No round is later than this, as long as the gateway is not overloaded for longer.
private let mostRoundDelay: Milliseconds = 10_000

extension MembershipEdit {
    /// T-Q15, X-M04: whether a device of the user that was away gets the message.
    fileprivate func isDue(_ message: StoredMessage) -> Bool {
        guard message.settings.contains([.roaming, .persist]) else { return false }
        let isOwn = message.sender == account.number && message.kind != .notification
        return isOwn ? message.settings.contains(.sync) : !membership.held.contains(message.seq)
    }
}

extension StreamPositions {
    /// The device's own word counts more than what it said before.
    fileprivate mutating func prefer(_ told: StreamPositions) {
        user = told.user ?? user
        conversations.merge(told.conversations) { $1 }
        groups.merge(told.groups) { $1 }
        changes.merge(told.changes) { $1 }
        channels.merge(told.channels) { $1 }
        broadcasts = told.broadcasts ?? broadcasts
    }
}
