/// Objects by key, those used last. Two generations: what is used moves into the young one; when that is full it becomes the
/// old one, and what nobody has asked for since goes.
struct GenerationCache<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private var weight = 0
    private let limit: Int

    /// `limit`: what one generation may weigh.
    init(limit: Int) {
        self.limit = limit
    }

    /// `weight` is asked only of what moves.
    mutating func value(_ key: Key, weight: (Value) -> Int) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key, weight: weight(value))
        return value
    }

    mutating func insert(_ value: Value, for key: Key, weight: Int) {
        if self.weight + weight > limit, !young.isEmpty {
            old = young
            young = [:]
            self.weight = 0
        }
        young[key] = value
        self.weight += weight
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

    /// What has been used lately.
    var recent: Dictionary<Key, Value>.Values { young.values }
}
