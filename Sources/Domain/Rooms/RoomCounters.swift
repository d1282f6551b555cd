/// A counter of a room (L-28), as the store has it.
package struct RoomCounter: Equatable, Sendable {
    package let name: ExactText
    package let sum: Int

    package init(name: ExactText, sum: Int) {
        self.name = name
        self.sum = sum
    }

    /// In one room.
    package static let most = 20
}

/// The counters of a room at one node. The room's home has their sums; another node gathers what is added there and gives it on.
/// A value without clock or store.
package struct RoomCounters: Sendable {
    /// At the home they are right; elsewhere as it has told them.
    package private(set) var sums: [ExactText: Int]
    private var written: [ExactText: Int]
    /// Elsewhere: what the home has not been given.
    private var gathered: [ExactText: Int] = [:]
    /// At the home: those of which the next frame tells.
    private var untold: Set<ExactText> = []

    package init(_ counters: [RoomCounter]) {
        written = Dictionary(counters.map { ($0.name, $0.sum) }) { $1 }
        sums = written
    }

    package func has(_ name: ExactText) -> Bool { sums[name] != nil }

    /// At the home. A counter that is gone counts no more.
    package mutating func add(_ count: Int, to name: ExactText) {
        guard let sum = sums[name] else { return }
        sums[name] = sum + count
        untold.insert(name)
    }

    /// At another node.
    package mutating func gather(_ count: Int, for name: ExactText) { gathered[name, default: 0] += count }

    package var hasGathered: Bool { !gathered.isEmpty }

    /// For the home.
    package mutating func takeGathered() -> [RoomCounter] {
        defer { gathered = [:] }
        return gathered.map { RoomCounter(name: $0.key, sum: $0.value) }
    }

    package var hasUntold: Bool { !untold.isEmpty }

    /// For all participants: whole sums, so that a frame that is lost is made good by the next one.
    package mutating func takeUntold() -> [RoomCounter] {
        defer { untold = [] }
        return untold.sorted().compactMap { name in sums[name].map { RoomCounter(name: name, sum: $0) } }
    }

    /// The home has told these.
    package mutating func hear(_ told: [RoomCounter]) {
        for counter in told where has(counter.name) { sums[counter.name] = counter.sum }
    }

    /// This node is home from here on.
    package mutating func beginHome() {
        for counter in takeGathered() { add(counter.sum, to: counter.name) }
    }

    /// The sums that the store does not have.
    package var unwritten: [RoomCounter] {
        sums.filter { $0.value > written[$0.key, default: 0] }
            .map { RoomCounter(name: $0.key, sum: $0.value) }.sorted { $0.name < $1.name }
    }

    /// The store has these, and no others.
    package mutating func note(_ stored: [RoomCounter]) {
        written = Dictionary(stored.map { ($0.name, $0.sum) }) { $1 }
        sums = Dictionary(stored.map { ($0.name, max($0.sum, sums[$0.name, default: 0])) }) { $1 }
    }
}
