import Chat
import Domain
import JSON

/// Lists and counts those in a room, keeps its counters, and does what its home has to do from time to time.
extension LiveRoom {
    // MARK: - Who is there (L-07, L-31)

    var occupancyHere: RoomOccupancy { RoomOccupancy(participants: participants.count, guests: guests.count) }
    var occupancy: RoomOccupancy { occupancyHere + occupancyElsewhere }

    /// The connections here that are told.
    var audience: Int { participants.count + guests.count + backends.count }

    func list(time: Milliseconds) -> Answer {
        let leading = standings.filter { $0.value.isExempt }.sorted { $0.value.role > $1.value.role }.map(\.key)
        let (users, isSample) = participants.list(leading: leading)
        return .ok { [self] json in
            json.array("participants") { json in
                for user in users {
                    let standing = standing(of: user.account)
                    json.object { json in
                        json.field("userID", user.id.text)
                        json.field("role", standing.role.word)
                        json.field("since", user.since.rawValue)
                        if standing.mutedUntil > time { json.field("mutedUntil", standing.mutedUntil.rawValue) }
                    }
                }
            }
            json.field("isSample", isSample || occupancyElsewhere.participants > 0)
            occupancy.write(to: &json)
        }
    }

    // MARK: - Counters, and those who enter (L-17, L-28)

    func count(_ count: Int, for name: ExactText) {
        if isHome { counters.add(count, to: name) } else { counters.gather(count, for: name) }
    }

    func noteEntries(_ users: [String]) { entered = (entered + users).suffix(mostEntered) }

    /// With a tick, at the home.
    func takeCounters(now: Milliseconds) -> [RoomCounter] {
        guard counters.hasUntold, now >= countedAt + betweenCounts else { return [] }
        countedAt = now
        return counters.takeUntold()
    }

    /// For the home elsewhere; nil: it is not yet time, or there is nothing.
    func takeGathered(now: Milliseconds) -> RoomGathering? {
        guard now >= countedAt + betweenCounts, counters.hasGathered || !entered.isEmpty else { return nil }
        countedAt = now
        defer { entered = [] }
        return RoomGathering(counts: counters.takeGathered(), entered: entered)
    }

    /// Of another node.
    func take(_ gathered: RoomGathering) {
        for counter in gathered.counts { counters.add(counter.sum, to: counter.name) }
        if room.rules.showsEntries { noteEntries(gathered.entered) }
    }

    // MARK: - From time to time, at the home

    var hasDuties: Bool {
        isHome
            && (!values.transientSetters.isEmpty || !counters.unwritten.isEmpty || room.rules.endsEmptySeconds > 0
                || threshold != room.threshold)
    }

    /// L-30: the highest threshold that is reached. One that was reached counts until a tenth fewer are in.
    var threshold: Int {
        let count = occupancy.participants
        return thresholds.last { threshold in
            count >= threshold || threshold <= room.threshold && 10 * count > 9 * threshold
        } ?? 0
    }

    func isDue(
        _ moment: ReferenceWritableKeyPath<LiveRoom, Milliseconds>, every period: Milliseconds, now: Milliseconds
    ) -> Bool {
        guard now >= self[keyPath: moment] + period else { return false }
        self[keyPath: moment] = now
        return true
    }

    /// L-26: those of the setters who have been in the room nowhere since that moment. `found`: those who are there now.
    func absent(
        of setters: [UserID: AccountNumber], but found: Set<UserID>, since moment: Milliseconds, now: Milliseconds
    ) -> [AccountNumber] {
        let absent = setters.filter { !found.contains($0.key) }.values
        absentSince = Dictionary(absent.map { ($0, absentSince[$0] ?? now) }) { $1 }
        return absentSince.filter { $0.value <= moment }.keys.sorted()
    }
}

/// L-28: between two frames that tell of counters.
private let betweenCounts: Milliseconds = 1_000
/// L-17: names of those who have entered in a frame.
private let mostEntered = 5
