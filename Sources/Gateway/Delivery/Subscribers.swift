import Chat
import Domain
import Routing
import Transport

/// The connections of a shard that get what is told in a group, a channel or a room.
struct Subscribers<Audience: TypedNumber> {
    /// Side by side, in no order: a connection, and whose it is.
    private struct Listed {
        var connections: [ConnectionID] = []
        var accounts: [AccountNumber] = []

        mutating func append(_ id: ConnectionID, _ account: AccountNumber) {
            connections.append(id)
            accounts.append(account)
        }
    }

    private struct Place {
        let audience: Audience
        var index: Int
    }

    private var listed: [Audience: Listed] = [:]
    /// By connection: where it stands in each of its audiences. One may have everybody, so nobody is searched for in it; a
    /// connection is in few, for which an array is smaller than a dictionary and as quick.
    private var places: [ConnectionID: [Place]] = [:]

    /// False if it stands there already.
    @discardableResult
    mutating func enter(_ audience: Audience, _ id: ConnectionID, of account: AccountNumber) -> Bool {
        if let known = places[id], known.contains(where: { $0.audience == audience }) { return false }
        let index = listed[audience]?.connections.count ?? 0
        places[id, default: []].append(Place(audience: audience, index: index))
        listed[audience, default: Listed()].append(id, account)
        return true
    }

    mutating func leave(_ audience: Audience, _ id: ConnectionID) {
        guard let place = places[id]?.first(where: { $0.audience == audience }) else { return }
        forget(audience, id)
        vacate(place)
    }

    mutating func leaveAll(_ id: ConnectionID) {
        for place in places.removeValue(forKey: id) ?? [] { vacate(place) }
    }

    /// Nobody is in it any more.
    mutating func end(_ audience: Audience) {
        for id in listed.removeValue(forKey: audience)?.connections ?? [] { forget(audience, id) }
    }

    func contains(_ audience: Audience, _ id: ConnectionID) -> Bool {
        places[id]?.contains { $0.audience == audience } ?? false
    }

    /// Those that it is a subscriber of.
    func audiences(of id: ConnectionID) -> [Audience] { places[id]?.map(\.audience) ?? [] }

    func count(of id: ConnectionID) -> Int { places[id]?.count ?? 0 }

    func isEmpty(_ audience: Audience) -> Bool { listed[audience] == nil }

    func count(in audience: Audience) -> Int { listed[audience]?.connections.count ?? 0 }

    /// Each once.
    func accounts(in audience: Audience) -> [AccountNumber] { Array(Set(listed[audience]?.accounts ?? [])) }

    func connections(in audience: Audience, except exceptions: Set<AccountNumber> = []) -> [ConnectionID] {
        guard let found = listed[audience], !exceptions.isEmpty else {
            return listed[audience]?.connections ?? []
        }
        var connections: [ConnectionID] = []
        connections.reserveCapacity(found.connections.count)
        // The sender of a message, and most often nobody else.
        let only = exceptions.count == 1 ? exceptions.first : nil
        for (id, account) in zip(found.connections, found.accounts) {
            let isExcepted = only.map { $0 == account } ?? exceptions.contains(account)
            if !isExcepted { connections.append(id) }
        }
        return connections
    }

    func connections(in audience: Audience, of account: AccountNumber) -> [ConnectionID] {
        guard let found = listed[audience] else { return [] }
        return zip(found.connections, found.accounts).filter { $0.1 == account }.map(\.0)
    }

    private mutating func forget(_ audience: Audience, _ id: ConnectionID) {
        places[id]?.removeAll { $0.audience == audience }
        if places[id]?.isEmpty == true { places[id] = nil }
    }

    /// The last one takes the place.
    private mutating func vacate(_ place: Place) {
        let (audience, index) = (place.audience, place.index)
        guard var found = listed.removeValue(forKey: audience), index < found.connections.count else {
            preconditionFailure("nobody stands at \(index) in \(audience)")
        }
        let last = found.connections.count - 1
        if index != last {
            let moved = found.connections[last]
            found.connections[index] = moved
            found.accounts[index] = found.accounts[last]
            if let known = places[moved]?.firstIndex(where: { $0.audience == audience }) {
                places[moved]?[known].index = index
            }
        }
        found.connections.removeLast()
        found.accounts.removeLast()
        if !found.connections.isEmpty { listed[audience] = found }
    }
}
