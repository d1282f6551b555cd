import Chat
import ClientProtocol
import Cluster
import Domain
import EventLoop
import Meters
import Settings
import Telemetry
import Transport

/// On a cluster: a room's home, the nodes that follow it, and what goes between them (docs/decisions/075).
extension RoomHomes {
    // MARK: - Homes

    /// L-34: of a room in use here.
    func move(_ room: LiveRoom, _ id: RoomID, to node: NodeNumber, _ epoch: RoomEpoch) {
        guard let links else { preconditionFailure("a gateway that runs alone is home to \(id)") }
        replies.giveUp(id)
        stirred.remove(id)
        if node == 0, room.audience == 0 {
            replies.refuse(room.end(), Refusal(.unavailable, "the room has no home; nothing was done"), in: id)
            return forget(id, room)
        }
        let away = LiveRoom.Away(node: node, history: RoomHistory(epoch: epoch, limit: settings.keep))
        let moved = Refusal(.unavailable, "the room has another home; nothing was done")
        replies.refuse(room.follow(away), moved, in: id)
        if node == links.own {
            room.beginHome(epoch, limits, now: link.now)
            reportsCame()
            stir(id)
        } else if node != 0 {
            links.post(.follow(id, epoch), to: CollectionOfOne(node))
        } else if !isDraining {
            // The record tells all nodes; if another one is quicker, its record does.
            link.context.state.submit(.room(id, .moves(to: links.own, from: epoch)))
        }
        note(room)
        stir(id)
        lookAgainSoon()
    }

    /// L-36: this process ends. Each room is told what was said, and then its home is where most others are.
    func handOn() {
        isDraining = true
        for room in rooms.values where room.isHome { duties.writeCounters(of: room) }
        guard let links else { return }
        closeTicks()
        for (id, room) in rooms where room.isHome {
            let next = link.context.rooms.nextHome(of: room.number, own: links.own, except: links.own)
            link.context.state.submit(.room(id, .moves(to: next, from: room.history.epoch)))
        }
    }

    /// The other nodes have taken this one as gone: its sessions end.
    func forgetAll() {
        arrivals.failAll()
        for (id, room) in rooms {
            replies.refuse(room.end(), Refusal(.unavailable), in: id)
            link.metrics.roomParticipants.add(-room.audience)
            forget(id, room)
        }
    }

    // MARK: - Waiting for a home

    func lookAgainSoon() {
        if looksAgainAt != nil { return }
        let moment = link.now + betweenLooks
        looksAgainAt = moment
        link.wake(at: moment)
    }

    /// Asks again, since a letter may have come before the home knew that it is one, and refuses those who have waited for long.
    func lookAgain() {
        questions.timePassed(now: link.now)
        arrivals.lookAgain()
        for (id, room) in rooms {
            guard let away = room.away, !away.isHeard, away.node != 0 else { continue }
            links?.post(.follow(id, away.history.epoch), to: CollectionOfOne(away.node))
            lookAgainSoon()
        }
        if !arrivals.isEmpty || !questions.isEmpty { lookAgainSoon() }
    }

    func linkIsUp(to node: NodeNumber) {
        for (id, room) in rooms {
            guard let away = room.away, away.node == node else { continue }
            links?.post(.follow(id, away.history.epoch), to: CollectionOfOne(node))
        }
    }

    /// L-34: nobody knows what has become of requests that are under way there, and new ones are refused.
    func linkIsDown(to node: NodeNumber) {
        questions.linkIsDown(to: node)
        for (id, room) in rooms {
            room.followers.remove(node)
            guard room.away?.node == node else { continue }
            room.stopHearing()
            replies.giveUp(id)
            lookAgainSoon()
        }
    }

    /// L-07: other nodes have told how many are in their rooms.
    func reportsCame() {
        for (id, room) in rooms where room.isHome {
            room.occupancyElsewhere = link.context.rooms.occupancyElsewhere(in: room.number)
            duties.tendSoon(room)
            stir(id)
        }
    }

    // MARK: - Letters

    func take(_ letter: RoomLetter, from node: NodeNumber) {
        switch letter {
        case .follow(let id, let epoch): follow(id, epoch, by: node)
        case .unfollow(let id): rooms[id]?.followers.remove(node)
        case .history(let id, let history): take(history, of: id, from: node)
        case .frame(let frame):
            guard let room = rooms[frame.room], room.hear(frame, from: node) else { return }
            tell(frame, in: room)
        case .gathered(let id, let epoch, let gathered): duties.take(gathered, of: id, epoch)
        case .request(let id, let bytes, let isInside): take(bytes, in: id, from: node, isInside: isInside)
        case .reply(let id, let bytes): replies.take(bytes, in: id)
        case .question(let id, let number, let question):
            let finding = rooms[id].map { answer(question, in: $0) } ?? RoomFinding()
            links?.post(.answer(id, number: number, finding), to: CollectionOfOne(node))
        case .answer(_, let number, let finding): questions.take(finding, to: number, from: node)
        case .report: preconditionFailure("reports are taken before")
        }
    }

    private func follow(_ id: RoomID, _ epoch: RoomEpoch, by node: NodeNumber) {
        guard let room = rooms[id] else {
            // The record that makes this node home was another one's wish, or it has forgotten the room.
            arrivals.open(id)
            return lookAgainSoon()
        }
        // The one or the other has not read the record that says where the home is: it asks again.
        guard room.isHome, room.history.epoch == epoch else { return }
        room.followers.insert(node)
        links?.post(.history(id, room.historyOfOthers), to: CollectionOfOne(node))
    }

    private func take(_ history: RoomHistory, of id: RoomID, from node: NodeNumber) {
        if arrivals.take(history, of: id, from: node) { return }
        guard let room = rooms[id], let missed = room.hear(history, from: node) else { return }
        if missed.hasNews { tell(missed, in: room) }
        note(room)
    }

    /// As any node can carry it out: its work is made of its bytes.
    private func take(_ bytes: [UInt8], in id: RoomID, from node: NodeNumber, isInside: Bool) {
        do throws(RecordError) {
            let submission = try Submission.made(of: .bytes(bytes))
            guard case .call(let call) = submission.request else { throw .damaged(at: 0) }
            let ticket = RoomTicket(node: node, address: submission.replyAddress)
            do throws(Refusal) {
                let made = try call.made(by: link.context.operations, link.context.requests)
                guard case .room(_, let request) = made.madeWork else { throw Refusal(.unknownOperation) }
                let asker = RoomAsker(call.caller, on: nil, submission, in: id, at: node, isInside: isInside)
                take(request, of: asker, in: id)
            } catch {
                replies.give(.refusal(error), to: ticket, in: id)
            }
        } catch {
            link.context.log.error("a room's request cannot be read", ["reason": "\(error)"])
        }
    }
}

private let betweenLooks: Milliseconds = 250
