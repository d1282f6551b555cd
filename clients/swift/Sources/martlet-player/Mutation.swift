import MartletCore

/// Changes frames at random, as no gateway would send them, but the same ones for a seed.
struct Mutation: RandomNumberGenerator {
    private static let values: [JSON] = [
        .null, true, false, 0, -1, 1, 9_007_199_254_740_992, -9_007_199_254_740_992, .int(.max), .int(.min), 0.5, 1e300,
        -1e300, "", "user", "recovered", "gap", "reset", [], [:], [[]], [[:]],
    ]

    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A row with a frame of which some values are others, or missing.
    mutating func mutated(row: JSON) -> JSON {
        guard let frame = row["frame"] else { return row }
        var row = row
        row["frame"] = mutated(frame)
        return row
    }

    private mutating func mutated(_ value: JSON) -> JSON {
        if Int.random(in: 0..<40, using: &self) == 0 { return Self.values.randomElement(using: &self) ?? .null }
        switch value {
        case .array(let elements):
            var elements = elements.map { mutated($0) }
            if let one = elements.randomElement(using: &self), Int.random(in: 0..<20, using: &self) == 0 {
                elements.append(one)
                elements.shuffle(using: &self)
            }
            return JSON(elements)
        case .object(let object):
            var members: [(String, JSON)] = []
            for (name, value) in object.members where Int.random(in: 0..<60, using: &self) > 0 {
                members.append((name, mutated(value)))
            }
            return .object(JSONObject(members))
        case .null, .bool, .int, .double, .string: return value
        }
    }
}
