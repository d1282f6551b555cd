import Chat
import ClientProtocol
import Domain
import JSON

/// `subscription.…`: who is told of whose presence and profile, in RongCloud's numbers.
package enum SubscriptionOperations {
    package static let all = [subscribe, unsubscribe, query, list]
    package static let ofAdministrators = [readPresence]

    package static let users = Parameter<[String]>(
        "userIds", type: .list(.string, 1...200), "The users; each counts once."
    ) { value throws(Mismatch) in
        guard let elements = value.elements else { throw Mismatch("must be a list of users", .badSubscriptionUsers) }
        var known: Set<ExactText> = []
        var users: [String] = []
        for element in elements {
            guard let user = element.string else {
                throw Mismatch("must be a list of strings", .badSubscriptionUsers)
            }
            if known.insert(ExactText(user)).inserted { users.append(user) }
        }
        guard (1...200).contains(users.count) else {
            throw Mismatch("must have 1 to 200 users, not \(users.count)", .badSubscriptionUsers)
        }
        return users
    }
    /// S-Q17: of what is asked for.
    package static let type = type([1, 2], "1: presence; 2: the hosted profile.") { !$0.isOfFriends }
    package static let anyType = type(
        [1, 2, 3, 4], "1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without subscribing."
    ) { _ in true }
    package static let expiry = Parameter<Seconds>(
        "expiry", type: .integer(60...2_592_000), "The duration in seconds."
    ) { value throws(Mismatch) in
        guard let seconds = value.int64, (60...2_592_000).contains(seconds) else {
            throw Mismatch("must be 60 to 2592000 seconds", .badExpiry)
        }
        return Seconds(seconds)
    }

    private static func type(
        _ values: [Int64], _ meaning: String, _ takes: @escaping @Sendable (SubscriptionType) -> Bool
    ) -> Parameter<SubscriptionType> {
        Parameter("subscribeType", type: .numbers(values), meaning) { value throws(Mismatch) in
            guard let type = value.int64.flatMap(SubscriptionType.init), takes(type) else {
                throw Mismatch("must be one of \(ValueType.numbers(values).text)", .badSubscriptionType)
            }
            return type
        }
    }

    private static let status = [
        Field("status", .integer, "0, or the code of the first user that failed: 26021 or 34308."),
        Field("failedUserIds", .strings, "All users that failed; for the others it is done."),
    ]
    private static let presence = ValueType.list(
        .object([
            Field("eventValue", .numbers([0, 1])), Field("changeTime", .milliseconds), Field("platform", .integer),
        ]))
    private static let event = ValueType.object(
        [
            Field("userId", .string, "The followed user."),
            Field("subscribeType", .integer(1...4), "As in `subscription.query`."),
            Field("subscribeTime", .milliseconds, "Since when the caller follows the user."),
            Field("expiry", .integer, "For how many seconds."),
            Field(
                optional: "details", presence,
                "With types 1 and 3: for each platform whether the user is online there, and since when."),
            Field(optional: "userProfile", HostedView.type, "With types 2 and 4: the hosted profile."),
        ], called: "SubscriptionEvent")
    static let events = Field(
        "events", .list(event),
        "See [subscriptions.md](subscriptions.md).")

    package static let subscribe = operation(
        "subscription.subscribe", "Follows users for a time, which begins anew for users that are followed already.",
        [users.description, type.description, expiry.description], result: status,
        errors: [.publisherFull, .subscriberFull, .badExpiry, .hostingOff])
    package static let unsubscribe = operation(
        "subscription.unsubscribe", "Stops following users.", [users.description, type.description], result: status)
    package static let query = operation(
        "subscription.query", "Reads the presence or the profiles of users, as far as the caller follows them.",
        [users.description, anyType.description], result: [events])

    package static let pageSize = page("pageSize", 1...200, "At most this many entries.")
    package static let startIndex = page(
        "startIndex", 0...9_007_199_254_740_991, "How many entries were read before.")
    package static let list = operation(
        "subscription.list", "Lists the users that the caller follows, in the order of following.",
        [anyType.description, pageSize.description, startIndex.description], result: [events], errors: [.badPage])

    private static func page(
        _ name: StaticString, _ range: ClosedRange<Int>, _ meaning: String
    ) -> Parameter<Int> {
        Parameter(name, type: .integer(range), meaning) { value throws(Mismatch) in
            guard let number = value.int64, range.contains(Int(number)) else {
                throw Mismatch("must be \(range.lowerBound) to \(range.upperBound)", .badPage)
            }
            return Int(number)
        }
    }

    package static let readPresence = Operation(
        "admin.presence.get", "Reads the presence of any users.", roles: .admin,
        parameters: [users.description],
        result: [
            Field(
                "users", .list(.object([Field("userId", .string), Field("details", presence)])),
                "The users who exist, in the order asked for. `details` as in `subscription.eventChanged`, for "
                    + "every platform that the user was ever on.")
        ], errors: [.badSubscriptionUsers, .subscriptionsOff, .unavailable], badParameter: .hostedParameters)

    private static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: errors + [.badSubscriptionType, .badSubscriptionUsers, .subscriptionsOff, .unavailable],
            badParameter: .hostedParameters)
    }
}
