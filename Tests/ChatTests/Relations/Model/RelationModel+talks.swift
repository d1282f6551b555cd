import Chat
import ClientProtocol
import Domain

extension RelationModel {
    /// T-03, X-25, X-33. `stamp`: the one that the message has been given.
    mutating func send(_ draft: Draft, from name: String, stamp: Stamp) -> Answer {
        let peer = ChatModel.name(draft.target.description)
        guard isThere(peer) else { return .refused(.noTarget) }
        if peer != name, let obstacle = obstacle(from: name, to: peer) { return .refused(obstacle) }
        let seq = (talk(name, peer).last?.seq ?? 0) + 1
        let line = Line(stamp: stamp, seq: seq, from: name, to: peer, draft: draft)
        talks[[name, peer].sorted(), default: []].append(line)
        lastStamp = stamp
        for (side, other) in peer == name ? [(name, name)] : [(name, peer), (peer, name)] {
            let isNew = !chat(of: side, with: other).isListed
            members[side]!.chats[other, default: Chat()].isListed = true
            let face = face(of: side, with: other)
            pendingEvents.later[side] = [
                .message(self.face(line, for: side), sparesOrigin: side == name),
                isNew ? tellChat(side, other, isNew: true) : .conversation(face, isNew: false, seq: nil),
            ]
        }
        return .message(face(line, for: name))
    }

    private func obstacle(from name: String, to peer: String) -> ErrorCode? {
        if members[peer]!.blocked[name] != nil { return .blacklisted }
        guard options.requiresFriend else { return nil }
        let has = members[name]!.friends[peer] != nil
        let isHad = members[peer]!.friends[name] != nil
        if has && isHad { return nil }
        return has ? .senderNotFriend : isHad ? .receiverNotFriend : .notFriends
    }

    /// C-Q09, X-56.
    mutating func markRead(_ name: String, _ peer: String) -> Answer {
        let chat = chat(of: name, with: peer)
        let isThere = chat.isListed || (talk(name, peer).last?.seq ?? 0) > chat.hiddenThrough
        guard isThere else { return .refused(.conversationParameters) }
        let former = unread(of: name, with: peer)
        let lines = talk(name, peer)
        guard lines.last!.seq > chat.readSeq else { return .number(former) }
        members[name]!.chats[peer]!.readSeq = lines.last!.seq
        let newest = lines.last { $0.from != name && $0.seq > max(chat.readSeq, chat.hiddenThrough) }
        if let newest { tellReceipt(name, peer, newest.stamp.time) }
        if former > 0 { pendingEvents.later[name, default: []].append(tellChat(name, peer, isNew: false)) }
        return .number(0)
    }

    mutating func sendReceipt(_ name: String, _ peer: String, _ time: Milliseconds) -> Answer {
        guard !talk(name, peer).isEmpty else { return .refused(.noTarget) }
        tellReceipt(name, peer, min(time, now))
        return .done
    }

    /// T-Q28, X-32: none between users of whom one has blocked the other, now or later.
    private mutating func tellReceipt(_ name: String, _ peer: String, _ time: Milliseconds) {
        guard peer != name, time > chat(of: name, with: peer).readTime else { return }
        guard members[name]!.blocked[peer] == nil, members[peer]!.blocked[name] == nil else { return }
        members[name]!.chats[peer, default: Chat()].readTime = time
        guard isThere(peer) else { return }
        let seq = note(.receipt(from: name, time: time), for: peer)
        pendingEvents.later[peer, default: []].insert(
            .receipt(from: ChatModel.conversation(with: name), time: time, seq: seq), at: 0)
    }

    // MARK: - Streams

    /// what came after a position. A conversation is told as it is now, and not at all if it has left the list.
    func happenings(of name: String, after position: Seq) -> [ObservedRelationEvent]? {
        missed(by: name, after: position).map { views($0, for: name) }
    }

    private func missed(by name: String, after position: Seq) -> [Happening]? {
        let member = members[name]!
        guard (member.lostThrough...member.streamSeq).contains(position) else { return nil }
        return member.happenings.filter { $0.seq > position }
    }

    func views(_ happenings: [Happening], for name: String) -> [ObservedRelationEvent] {
        happenings.compactMap { happening in
            switch happening.content {
            case .relation(let change, let users): .relation(change, users: users, version: nil, seq: happening.seq)
            case .profile(let other): .profile(other, seq: happening.seq)
            case .receipt(let peer, let time):
                .receipt(from: ChatModel.conversation(with: peer), time: time, seq: happening.seq)
            case .chat(let peer, let isNew):
                chat(of: name, with: peer).isListed
                    ? .conversation(face(of: name, with: peer), isNew: isNew, seq: happening.seq) : nil
            }
        }
    }

    func events(_ name: String, after position: Seq, limit: Int) -> Answer {
        let member = members[name]!
        guard let missed = missed(by: name, after: position) else { return .refused(.resyncRequired) }
        let page = Array(missed.prefix(limit))
        let end = page.last?.seq ?? member.streamSeq
        return .happenings(views(page, for: name), seq: end, isFinished: end == member.streamSeq)
    }

    /// a user without an account gets one.
    mutating func logIn(_ name: String, from position: Seq?) -> Answer {
        if !isThere(name) { _ = create(name) }
        if members[name]!.isDisabled { return .refused(.forbidden) }
        return .login(login(of: name, from: position))
    }

    func login(of name: String, from position: Seq?) -> LoginSnapshot {
        let member = members[name]!
        var login = LoginSnapshot(
            streamSeq: member.streamSeq, total: total(of: name), version: member.version, askingSeq: member.askingSeq,
            unreadAskings: unreadAskings(of: name))
        if let position {
            login.missed = happenings(of: name, after: position)
            login.isReset = login.missed == nil
        }
        return login
    }
}
