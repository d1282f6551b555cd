import Storage

extension Schema {
    /// What an account's events tell beside their numbers goes with the account (E-13). Few have any.
    static let eventDetails = Migration(
        number: 23, name: "details of events",
        statements: ["CREATE INDEX event_detail ON event (account) WHERE detail IS NOT NULL"])
}
