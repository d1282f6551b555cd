/// Why calls to the database fail, as the operator is told it: when that changes, and when all goes well again.
struct DatabaseTrouble: Sendable {
    var renewing: String?
    var reading: String?
    var linking: String?
    /// As the operator knows it.
    private var shown: String?
    /// All that was told since it last went well: where two reasons take turns, each is told once.
    private var told: Set<String> = []

    /// Returns what is to be told, if anything is: why, or nil within for "it goes well again". `appending`: of the record that is
    /// being appended.
    mutating func news(appending: String?) -> String?? {
        guard let why = renewing ?? appending ?? reading ?? linking else {
            told = []
            defer { shown = nil }
            return shown == nil ? nil : .some(nil)
        }
        guard why != shown, told.count < mostTold, told.insert(why).inserted else { return nil }
        shown = why
        return why
    }
}

private let mostTold = 16
