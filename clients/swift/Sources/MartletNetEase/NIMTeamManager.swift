import Foundation
import MartletClient
import MartletFacade

#if canImport(ObjectiveC)
@objc(NIMTeamNotifyState)
#endif
public enum NIMTeamNotifyState: Int, Sendable {
    case all = 0
    case none = 1
    case onlyManager = 2
}

#if canImport(ObjectiveC)
@objc(NIMTeamManager)
#endif
public final class NIMTeamManager: NSObject, Sendable {
    private let facade: FacadeClient
    /// Of groups, as far as it is known.
    private let states = Guarded<[String: NIMTeamNotifyState]>([:])

    init(_ facade: FacadeClient) {
        self.facade = facade
    }

    #if canImport(ObjectiveC)
    @objc(updateNotifyState:inTeam:completion:)
    #endif
    public func update(_ state: NIMTeamNotifyState, inTeam teamId: String, completion: NIMTeamHandler? = nil) {
        let data: JSON = ["groupID": JSON(teamId), "state": JSON(state.rawValue)]
        let request = Request(facade, "group.setNotifyState", data) { [states] _ in states.with { $0[teamId] = state } }
        // It is called on the queue of the callbacks alone.
        nonisolated(unsafe) let completion = completion
        request.tell(on: facade.queue) { [facade] result in
            switch result {
            case .success: completion?(nil)
            case .failure(let error): completion?(failure(facade, error))
            }
        }
    }

    @_disfavoredOverload
    public func updateNotifyState(_ state: NIMTeamNotifyState, inTeam teamId: String, completion: NIMTeamHandler?) {
        update(state, inTeam: teamId, completion: completion)
    }

    /// As this device knows it. A team whose state is not known has `all`, and is read.
    #if canImport(ObjectiveC)
    @objc(notifyStateForNewMsg:)
    #endif
    public func notifyState(forNewMsg teamId: String) -> NIMTeamNotifyState {
        if let state = states.with({ $0[teamId] }) { return state }
        Task { await read([teamId]) }
        return .all
    }

    func clear() {
        states.with { $0 = [:] }
    }

    func take(_ event: Event) {
        let id = event.data["groupID"]?.string ?? ""
        switch event.name {
        case "sync.list": Task { await read(listed()) }
        case "group.notifyStateChanged":
            let state = event.data["state"]?.int.flatMap { NIMTeamNotifyState(rawValue: $0) }
            states.with { $0[id] = state }
        case "group.didLeave": states.with { $0[id] = nil }
        default: break
        }
    }

    private func listed() async -> [String] {
        guard let client = facade.client else { return [] }
        return await client.conversationList.compactMap { $0["groupID"]?.string }
    }

    /// Reads the states of these groups. Without a connection they stay as they were known.
    private func read(_ ids: [String]) async {
        var left = ids
        while !left.isEmpty {
            do {
                let page = try await facade.signedIn.group.getMany(groupIDs: Array(left.prefix(50)))
                left = page.left + left.dropFirst(50)
                states.with { states in
                    for group in page.groups {
                        states[group.groupID] = group.own.flatMap { NIMTeamNotifyState(rawValue: $0.notifyState) }
                    }
                }
            } catch {
                return NSLog("%@", "martlet: group.getMany: \(error)")
            }
        }
    }
}
