import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Settings
import Transport

/// The things that a room's home does from time to time: it sees who has left, has counters written, and says that the room is in
/// use. Each is written by the log, and done again until that is so.
final class RoomDuties {
    private let link: ShardLink
    private unowned let homes: RoomHomes
    /// L-33: how often a user counts.
    private var counts = RateMeters<AccountNumber>(RateLimit(perSecond: 2, burst: 4))
    /// When they are due.
    var at: Milliseconds?

    init(_ link: ShardLink, _ homes: RoomHomes) {
        self.link = link
        self.homes = homes
    }

    /// Each second, as long as a room whose home is here has such a duty.
    func tendSoon(_ room: LiveRoom) {
        guard at == nil, room.hasDuties else { return }
        let moment = link.now + betweenDuties
        at = moment
        link.wake(at: moment)
    }

    func tend() {
        for (id, room) in homes.rooms where room.hasDuties {
            tendSoon(room)
            if room.isDue(\.looksForAbsentAt, every: Milliseconds(leaveSeconds * 1_000 / 6), now: link.now) {
                findAbsent(in: room)
            }
            if room.isDue(\.writesCountersAt, every: betweenWrites, now: link.now) { writeCounters(of: room) }
            tellOccupancy(of: room)
            let half = Milliseconds(room.room.rules.endsEmptySeconds * 500)
            if half > 0, room.occupancy.participants > 0, room.isDue(\.staysAt, every: half, now: link.now) {
                link.context.state.submit(.room(id, .inUse))
            }
        }
    }

    /// L-30: nothing is written where no backend wants to hear of it.
    private func tellOccupancy(of room: LiveRoom) {
        let threshold = room.threshold
        guard threshold != room.room.threshold, link.context.configuration.events.kinds.contains(.roomOccupancy),
            room.isDue(\.tellsOccupancyAt, every: betweenOccupancies, now: link.now)
        else { return }
        link.context.state.submit(.room(room.room.id, .occupancy(room.occupancy.participants, threshold: threshold)))
    }

    /// L-26: asks all nodes which setters of transient values are still in the room. One who is not, and was not for so long, has
    /// left. As long as a node is silent, nobody has.
    private func findAbsent(in room: LiveRoom) {
        let setters = room.values.transientSetters
        if setters.isEmpty { return }
        homes.ask(.remain(setters.values.sorted()), in: room, nil) { [self] finding, silent in
            guard silent.isEmpty else { return }
            let absent = room.absent(
                of: setters, but: finding.users, since: link.now - Seconds(leaveSeconds).milliseconds, now: link.now)
            if !absent.isEmpty { link.context.state.submit(.room(room.room.id, .absent(absent))) }
        }
    }

    private var leaveSeconds: Int { link.context.configuration.rooms.leaveSeconds }

    /// L-28: a home that dies loses what it has counted since.
    func writeCounters(of room: LiveRoom) {
        let counters = room.counters.unwritten
        if room.isHome, !counters.isEmpty { link.context.state.submit(.room(room.room.id, .counted(counters))) }
    }

    // MARK: - Counting, and names of those who enter (L-17, L-28)

    func count(_ count: Int, for name: ExactText, _ asker: RoomAsker, in room: LiveRoom, _ id: RoomID) {
        if case .user(_, let account, _) = asker.origin, !counts.allows(account, now: link.now) {
            return homes.replies.answer(.refused(Refusal(.rateLimited, "a user counts twice a second in rooms")), asker)
        }
        guard room.counters.has(name) else {
            let unknown = Refusal(.badRequest, "the room has no counter \(name.text)", keys: ["counter"])
            return homes.replies.answer(.refused(unknown), asker)
        }
        room.count(count, for: name)
        homes.replies.answer(.ok { _ in }, asker)
        homes.stir(id)
        tendSoon(room)
    }

    /// With a tick, where the home is elsewhere.
    func giveOn(_ room: LiveRoom) {
        guard let away = room.away, away.isHeard, let gathered = room.takeGathered(now: link.now) else { return }
        homes.links?.post(.gathered(room.room.id, away.history.epoch, gathered), to: CollectionOfOne(away.node))
    }

    /// At the home.
    func take(_ gathered: RoomGathering, of id: RoomID, _ epoch: RoomEpoch) {
        guard let room = homes.rooms[id], room.isHome, room.history.epoch == epoch else { return }
        room.take(gathered)
        homes.stir(id)
        tendSoon(room)
    }
}

/// The things that a node gathers for a room's home elsewhere. They may be lost with the link.
struct RoomGathering: Sendable {
    var counts: [RoomCounter] = []
    /// L-17: the last who have entered.
    var entered: [String] = []
}

private let betweenDuties: Milliseconds = 1_000
private let betweenWrites: Milliseconds = 10_000
private let betweenOccupancies: Milliseconds = 10_000
