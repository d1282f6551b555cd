import MartletCore

/// Groups and their members as an application shows them, kept in the client's storage, too: the next run shows them
/// without a connection, and reads only those whose streams have gone on. Its values are replaced, never changed.
public struct ClientGroups: Sendable {
    private let core: Session

    init(_ core: Session) {
        self.core = core
    }

    /// These groups are on the screen: those that are unknown, a day old or known to have changed are read, 50 at once.
    /// If the gateway refuses that, it is told as `sync.failed`, and tried again when they are looked at.
    public func look(_ ids: some Sequence<String>) {
        core.tell(.input(.groups(.look(Array(ids)))))
    }

    /// The group as `group.get` has it, as it was read last. Nil: it was not read, or this user may not see it.
    public func group(_ id: String) async -> JSON? {
        await core.ask { $0.groups.group(id) } ?? nil
    }

    /// The members that are known, owner and admins first; nil if they were not read.
    public func members(_ id: String) async -> [GroupMember]? {
        await core.ask { $0.groups.members(id) } ?? nil
    }

    /// All members, read if they are not known as they are now; without a connection, as soon as there is one.
    public func everyone(_ id: String) async throws -> [GroupMember] {
        _ = try await core.call { .groups(.everyone(call: $0, id)) }.value
        return await members(id) ?? []
    }

    /// This device has changed the group by what no event tells it, as if the user gets no notifications: it is read
    /// again.
    public func refresh(_ id: String) {
        core.tell(.input(.groups(.refresh(id))))
    }

    /// The group, now and whenever it or its members have changed. It is looked at once.
    public func watch(_ id: String) -> StoreValues<JSON?> {
        look([id])
        return StoreValues(core, concerns: { $0.groups.contains(id) }) { $0.groups.group(id) }
    }

    /// The members that are known, now and whenever they have changed.
    public func watchMembers(_ id: String) -> StoreValues<[GroupMember]> {
        look([id])
        return StoreValues(core, concerns: { $0.groups.contains(id) }) { $0.groups.members(id) ?? [] }
    }
}
