import ClientProtocol
import Cluster
import Domain
import EventLoop
import JSON
import Meters
import Telemetry
import Transport

/// Gives the replies to what is asked of rooms, here and at other nodes, and has requests carried out at homes elsewhere.
final class RoomReplies {
    private let link: ShardLink
    /// The requests of this node that are under way to a home.
    private var underWay: [RoomID: Set<ReplyAddress>] = [:]
    private var json = JSONWriter()

    init(_ link: ShardLink) {
        self.link = link
    }

    private var links: RoomLinks? { link.context.roomLinks }

    func answer(
        _ answer: LiveRoom.Answer, _ asker: RoomAsker, first: (@Sendable (RoomDelivery) -> Void)? = nil
    ) {
        let content: Reply.Content
        switch answer {
        case .ok(let write): content = .ok(encoding: write, with: &json)
        case .refused(let refusal): content = .refusal(refusal)
        case .waits: return
        }
        guard let first else { return give(content, to: asker.ticket, in: asker.room) }
        let address = asker.ticket.address
        link.context.node.mailboxes[Int(address.ticket.shard)].post { gateway in
            first(gateway.roomDelivery)
            gateway.give(Reply(address, content))
        }
    }

    func refuse(_ asker: RoomAsker, _ reason: String) {
        give(.refusal(Refusal(.unavailable, reason)), to: asker.ticket, in: asker.room)
    }

    /// Messages that waited are not told.
    func refuse(_ withdrawn: [RoomTicket], _ refusal: Refusal, in id: RoomID) {
        link.metrics.roomMessages[.refused].add(withdrawn.count)
        for ticket in withdrawn { give(.refusal(refusal), to: ticket, in: id) }
    }

    func give(_ content: Reply.Content, to ticket: RoomTicket, in id: RoomID) {
        let address = ticket.address
        if ticket.node == 0 {
            link.context.node.mailboxes[Int(address.ticket.shard)].post { $0.give(Reply(address, content)) }
        } else {
            links?.post(.reply(id, NodeReply.reply(content).bytes(at: address)), to: CollectionOfOne(ticket.node))
        }
    }

    // MARK: - At a home elsewhere

    func forward(_ request: RoomRequest, of asker: RoomAsker, in room: LiveRoom, to home: NodeNumber) {
        // This node was home when another one sent it.
        guard asker.ticket.node == 0 else { return refuse(asker, "the room has another home; nothing was done") }
        var isInside = false
        if case .user(_, let account, _) = asker.origin { isInside = room.participants[account] != nil }
        let letter = RoomLetter.request(asker.room, asker.submission.bytes, isInside: isInside)
        guard let links, links.reaches(home) else {
            return refuse(asker, "the room's home is not to be reached; nothing was done")
        }
        guard links.ask(letter, of: home) else {
            if case .send = request { return answer(.refused(Refusal(.shed)), asker) }
            return refuse(asker, "there is too much for the link to the room's home; nothing was done")
        }
        underWay[asker.room, default: []].insert(asker.ticket.address)
    }

    /// L-34: nobody knows what has become of the room's requests that are under way.
    func giveUp(_ id: RoomID) {
        let unknown = Refusal(.internal, "the room's home is gone; it may have told this, or not")
        for address in underWay.removeValue(forKey: id) ?? [] {
            link.context.node.mailboxes[Int(address.ticket.shard)].post { $0.give(Reply(address, .fault(unknown))) }
        }
    }

    /// A reply of the home.
    func take(_ bytes: [UInt8], in id: RoomID) {
        do throws(RecordError) {
            let (reply, address) = try NodeReply.read(bytes)
            // One that was given up may still come.
            guard case .reply(let content) = reply, underWay[id]?.remove(address) != nil else { return }
            link.context.node.mailboxes[Int(address.ticket.shard)].post { $0.give(Reply(address, content)) }
        } catch {
            link.context.log.error("a room's reply cannot be read", ["reason": "\(error)"])
        }
    }
}
