/// The device's positions in each stream: the user's, each conversation's, group's and channel's, and the
/// broadcasts'.
struct PositionBook {
    /// One conversation's.
    struct Place: Equatable {
        var seq: Int?
        var listed: Int?
        var change: Int?
    }

    /// The gateway takes so many conversations, groups and channels in `resume`.
    private static let mostConversations = 100
    private static let mostGroups = 1000
    private static let mostChannels = 1000

    /// Nil before the first login.
    var user: Int?
    /// Up to where messages were delivered here.
    private(set) var conversations = OrderedMap<Int>()
    /// Up to where the list of conversations has shown them.
    var listed = OrderedMap<Int>()
    var groups = OrderedMap<Int>()
    /// The place of the last change of a message that was told, by conversations.
    var changes = OrderedMap<Int>()
    /// Up to where messages of channels were told.
    var channels = OrderedMap<Int>()
    /// Nil if nothing is known of them.
    var broadcasts: Int?

    /// Names them for `resume`; the conversations that were heard of last go first, since their number is limited.
    func named() -> JSON? {
        guard let user else { return nil }
        let ids = conversationIDs.suffix(Self.mostConversations)
        var named: JSON = [
            "user": JSON(user),
            "conversations": JSON(ids.map { ($0, JSON(of($0) ?? 0)) }),
            "groups": members(of: groups, most: Self.mostGroups),
            "changes": JSON(ids.map { ($0, JSON(changes[$0] ?? 0)) }),
        ]
        if !channels.isEmpty { named["channels"] = members(of: channels, most: Self.mostChannels) }
        named["broadcasts"] = broadcasts.map { JSON($0) }
        return named
    }

    /// Whether all conversations that are known are among the named ones.
    func areAllIn(_ named: JSON?) -> Bool {
        let conversations = named?["conversations"]
        return conversationIDs.allSatisfy { conversations?[$0] != nil }
    }

    func of(_ conversationID: String) -> Int? {
        guard let delivered = conversations[conversationID] else { return listed[conversationID] }
        return max(delivered, listed[conversationID] ?? 0)
    }

    /// Everything up to `seq` was delivered.
    mutating func have(_ conversationID: String, _ seq: Int) {
        conversations.moveToEnd(conversationID, max(conversations[conversationID] ?? 0, seq))
    }

    /// The stream begins anew at `seq`.
    mutating func reset(_ conversationID: String, _ seq: Int) {
        listed[conversationID] = nil
        conversations.moveToEnd(conversationID, seq)
    }

    mutating func forget(_ conversationID: String) {
        conversations[conversationID] = nil
        listed[conversationID] = nil
        changes[conversationID] = nil
    }

    /// All that is known of conversations; those that were heard of last go last.
    var places: [(id: String, place: Place)] {
        (changes.keys.filter { of($0) == nil } + conversationIDs).map { ($0, place(of: $0)) }
    }

    func place(of id: String) -> Place { Place(seq: conversations[id], listed: listed[id], change: changes[id]) }

    /// Of the streams of which there is one each.
    var streams: JSON {
        var streams: JSON = ["groups": members(of: groups, most: .max), "channels": members(of: channels, most: .max)]
        streams["user"] = user.map { JSON($0) }
        streams["broadcasts"] = broadcasts.map { JSON($0) }
        return streams
    }

    /// Goes on where an earlier run was.
    mutating func restore(streams: JSON, places: [(String, Place)]) {
        user = streams["user"]?.int
        broadcasts = streams["broadcasts"]?.int
        groups = OrderedMap(integers(streams["groups"]))
        channels = OrderedMap(integers(streams["channels"]))
        for (id, place) in places {
            if let seq = place.seq { conversations[id] = seq }
            if let seq = place.listed { listed[id] = seq }
            if let change = place.change { changes[id] = change }
        }
    }

    private var conversationIDs: [String] { listed.keys.filter { conversations[$0] == nil } + conversations.keys }

    private func members(of map: OrderedMap<Int>, most: Int) -> JSON {
        JSON(map.members.suffix(most).map { ($0, JSON($1)) })
    }
}

/// The members of an object that are integers.
func integers(_ object: JSON?) -> [(String, Int)] {
    (object?.object?.members ?? []).compactMap { name, value in value.int.map { (name, $0) } }
}

extension PositionBook.Place {
    init(_ json: JSON) {
        self.init(seq: json["seq"]?.int, listed: json["listed"]?.int, change: json["change"]?.int)
    }

    var json: JSON {
        var json: JSON = [:]
        json["seq"] = seq.map { JSON($0) }
        json["listed"] = listed.map { JSON($0) }
        json["change"] = change.map { JSON($0) }
        return json
    }
}
