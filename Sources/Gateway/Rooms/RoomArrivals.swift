import Chat
import ClientProtocol
import Cluster
import Domain
import EventLoop
import Storage
import Transport

/// The rooms that come into use at this node: their rows are read, and on a cluster their homes are found. Requests wait. So do
/// changes that are told meanwhile, since the rows may be older than they are.
final class RoomArrivals {
    struct Arrival {
        let since: Milliseconds
        var asks: [(request: RoomRequest, asker: RoomAsker)] = []
        var changes: [RoomChange] = []
        /// Nil: they are being read.
        fileprivate(set) var rows: RoomRows?
    }

    private let link: ShardLink
    private let replies: RoomReplies
    private var arrivals: [RoomID: Arrival] = [:]
    /// The room is in use from here on, in this epoch: with its home here, or where `Away` says.
    var begin: (RoomID, Arrival, RoomEpoch, LiveRoom.Away?) -> Void = { _, _, _, _ in }

    init(_ link: ShardLink, _ replies: RoomReplies) {
        self.link = link
        self.replies = replies
    }

    var isEmpty: Bool { arrivals.isEmpty }

    func take(_ request: RoomRequest, of asker: RoomAsker, in id: RoomID) {
        guard arrivals[id]?.asks.count ?? 0 < mostWaiting else {
            return replies.refuse(asker, "too many enter the room; nothing was done")
        }
        open(id)
        arrivals[id]?.asks.append((request, asker))
    }

    /// Brings the room into use, asked or not.
    func open(_ id: RoomID) {
        if arrivals[id] != nil { return }
        arrivals[id] = Arrival(since: link.now)
        let mailbox = link.mailbox
        link.context.store.read { transaction throws(StoreError) in
            let rows = try RoomQueries.rows(of: id, in: transaction)
            mailbox.post { $0.rooms.arrivals.loaded(id, rows) }
        } failed: { error in
            mailbox.post { $0.rooms.arrivals.fail(id, .fault(error.refusal)) }
        }
    }

    private func loaded(_ id: RoomID, _ found: RoomRows?) {
        // Nil: the node's rooms have ended meanwhile.
        guard let arrival = arrivals[id], arrival.rows == nil else { return }
        guard var rows = found, rows.room.isOpen, !arrival.changes.contains(.ended) else { return fail(id, noRoom) }
        for case .home(let node, let epoch) in arrival.changes where epoch > rows.room.epoch {
            (rows.room.home, rows.room.epoch) = (node, epoch)
        }
        arrivals[id]?.rows = rows
        // Each life has a moment of its own. Where there is but one home, the store need not keep it.
        guard let links = link.context.roomLinks else {
            return end(id, RoomEpoch(link.context.configuration.now.rawValue))
        }
        findHome(of: id, rows.room, links)
    }

    func note(_ change: RoomChange, in id: RoomID) {
        guard var rows = arrivals[id]?.rows, let links = link.context.roomLinks else {
            arrivals[id]?.changes.append(change)
            return
        }
        switch change {
        case .home(let node, let epoch):
            guard epoch > rows.room.epoch else { return }
            (rows.room.home, rows.room.epoch) = (node, epoch)
            arrivals[id]?.rows = rows
            if node == links.own { end(id, epoch) } else { findHome(of: id, rows.room, links) }
        case .ended: fail(id, noRoom)
        case .facts, .standing, .values, .counters, .threshold: arrivals[id]?.changes.append(change)
        }
    }

    // MARK: - Homes on a cluster

    private func findHome(of id: RoomID, _ room: Room, _ links: RoomLinks) {
        if room.home == 0 || room.home == links.own {
            // Such wishes are not to pile up while nobody can carry them out.
            guard link.context.cluster?.status.isLed == true else { return }
            // One whose home was here, and which nobody has used for long, begins anew as well.
            link.context.state.submit(.room(id, .moves(to: links.own, from: room.epoch)))
        } else {
            links.post(.follow(id, room.epoch), to: CollectionOfOne(room.home))
        }
    }

    /// Its home has told what was said. False: it is another home's, or the room is in use already.
    func take(_ history: RoomHistory, of id: RoomID, from node: NodeNumber) -> Bool {
        guard let room = arrivals[id]?.rows?.room, room.home == node, room.epoch == history.epoch else { return false }
        end(id, history.epoch, LiveRoom.Away(node: node, history: history, isHeard: true))
        return true
    }

    /// Asks homes again, which may not have known that they are, and refuses those who have waited for long.
    func lookAgain() {
        for (id, arrival) in arrivals {
            guard let room = arrival.rows?.room, let links = link.context.roomLinks else { continue }
            if arrival.since + patience <= link.now {
                fail(id, .refusal(Refusal(.unavailable, "the room has no home yet; nothing was done")))
            } else if room.home != 0, room.home != links.own {
                findHome(of: id, room, links)
            }
        }
    }

    // MARK: - Their ends

    private func end(_ id: RoomID, _ epoch: RoomEpoch, _ away: LiveRoom.Away? = nil) {
        guard let arrival = arrivals.removeValue(forKey: id) else {
            preconditionFailure("\(id) is not coming into use")
        }
        begin(id, arrival, epoch, away)
    }

    private func fail(_ id: RoomID, _ content: Reply.Content) {
        for (_, asker) in arrivals.removeValue(forKey: id)?.asks ?? [] {
            replies.give(content, to: asker.ticket, in: id)
        }
    }

    func failAll() {
        for id in arrivals.keys { fail(id, .refusal(Refusal(.unavailable))) }
    }

    private var noRoom: Reply.Content { .refusal(Refusal(.noRoom, keys: ["roomID"])) }
}

/// Requests that wait until a room is in use.
private let mostWaiting = 10_000
/// For a record that names the home, and for the home's first letter.
private let patience: Milliseconds = 3_000
