import Glibc

/// Random numbers that a failing test can repeat: print it, and set `MARTLET_SEED` to what it printed.
package struct SeededRandom: RandomNumberGenerator, CustomStringConvertible {
    private let seed: UInt64
    private var state: UInt64

    package init() {
        self.init(seed: environmentSeed ?? UInt64.random(in: .min ... .max))
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
