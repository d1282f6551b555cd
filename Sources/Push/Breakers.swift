/// One breaker for each place, so that a place which a client named cannot have the others left alone.
struct Breakers {
    private let options: CourierOptions
    /// Those of places whose last request failed.
    private var breakers: [String: Breaker] = [:]

    init(_ options: CourierOptions) {
        self.options = options
    }

    subscript(place: String) -> Breaker { breakers[place] ?? Breaker() }

    mutating func admits(_ place: String, at now: Int64) -> Bool {
        breakers[place]?.admits(at: now) ?? true
    }

    mutating func succeeded(_ place: String) {
        breakers[place] = nil
    }

    mutating func failed(_ place: String, at now: Int64) {
        if breakers[place] == nil && breakers.count >= mostPlaces { forgetOne() }
        breakers[place, default: Breaker()].failed(options, at: now)
    }

    private mutating func forgetOne() {
        if let place = breakers.keys.first { breakers[place] = nil }
    }
}

private let mostPlaces = 1_000
