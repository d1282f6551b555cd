import Glibc
import Locking

/// Random numbers that a failing test can repeat: print it, and set `MARTLET_SEED` to what it printed. Without a seed a place in
/// the tests has the same numbers in each run, others each time that it is passed; `scripts/test --long` draws fresh ones.
package struct SeededRandom: RandomNumberGenerator, CustomStringConvertible {
    private let seed: UInt64
    private var state: UInt64

    package init(file: String = #fileID, line: Int = #line) {
        self.init(seed: environmentSeed ?? (isLongRun ? .random(in: .min ... .max) : usualSeed("\(file):\(line)")))
    }

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    package var description: String { "MARTLET_SEED=\(seed)" }

    /// SplitMix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

private let environmentSeed: UInt64? = {
    guard let text = getenv("MARTLET_SEED") else { return nil }
    return UInt64(String(cString: text))
}()

/// How often each place has been passed.
private let passed = Lock<[String: UInt64]>([:])

private func usualSeed(_ place: String) -> UInt64 {
    let time = passed.withLock { passed in
        passed[place, default: 0] += 1
        return passed[place]!
    }
    // FNV-1a.
    return place.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } &+ time
}
