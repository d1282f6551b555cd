/// A shard's inflaters and deflaters: one for all connections that keep no context between messages, their own for others.
package final class Compression {
    private let level: Int
    private let threshold: Int
    private var sharedInflater: Inflater?
    /// By window bits.
    private var sharedDeflaters: [Int: Deflater] = [:]

    package init(_ policy: DeflatePolicy) {
        level = policy.level
        threshold = policy.threshold
    }

    /// For what one end sends and we receive.
    package func inflater(for direction: DeflateParameters.Direction) -> Inflater {
        guard direction.noContextTakeover else { return Inflater(direction) }
        if let sharedInflater { return sharedInflater }
        let inflater = Inflater(direction)
        sharedInflater = inflater
        return inflater
    }

    /// For what we send.
    package func deflater(for direction: DeflateParameters.Direction) -> Deflater {
        let fresh = { Deflater(direction, level: self.level, threshold: self.threshold) }
        guard direction.noContextTakeover else { return fresh() }
        if let shared = sharedDeflaters[direction.windowBits] { return shared }
        let deflater = fresh()
        sharedDeflaters[direction.windowBits] = deflater
        return deflater
    }
}
