import Domain

/// One breaker for each place, so that a place which a client named cannot have the others left alone.
struct Breakers {
    private let options: ProviderClientOptions
    /// Those of places whose last request failed.
    private var breakers: [String: Breaker] = [:]

    init(_ options: ProviderClientOptions) {
        self.options = options
    }

    subscript(origin: String) -> Breaker { breakers[origin] ?? Breaker() }

    mutating func admits(_ origin: String, at now: Milliseconds) -> Bool {
        breakers[origin]?.admits(at: now) ?? true
    }

    mutating func succeeded(_ origin: String) {
        breakers[origin] = nil
    }

    mutating func failed(_ origin: String, at now: Milliseconds) {
        if breakers[origin] == nil && breakers.count >= mostOrigins { forgetOne() }
        breakers[origin, default: Breaker()].failed(options, at: now)
    }

    private mutating func forgetOne() {
        if let origin = breakers.keys.first { breakers[origin] = nil }
    }
}

private let mostOrigins = 1_000
