import Chat
import Domain
import Routing
import Transport

/// The connections of a shard that are told what concerns all members of a group, or all who follow a channel: a room.
struct RoomSubscribers<Room: TypedNumber> {
    /// Side by side, in no order: a connection, and whose it is.
    private struct Subscribers {
        var connections: [ConnectionID] = []
        var accounts: [AccountNumber] = []

        mutating func append(_ id: ConnectionID, _ account: AccountNumber) {
            connections.append(id)
            accounts.append(account)
        }
    }

    private struct Place {
        let room: Room
        var index: Int
    }

    private var subscribers: [Room: Subscribers] = [:]
    /// By connection: where it stands in each of its rooms. A room may have everybody, so nobody is searched for in it; a
    /// connection is in few, for which an array is smaller than a dictionary and as quick.
    private var places: [ConnectionID: [Place]] = [:]

    /// False if it stands there already.
    @discardableResult
    mutating func enter(_ room: Room, _ id: ConnectionID, of account: AccountNumber) -> Bool {
        if let known = places[id], known.contains(where: { $0.room == room }) { return false }
        let index = subscribers[room]?.connections.count ?? 0
        places[id, default: []].append(Place(room: room, index: index))
        subscribers[room, default: Subscribers()].append(id, account)
        return true
    }

    mutating func leave(_ room: Room, _ id: ConnectionID) {
        guard let place = places[id]?.first(where: { $0.room == room }) else { return }
        forget(room, id)
        vacate(place)
    }

    mutating func leaveAll(_ id: ConnectionID) {
        for place in places.removeValue(forKey: id) ?? [] { vacate(place) }
    }

    /// Nobody is in it any more.
    mutating func end(_ room: Room) {
        for id in subscribers.removeValue(forKey: room)?.connections ?? [] { forget(room, id) }
    }

    func isEmpty(_ room: Room) -> Bool { subscribers[room] == nil }

    func count(in room: Room) -> Int { subscribers[room]?.connections.count ?? 0 }

    /// Each once.
    func accounts(in room: Room) -> [AccountNumber] { Array(Set(subscribers[room]?.accounts ?? [])) }

    func connections(in room: Room, except exceptions: Set<AccountNumber> = []) -> [ConnectionID] {
        guard let inRoom = subscribers[room], !exceptions.isEmpty else {
            return subscribers[room]?.connections ?? []
        }
        var connections: [ConnectionID] = []
        connections.reserveCapacity(inRoom.connections.count)
        // The sender of a message, and most often nobody else.
        let only = exceptions.count == 1 ? exceptions.first : nil
        for (id, account) in zip(inRoom.connections, inRoom.accounts) {
            let isExcepted = only.map { $0 == account } ?? exceptions.contains(account)
            if !isExcepted { connections.append(id) }
        }
        return connections
    }

    func connections(in room: Room, of account: AccountNumber) -> [ConnectionID] {
        guard let inRoom = subscribers[room] else { return [] }
        return zip(inRoom.connections, inRoom.accounts).filter { $0.1 == account }.map(\.0)
    }

    private mutating func forget(_ room: Room, _ id: ConnectionID) {
        places[id]?.removeAll { $0.room == room }
        if places[id]?.isEmpty == true { places[id] = nil }
    }

    /// The last one takes the place.
    private mutating func vacate(_ place: Place) {
        let (room, index) = (place.room, place.index)
        guard var inRoom = subscribers.removeValue(forKey: room), index < inRoom.connections.count else {
            preconditionFailure("nobody stands at \(index) in \(room)")
        }
        let last = inRoom.connections.count - 1
        if index != last {
            let moved = inRoom.connections[last]
            inRoom.connections[index] = moved
            inRoom.accounts[index] = inRoom.accounts[last]
            if let known = places[moved]?.firstIndex(where: { $0.room == room }) { places[moved]?[known].index = index }
        }
        inRoom.connections.removeLast()
        inRoom.accounts.removeLast()
        if !inRoom.connections.isEmpty { subscribers[room] = inRoom }
    }
}
