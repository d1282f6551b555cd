import Storage

extension Schema {
    /// Details that events tell of an account go with the account (E-13). Few events have any.
    static let eventDetails = Migration(
        number: 23, name: "details of events",
        statements: ["CREATE INDEX event_detail ON event (account) WHERE detail IS NOT NULL"])
}
