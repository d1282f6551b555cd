import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Settings
import Transport

/// The values of rooms, as participants here are told them, and the values of those who have left (L-25, L-26).
extension RoomHomes {
    /// With a tick, at each node. Returns the bytes that are left for messages.
    func tellValues(of room: LiveRoom, bytes: Int) -> Int {
        guard room.values.hasNews else { return bytes }
        for (kind, news) in room.values.takeNews(bytes: bytes / 2) {
            let event =
                switch kind {
                case .value: Payload(of: RoomValuesChanged(room: room.room.id, news: news), &json)
                case .element: Payload(of: RoomQueueChanged(room: room.room.id, news: news), &json)
                }
            tell(event, highOnly: event, in: room)
        }
        return bytes - bytes / 2
    }

    func lookForAbsent(in room: LiveRoom) {
        guard looksForAbsentAt == nil, room.isHome, !room.values.transientSetters.isEmpty else { return }
        let moment = link.now + Milliseconds(settings.leaveSeconds * 1_000 / 6)
        looksForAbsentAt = moment
        link.wake(at: moment)
    }

    /// Asks all nodes which setters of transient values are still in their rooms. One who is not, and was not for so long, has
    /// left. As long as a node is silent, nobody has.
    func findAbsent() {
        for room in rooms.values where room.isHome {
            lookForAbsent(in: room)
            let setters = room.values.transientSetters
            if setters.isEmpty { continue }
            ask(.remain(setters.values.sorted()), in: room, nil) { [self] finding, silent in
                guard silent.isEmpty else { return }
                let absent = room.absent(
                    of: setters, but: finding.users, since: link.now - leavePeriod, now: link.now)
                if !absent.isEmpty { link.context.state.submit(.room(room.room.id, .absent(absent))) }
            }
        }
    }

    private var leavePeriod: Milliseconds { Seconds(settings.leaveSeconds).milliseconds }
}
