import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Settings
import Transport

/// The things that a room's home does from time to time: it sees who has left, has counters written, and says that the room is in
/// use. Each is written by the log, and done again until that is so.
extension RoomHomes {
    /// Each second, as long as a room whose home is here has such a duty.
    func tendSoon(_ room: LiveRoom) {
        guard tendsAt == nil, room.hasDuties else { return }
        let moment = link.now + betweenDuties
        tendsAt = moment
        link.wake(at: moment)
    }

    func tend() {
        for (id, room) in rooms where room.hasDuties {
            tendSoon(room)
            if room.isDue(\.looksForAbsentAt, every: Milliseconds(settings.leaveSeconds * 1_000 / 6), now: link.now) { findAbsent(in: room) }
            if room.isDue(\.writesCountersAt, every: betweenWrites, now: link.now) { writeCounters(of: room) }
            let half = Milliseconds(room.room.rules.endsEmptySeconds * 500)
            if half > 0, room.occupancy > 0, room.isDue(\.staysAt, every: half, now: link.now) {
                link.context.state.submit(.room(id, .inUse))
            }
        }
    }

    /// L-26: asks all nodes which setters of transient values are still in the room. One who is not, and was not for so long, has
    /// left. As long as a node is silent, nobody has.
    private func findAbsent(in room: LiveRoom) {
        let setters = room.values.transientSetters
        if setters.isEmpty { return }
        ask(.remain(setters.values.sorted()), in: room, nil) { [self] finding, silent in
            guard silent.isEmpty else { return }
            let absent = room.absent(
                of: setters, but: finding.users, since: link.now - leavePeriod, now: link.now)
            if !absent.isEmpty { link.context.state.submit(.room(room.room.id, .absent(absent))) }
        }
    }

    private var leavePeriod: Milliseconds { Seconds(settings.leaveSeconds).milliseconds }

    /// L-28: a home that dies loses what it has counted since.
    func writeCounters(of room: LiveRoom) {
        let counters = room.counters.unwritten
        if !counters.isEmpty { link.context.state.submit(.room(room.room.id, .counted(counters))) }
    }

    // MARK: - Counting, and names of those who enter (L-17, L-28)

    func count(_ count: Int, for name: ExactText, _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID) {
        if case .user(_, let account, _) = asker.origin, !rates.allowsCount(of: account, now: link.now) {
            return replies.answer(.refused(Refusal(.rateLimited, "a user counts twice a second in rooms")), asker)
        }
        guard room.counters.has(name) else {
            let unknown = Refusal(.badRequest, "the room has no counter \(name.text)", keys: ["counter"])
            return replies.answer(.refused(unknown), asker)
        }
        room.count(count, for: name)
        replies.answer(.ok { _ in }, asker)
        stir(id)
        tendSoon(room)
    }

    /// With a tick, where the home is elsewhere.
    func giveOn(_ room: LiveRoom) {
        guard let away = room.away, away.isHeard, let gathered = room.takeGathered(now: link.now) else { return }
        links?.post(.gathered(room.room.id, away.history.epoch, gathered), to: CollectionOfOne(away.node))
    }

    /// At the home.
    func take(_ gathered: RoomGathering, of id: RoomID, _ epoch: RoomEpoch) {
        guard let room = rooms[id], room.isHome, room.history.epoch == epoch else { return }
        room.take(gathered)
        stir(id)
        tendSoon(room)
    }
}

/// The things that a node gathers for a room's home elsewhere. They may be lost with the link.
struct RoomGathering: Sendable {
    var counts: [RoomCounter] = []
    /// L-17: the last who have entered.
    var entered: [String] = []

    var isEmpty: Bool { counts.isEmpty && entered.isEmpty }
}

private let betweenDuties: Milliseconds = 1_000
private let betweenWrites: Milliseconds = 10_000
