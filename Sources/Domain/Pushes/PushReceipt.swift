/// A report on a push that its provider had accepted, by the device or by the provider.
package struct PushReceipt: Equatable, Sendable {
    package enum Event: String, CaseIterable, Sendable {
        case delivered
        case opened
        case notShown
        /// The device is gone.
        case dead
    }

    package let ticket: String
    package let event: Event
    /// Why it was not shown, in the provider's words.
    package let reason: String

    package init(ticket: String, event: Event, reason: String = "") {
        self.ticket = ticket
        self.event = event
        self.reason = reason
    }
}
