import Storage

extension ChatState {
    /// Milliseconds since 1970, by the gateway's clock.
    var now: Int64 { clock() / 1_000 }

    /// The next stamp: the time, but always later than the one before, also after a restart with the clock set back.
    func stamp() throws(StoreError) -> Int64 {
        lastStamp = max(clock(), lastStamp + 1)
        if lastStamp > reservedStamp {
            reservedStamp = lastStamp + reservation
            try store.execute("UPDATE clock SET reserved = $1 WHERE id = 1", [.integer(reservedStamp)])
        }
        return lastStamp
    }

    /// No stamp has been given beyond it.
    package var latestStamp: Int64 { lastStamp }

    /// After a crash any stamp up to the reserved one may have been given.
    func readClock() throws(StoreError) {
        try store.query("SELECT reserved FROM clock WHERE id = 1", []) { row in lastStamp = row.integer(0) }
    }
}

/// A tenth of a second of stamps is reserved at a time: a restart that is quicker gives stamps a moment ahead of the clock.
private let reservation: Int64 = 100_000

enum Stamp {
    /// Whether a gateway may have given it: not from before there were any, nor from the future. A minute is left for a clock
    /// that was set back.
    static func isPossible(_ stamp: Int64, now milliseconds: Int64) -> Bool {
        stamp > 1_577_836_800_000_000 && stamp / 1_000 <= milliseconds + 60_000
    }
}
