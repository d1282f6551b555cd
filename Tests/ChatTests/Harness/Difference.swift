/// A difference between the state and its model.
struct Difference: Error, CustomStringConvertible {
    let description: String
}

/// Tells of what is long from a little before the place where it differs.
func same<Value: Equatable>(_ found: Value, _ expected: Value, _ what: @autoclosure () -> String) throws {
    guard found != expected else { return }
    let (one, other) = ("\(found)", "\(expected)")
    let start = max(zip(one, other).prefix { $0 == $1 }.count - 200, 0)
    throw Difference(
        description: "\(what()):\n  is        \(one.dropFirst(start))\n  should be \(other.dropFirst(start))")
}
