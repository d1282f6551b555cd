import Chat
import ClientProtocol
import Domain
import JSON

/// `subscription.…`: who is told of whose presence and profile, in RongCloud's numbers.
enum SubscriptionParameters {
    static let users = Parameter<[String]>(
        "userIds", type: .list(.user, 1...200), "The users; each counts once."
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
    static let type = type([1, 2], "1: presence; 2: the hosted profile.") { !$0.isOfFriends }

    static func type(
        _ values: [Int64], _ meaning: String, _ takes: @escaping @Sendable (SubscriptionType) -> Bool
    ) -> Parameter<SubscriptionType> {
        Parameter("subscribeType", type: .numbers(values), meaning) { value throws(Mismatch) in
            guard let type = value.int64.flatMap(SubscriptionType.init), takes(type) else {
                throw Mismatch("must be one of \(ValueType.numbers(values).text)", .badSubscriptionType)
            }
            return type
        }
    }

    static let anyType = type(
        [1, 2, 3, 4], "1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without subscribing."
    ) { _ in true }
    static let status = [
        Field("status", .integer, "0, or the code of the first user that failed: 26021 or 34308."),
        Field("failedUserIds", .strings, "All users that failed; for the others it is done."),
    ]
    static let presence = ValueType.list(
        .object([
            Field("eventValue", .numbers([0, 1])), Field("changeTime", .milliseconds), Field("platform", .integer),
        ]))
    static let event = ValueType.object(
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
}

extension Operation {
    static func subscription(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: errors + [.badSubscriptionType, .badSubscriptionUsers, .subscriptionsOff, .unavailable],
            badParameter: .hostedParameters)
    }
}
