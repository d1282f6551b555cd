import TestSupport

struct Overdue: Error {
    let description: String
}

/// Asks again and again until there is an answer; for what does not tell by itself that it has happened.
func until<Answer>(
    _ expected: String, within patience: Duration = .seconds(20), _ answer: () throws -> Answer?
) throws -> Answer {
    let deadline = ContinuousClock.now + patience
    while true {
        if let answer = try answer() { return answer }
        guard ContinuousClock.now < deadline else { throw Overdue(description: "not in time: \(expected)") }
        Thread.sleep(milliseconds: 1)
    }
}

func until(_ expected: String, within patience: Duration = .seconds(20), _ holds: () throws -> Bool) throws {
    try until(expected, within: patience) { try holds() ? () : nil }
}
