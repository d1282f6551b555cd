import Domain
import Routing
import Transport

/// The connections of a shard that are told what concerns all members of a group.
struct GroupSubscribers {
    /// Side by side, in no order: a member's connection, and whose it is.
    private struct Subscribers {
        var connections: [ConnectionID] = []
        var accounts: [AccountNumber] = []

        mutating func append(_ id: ConnectionID, _ account: AccountNumber) {
            connections.append(id)
            accounts.append(account)
        }
    }

    /// By group.
    private var groupSubscribers: [GroupNumber: Subscribers] = [:]
    /// By connection.
    private var groups: [ConnectionID: Set<GroupNumber>] = [:]

    mutating func enter(_ group: GroupNumber, _ id: ConnectionID, of account: AccountNumber) {
        guard groups[id, default: []].insert(group).inserted else { return }
        groupSubscribers[group, default: Subscribers()].append(id, account)
    }

    mutating func leave(_ group: GroupNumber, _ id: ConnectionID) {
        guard groups[id]?.remove(group) != nil else { return }
        if groups[id]?.isEmpty == true { groups[id] = nil }
        vacate(group, id)
    }

    mutating func leaveAll(_ id: ConnectionID) {
        for group in groups.removeValue(forKey: id) ?? [] { vacate(group, id) }
    }

    func isEmpty(_ group: GroupNumber) -> Bool { groupSubscribers[group] == nil }

    /// Each once.
    func accounts(in group: GroupNumber) -> [AccountNumber] { Array(Set(groupSubscribers[group]?.accounts ?? [])) }

    func connections(in group: GroupNumber, except exceptions: Set<AccountNumber>) -> [ConnectionID] {
        guard let toGroup = groupSubscribers[group], !exceptions.isEmpty else {
            return groupSubscribers[group]?.connections ?? []
        }
        var connections: [ConnectionID] = []
        connections.reserveCapacity(toGroup.connections.count)
        // The sender of a message, and most often nobody else.
        let only = exceptions.count == 1 ? exceptions.first : nil
        for (id, account) in zip(toGroup.connections, toGroup.accounts) {
            let isExcepted = only.map { $0 == account } ?? exceptions.contains(account)
            if !isExcepted { connections.append(id) }
        }
        return connections
    }

    func connections(in group: GroupNumber, of account: AccountNumber) -> [ConnectionID] {
        guard let toGroup = groupSubscribers[group] else { return [] }
        return zip(toGroup.connections, toGroup.accounts).filter { $0.1 == account }.map(\.0)
    }

    private mutating func vacate(_ group: GroupNumber, _ id: ConnectionID) {
        guard var toGroup = groupSubscribers.removeValue(forKey: group),
            let index = toGroup.connections.firstIndex(of: id)
        else {
            preconditionFailure("\(id) is no subscriber of group \(group)")
        }
        toGroup.connections.swapAt(index, toGroup.connections.count - 1)
        toGroup.connections.removeLast()
        toGroup.accounts.swapAt(index, toGroup.accounts.count - 1)
        toGroup.accounts.removeLast()
        if !toGroup.connections.isEmpty { groupSubscribers[group] = toGroup }
    }
}
