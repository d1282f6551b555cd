import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Settings
import Telemetry
import Transport

/// The ticks of rooms (L-13 to L-17). Where a room's home is elsewhere, only what the log says waits for one.
extension RoomHomes {
    var participantsOfNode: Int {
        link.context.metrics.shards.reduce(0) { $0 + $1.roomParticipants.value }
    }

    /// L-04: with many participants ticks are longer, so that all frames of the node can be sent.
    private var interval: Milliseconds {
        let needed = participantsOfNode * 1_000 / settings.framesPerSecond
        return Milliseconds(min(max(settings.frameMilliseconds, needed), 2_000))
    }

    func stir(_ id: RoomID) {
        guard rooms[id]?.hasNews == true else { return }
        stirred.insert(id)
        if tickAt != nil { return }
        closeTicks(in: interval)
    }

    private func closeTicks(in wait: Milliseconds) {
        let moment = link.now + wait
        tickAt = moment
        link.wake(at: moment)
    }

    func closeTicks() {
        // L-35: a process that was paused first learns whether its rooms have moved. The word of that may wait in the mailbox.
        let isSure = link.context.cluster?.isSure ?? true
        guard isSure, !hadDoubts else {
            hadDoubts = !isSure
            return closeTicks(in: betweenDoubts)
        }
        let (now, time) = (link.now, time)
        // So much each participant here can be told until the next tick.
        let share = settings.bytesPerSecond / max(1, participantsOfNode)
        // In another order each time, since the first ones find most room on the links.
        let ids = stirred.shuffled()
        stirred = []
        var told = Array(repeating: [Reply](), count: link.context.node.mailboxes.count)
        for id in ids {
            guard let room = rooms[id] else { continue }
            let bytes = bytes(for: room, share: share)
            // Half of it for values, so that neither they nor messages wait for the others to end.
            let bytesOfValues = room.values.hasNews ? bytes / 2 : 0
            for event in room.takeValueEvents(bytes: bytesOfValues, &json) { tell(event, highOnly: event, in: room) }
            guard room.isHome else {
                duties.giveOn(room)
                stir(id)
                continue
            }
            let (frame, tick) = room.closeTick(bytes: bytes - bytesOfValues, now: now, time: time)
            if frame.hasNews {
                tell(frame, in: room)
                links?.post(.frame(frame), to: room.followers)
            }
            for (message, ticket) in tick.asked { hooks.ask(about: message, ticket.hooked, in: room) }
            for (ticket, message) in tick.replies {
                let content: Reply.Content =
                    if let message { .ok(encoding: message.writeReply, with: &json) } else { .refusal(Refusal(.shed)) }
                if ticket.node == 0 {
                    told[Int(ticket.address.ticket.shard)].append(Reply(ticket.address, content))
                } else {
                    replies.give(content, to: ticket, in: id)
                }
            }
            link.metrics.roomMessages[.drawn].add(frame.messages.count)
            link.metrics.roomMessages[.shed].add(frame.shed)
            note(room)
            stir(id)
        }
        for (mailbox, told) in zip(link.context.node.mailboxes, told) where !told.isEmpty {
            mailbox.post { gateway in
                for reply in told { gateway.give(reply) }
            }
        }
    }

    /// With a tick: as many as each participant can be told at its node, and each link has room for. The least of them counts,
    /// since everybody sees the same.
    private func bytes(for room: LiveRoom, share: Int) -> Int {
        var perSecond = share
        var left = Int.max
        if let links, !room.followers.isEmpty {
            for hearer in link.context.rooms.hearers(of: room.number) where room.followers.contains(hearer.node) {
                perSecond = min(perSecond, hearer.bytesPerParticipant)
            }
            for node in room.followers { left = min(left, max(0, links.allowance(to: node))) }
        }
        return min(perSecond * Int(interval.rawValue) / 1_000, left)
    }

    /// L-17: encoded once, for all shards.
    func tell(_ frame: RoomFrame, in room: LiveRoom) {
        tell(Payload(of: frame, &json), highOnly: frame.highOnly.map { Payload(of: $0, &json) }, in: room)
    }

    func tell(_ event: Payload, highOnly: Payload?, in room: LiveRoom) {
        let number = room.number
        for mailbox in link.context.node.mailboxes {
            mailbox.post { $0.roomDelivery.tell(event, highOnly: highOnly, in: number) }
        }
    }
}

extension Payload {
    convenience init(of event: some EventContent, _ json: inout JSONWriter) {
        json.clear()
        json.event(event)
        self.init(text: json.bytes)
    }
}

private let betweenDoubts: Milliseconds = 50
