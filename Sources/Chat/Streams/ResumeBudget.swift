/// The room that is left in the reply to a login.
struct ResumeBudget {
    /// To be read for it, given or not.
    var messages: Int
    var bytes: Int

    /// False, and nothing is taken, if it is too much.
    mutating func take(bytes amount: Int) -> Bool {
        guard amount <= bytes else { return false }
        bytes -= amount
        return true
    }
}
