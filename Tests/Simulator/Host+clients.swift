import Cluster
import Storage

/// The clients whose sockets are here, and what they are told.
extension Host {
    /// Returns the session, which is not logged in.
    func connect(_ client: ModelClient, _ user: String) -> UInt64? {
        guard node != nil, !isPaused else { return nil }
        lastSession += 1
        sockets[lastSession] = Socket(client: client, user: user)
        return lastSession
    }

    func request(_ request: SessionRequest) {
        world.ledger.noteSent(request, SessionKey(incarnation, request.session))
        take(.request(request), for: incarnation)
    }

    func hangUp(_ session: UInt64) { close(session, tellsNode: true) }

    /// A client reads at its node; what it sees is not before what it was told.
    func look(_ session: UInt64) {
        guard !isPaused, let socket = sockets[session] else { return }
        world.ledger.require(store.state.place.position >= socket.toldAt, "a read precedes the last reply")
        if world.options.modelFaults.contains(.expiresWhileReading) {
            for list in store.rows.keys(of: .list) where (store.rows[.list, list]?[0] ?? 0) < store.state.time {
                store.write(outsideOf: .list, list)
            }
        }
    }

    func close(_ session: UInt64, tellsNode: Bool) {
        guard let socket = sockets.removeValue(forKey: session) else { return }
        world.ledger.noteClosed(SessionKey(incarnation, session))
        socket.client.closed(session, at: self)
        guard tellsNode else { return }
        request(
            SessionRequest(
                session: session, ticket: 0, kind: .leave, bytes: Array("leave \(world.newTicket())".utf8)))
    }

    func closeAll() {
        for (session, socket) in sockets.sorted(by: { $0.key < $1.key }) {
            world.ledger.noteClosed(SessionKey(incarnation, session))
            socket.client.closed(session, at: self)
        }
        sockets = [:]
        work.end()
    }

    func refuse(_ request: SessionRequest) {
        world.ledger.noteRefused(request)
        guard request.kind != .leave else { return }
        guard let socket = sockets[request.session] else { return }
        socket.client.refused(request)
        // The node knows nothing of a session whose login was refused.
        if request.kind == .login { close(request.session, tellsNode: false) }
    }

    func tell(_ content: RecordContent, _ place: LogPlace) {
        world.ledger.noteTold(place)
        for entry in content.entries { tell(entry, at: place.position) }
    }

    private func tell(_ entry: RecordEntry, at position: Position) {
        if let request = entry.request, request.incarnation == incarnation, let session = entry.session?.number {
            reply(entry.reply ?? [], to: session, of: request, at: position)
        }
        for event in entry.events {
            guard case .text(let user) = event.audience.first else {
                preconditionFailure("the model tells \(event.audience)")
            }
            let count = Int64(String(decoding: event.body, as: UTF8.self)) ?? 0
            for session in sockets.keys.sorted() where sockets[session]?.user == user {
                if sockets[session]?.feed?.take((position, count), at: position) == true {
                    sockets[session]?.client.heard(count, session)
                }
            }
        }
        for case .ended(let session, _) in entry.seats where session.incarnation == incarnation {
            close(session.number, tellsNode: false)
        }
    }

    private func reply(_ bytes: [UInt8], to session: UInt64, of request: RequestID, at position: Position) {
        world.ledger.noteReplied(request)
        guard let socket = sockets[session] else { return }
        sockets[session]?.toldAt = position
        let reply = ModelRequest(bytes)
        guard reply.verb == "in" else { return socket.client.replied(reply, session) }
        // The login's reply is made from a snapshot, which is read after a while.
        sockets[session]?.feed = SessionFeed()
        let life = life
        world.after(world.random(0...30)) { [self] in
            perform { [self] in if self.life == life { open(session, reply) } }
        }
    }

    private func open(_ session: UInt64, _ reply: ModelRequest) {
        guard let socket = sockets[session], socket.feed != nil else { return }
        var snapshot = store.state.place.position
        if world.options.modelFaults.contains(.tellsSnapshotAgain) { snapshot = Position(snapshot.number - 1) }
        if world.options.modelFaults.contains(.skipsBehindSnapshot) { snapshot = snapshot.next }
        let missed = sockets[session]?.feed?.open(at: snapshot) ?? []
        socket.client.replied(reply, session)
        socket.client.began(store.rows[.inbox, socket.user]?[0] ?? 0, session)
        for event in missed { socket.client.heard(event.count, session) }
    }
}
