/// The incarnations as the log has told of them. Each store has this as tables, too; these are their values.
package struct Registry: Hashable, Sendable {
    /// The highest number that a record has, by incarnation that has not ended.
    package private(set) var cursors: [Incarnation: UInt64] = [:]
    package private(set) var ended: Set<Incarnation> = []

    package init() {}

    init(cursors: [Incarnation: UInt64], ended: Set<Incarnation>) {
        self.cursors = cursors
        self.ended = ended
    }

    package mutating func take(_ content: RecordContent) {
        for request in content.entries.lazy.compactMap(\.request) where !ended.contains(request.incarnation) {
            cursors[request.incarnation] = max(cursors[request.incarnation] ?? 0, request.number)
        }
        for incarnation in content.ended {
            cursors[incarnation] = nil
            ended.insert(incarnation)
        }
    }
}

/// The state of a store with which a node begins.
package struct StoredState: Hashable, Sendable {
    package var place: LogPlace
    package var epoch: Epoch
    package var time: Int64
    /// The incarnation that has opened the epoch.
    package var leader: Incarnation?
    package var registry: Registry

    package init(beginningOf cluster: String) {
        place = .beginning(of: cluster)
        epoch = Epoch(0)
        time = 0
        registry = Registry()
    }

    /// Of a store that was in use before its cluster's log, which begins with it.
    package init(founding beginning: RunningDigest) {
        place = LogPlace(Position(0), beginning)
        epoch = Epoch(0)
        // Before any record's, and not that of a new store.
        time = 1
        registry = Registry()
    }

    /// The store has nothing yet, so nothing is lost when another one takes its place.
    package var isNew: Bool { place.position == Position(0) && time == 0 }
    /// It was in use before its cluster's log, and has applied none of that.
    var isFounding: Bool { place.position == Position(0) && time > 0 }

    init(_ place: LogPlace, _ epoch: Epoch, time: Int64, leader: Incarnation?, _ registry: Registry) {
        self.place = place
        self.epoch = epoch
        self.time = time
        self.leader = leader
        self.registry = registry
    }

    package mutating func take(_ content: RecordContent, at place: LogPlace) {
        self.place = place
        epoch = content.epoch
        time = content.time
        if content.isOpening { leader = content.id.incarnation }
        registry.take(content)
    }
}
