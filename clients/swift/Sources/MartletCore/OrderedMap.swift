/// Values by their keys, in the order in which the keys came. A value that is set again keeps its place.
struct OrderedMap<Value> {
    private var values: [String: (turn: Int, value: Value)] = [:]
    /// In order; those whose turn is no longer their key's are passed over.
    private var order: ArraySlice<(turn: Int, key: String)> = []
    private var turn = 0

    init() {}

    init(_ members: some Sequence<(String, Value)>) {
        for (key, value) in members { self[key] = value }
    }

    var count: Int { values.count }
    var isEmpty: Bool { values.isEmpty }

    subscript(key: String) -> Value? {
        get { values[key]?.value }
        set {
            guard let newValue else {
                values[key] = nil
                tidy()
                return
            }
            if values[key]?.value != nil {
                values[key]?.value = newValue
            } else {
                turn += 1
                values[key] = (turn, newValue)
                order.append((turn, key))
            }
        }
    }

    /// The key goes behind all others.
    mutating func moveToEnd(_ key: String, _ value: Value) {
        self[key] = nil
        self[key] = value
    }

    mutating func removeAll() {
        values = [:]
        order = []
    }

    mutating func removeOldest() {
        while let (turn, key) = order.popFirst() {
            guard values[key]?.turn == turn else { continue }
            values[key] = nil
            return
        }
    }

    var keys: [String] { order.compactMap { values[$0.key]?.turn == $0.turn ? $0.key : nil } }

    var members: [(String, Value)] {
        order.compactMap { turn, key in
            guard let entry = values[key], entry.turn == turn else { return nil }
            return (key, entry.value)
        }
    }

    private mutating func tidy() {
        guard order.count > 2 * values.count + 32 else { return }
        order = ArraySlice(order.filter { values[$0.key]?.turn == $0.turn })
    }
}
