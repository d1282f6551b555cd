import ClientProtocol

/// Everything the gateway can be asked, and everything it tells unasked.
package enum Catalogue {
    package static let operations: [Operation] = SessionOperations.all + AdminOperations.all
    package static let events: [Event] = SessionOperations.events
}
