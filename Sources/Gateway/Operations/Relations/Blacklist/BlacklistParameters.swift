import ClientProtocol

/// `blacklist.…`: whom a user wants to hear nothing of.
enum BlacklistParameters {
    static let keepsFriends = Parameter.flag(
        "keepFriends", standard: false, "True: friendships with these users stay, on both sides.")
}
