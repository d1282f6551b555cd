import ClientProtocol
import Domain
import JSON

/// Tells of calls: their users, phones without a session, and backends.
extension Calls {
    /// Has the user's devices ring: those with a session by an event, the others by a push that lasts as long as the ringing.
    func ring(_ call: inout StoredCall, _ index: Int) throws(CommandError) {
        let user = call.call.users[index]
        guard user.isTold else { return }
        let account = try accounts.account(user.account)
        work.emit(CallInvited(try view(call, for: account), at: work.now), to: account)
        guard work.options.hasPushes, try pushes.reach(of: account).hasDevice else { return }
        let rings = CallPush(call.id, .rings(until: call.call.ringsUntil))
        call.call.users[index].push = try push(rings, of: call, to: account) ?? 0
    }

    /// `former`: what was told before; nil: nothing.
    func tell(_ call: StoredCall, instead former: StoredCall?) throws(CommandError) {
        for user in call.call.users where user.isTold {
            let before = former?.call[user.account]
            // Of a new call those hear for whom it rings.
            if former == nil, call.call.outcome == nil, user.account != call.call.inviter { continue }
            let account = try accounts.account(user.account)
            guard account.state != .deleted else { continue }
            let event = CallChanged(try view(call, for: account))
            let end = call.call.outcome == nil ? nil : event.text
            try work.emit(event, inStreamAs: .call, subject: call.id, detail: end, to: account)
            // J-10: on each device that was pushed to and has no session.
            if before?.state == .ringing, user.state != .ringing, user.push != 0 {
                let end = CallPush(call.id, .ended(ring: user.push, isMissed: user.state == .missed))
                _ = try push(end, of: call, to: account)
            }
        }
        guard let outcome = call.call.outcome else { return }
        try note(.callEnded, of: call)
        try leaveMessage(of: call, outcome)
    }

    /// The later one takes the place of the former. Nil: nobody is pushed to here.
    private func push(
        _ content: CallPush, of call: StoredCall, to account: Account
    ) throws(CommandError) -> MessageNumber? {
        let name = try accounts.account(call.call.inviter).shownName
        var payload = PushPayload()
        payload.call = content
        payload.title = try groupName(call.group).map { "\(name) (\($0))" } ?? name
        payload.collapseID = "call-\(call.id)"
        payload.custom = try custom(of: call, for: account)
        payload.pushClass = content.isRing ? .call : .chat
        if !content.isRing { (payload.level, payload.sound) = (.passive, "") }
        return try pushes.enqueue(
            NotificationPush(text: "\(name):[\(content.phrase)]", isForced: true, payload: payload),
            to: .account(account.number))
    }

    /// An app shows the call by it before it has a session. The inviter's data come with that.
    private func custom(of call: StoredCall, for account: Account) throws(CommandError) -> String {
        let view = try view(call, for: account)
        var json = JSONWriter()
        json.object { json in
            json.object("call") { json in
                json.field("callID", String(view.id))
                json.field("conversationID", view.conversation)
                json.field("from", view.from.text)
                json.field("kind", view.kind)
                json.field("ringsUntil", view.call.ringsUntil.rawValue)
            }
        }
        return json.text
    }

    /// J-09: as if the inviter had sent it. Where it could not, as in a group that it has left, the history has no end of the call.
    private func leaveMessage(of call: StoredCall, _ outcome: PhoneCall.Outcome) throws(CommandError) {
        let inviter = try accounts.account(call.call.inviter)
        var json = JSONWriter()
        json.object { json in
            json.field("callID", String(call.id))
            json.field("kind", call.kind)
            json.field("outcome", "\(outcome)")
            json.field("seconds", call.call.seconds.rawValue)
        }
        var settings = MessageSettings.standard.subtracting([.apnsEnabled, .apnsWithPrefix])
        // Between two, one that was not answered is news.
        if call.group != 0 || outcome == .answered { settings.remove(.shouldBeCounted) }
        let target = try view(call, for: inviter).conversation
        let draft = Draft(
            target: target, clientID: "call-\(call.id)", kind: .call, settings: settings, body: json.text)
        do throws(CommandError) {
            _ = try messages.send(draft, as: .user(inviter.id))
        } catch {
            guard case .refused = error else { throw error }
        }
    }

    /// J-12: tells backends.
    func note(_ kind: BackendEventKind, of call: StoredCall) throws(CommandError) {
        let view = try view(call, for: accounts.account(call.call.inviter))
        var json = JSONWriter()
        json.object { view.write(to: &$0) }
        let subject: EventSubject = call.group != 0 ? .group(call.group) : .conversation(call.conversation)
        try work.note(kind, of: subject, account: call.call.inviter, detail: json.text)
    }
}
