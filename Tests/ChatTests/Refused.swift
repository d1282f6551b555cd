import Chat
import ClientProtocol
import Testing

extension CommandError {
    /// Nil: the store is at fault.
    var refusal: Refusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}

extension Error {
    var refusal: Refusal? { (self as? CommandError)?.refusal }
}

/// The command is refused, and not by the store.
func expectRefused<Result>(_ command: () throws -> Result, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(sourceLocation: sourceLocation) {
        _ = try command()
    } throws: { error in
        error.refusal != nil
    }
}

/// The number of the code that the command is refused with; nil: it is not refused.
func refusal(_ command: () throws -> Void) -> Int? {
    do {
        try command()
    } catch CommandError.refused(let refusal) {
        return refusal.code.code
    } catch {
        Issue.record(error)
    }
    return nil
}

/// Takes a failure that a command tells of one user as its refusal.
func requireNone(_ error: ErrorCode?) throws {
    if let error { throw CommandError.refused(error) }
}
