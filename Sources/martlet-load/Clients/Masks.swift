import Framing

/// Masking keys for a client that no page's script controls: no two frames' alike, from SplitMix64 instead of a system
/// call for each frame (RFC 6455 §5.3 asks for more, to protect proxies from scripts).
struct Masks {
    private var state = UInt64.random(in: .min ... .max)

    mutating func next() -> MaskingKey {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return MaskingKey(UInt32(truncatingIfNeeded: mixed >> 32))
    }
}
