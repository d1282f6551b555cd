/// The stock of requests that the gateway keeps for a session, counted here in the same way, so that the client
/// holds a request back instead of having it refused.
struct Budget {
    private let perSecond: Double
    private let burst: Double
    private var stock: Double
    private var counted: Int

    init(perSecond: Double, burst: Double, now: Int) {
        self.perSecond = perSecond
        self.burst = burst
        stock = burst
        counted = now
    }

    /// Takes a request from the stock, or answers how many milliseconds it takes until there is one.
    mutating func take(_ now: Int) -> Int {
        let passed = Double(max(0, now - counted))
        stock = min(burst, stock + passed * perSecond / 1000)
        counted = now
        guard stock < 1 else {
            stock -= 1
            return 0
        }
        return Int(((1 - stock) * 1000 / perSecond).rounded(.up))
    }
}

/// Whether the gateway surely knows what was first sent at a time, so that a repeat is done once. Clocks are
/// corrected by a little all the time, and one that was set back says nothing.
func isKnown(sentAt: Int, now: Int, hours: Double?) -> Bool {
    let (age, minute) = (Double(now - sentAt), 60_000.0)
    // A gateway that does not say has its default.
    return age > -minute && age < (hours ?? 24) * 60 * minute - minute
}
