/// Objects by key, those used last. Two generations: what is used moves into the young one; when that is full it becomes the
/// old one, and what nobody has asked for since goes.
///
/// Nothing goes but in `letGo`: until then the same key gives the same object.
struct GenerationCache<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private var weight = 0
    private let limit: Int

    /// `limit`: what one generation may weigh.
    init(limit: Int) {
        self.limit = limit
    }

    /// The value, if it is there. It does not count as used.
    func peek(_ key: Key) -> Value? { young[key] ?? old[key] }

    /// `weight` is asked only of what moves.
    mutating func value(_ key: Key, weight: (Value) -> Int) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key, weight: weight(value))
        return value
    }

    mutating func insert(_ value: Value, for key: Key, weight: Int) {
        old[key] = nil
        if young.updateValue(value, forKey: key) == nil { self.weight += weight }
    }

    /// A value in the cache has grown.
    mutating func add(weight: Int) {
        self.weight += weight
    }

    /// Makes the young generation the old one if it weighs too much. Whether anything has gone.
    @discardableResult mutating func letGo() -> Bool {
        guard weight > limit else { return false }
        let isLoss = !old.isEmpty
        old = young
        young = [:]
        weight = 0
        return isLoss
    }

    mutating func remove(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }

    mutating func removeAll() {
        young = [:]
        old = [:]
        weight = 0
    }

    /// All values.
    var values: [Value] { Array(young.values) + old.values }
}
