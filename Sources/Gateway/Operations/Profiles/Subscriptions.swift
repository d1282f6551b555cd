import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Settings

/// Users follow others' presence and profiles.
extension OperationTable {
    @OperationList static var subscriptions: [OperationDefinition] {
        let expiry = Parameter<Seconds>(
            "expiry", type: .integer(60...2_592_000), "The duration in seconds."
        ) { value throws(Mismatch) in
            guard let seconds = value.int64, (60...2_592_000).contains(seconds) else {
                throw Mismatch("must be 60 to 2592000 seconds", .badExpiry)
            }
            return Seconds(seconds)
        }
        Operation.subscription(
            "subscription.subscribe",
            "Follows users for a time, which begins anew for users that are followed already.",
            [SubscriptionParameters.users, SubscriptionParameters.type, expiry],
            result: SubscriptionParameters.outcome,
            errors: [.publisherFull, .subscriberFull, .badExpiry, .hostingOff]
        ).user { request, caller throws(Refusal) in
            try request.requireSubscriptions()
            let type = try request(SubscriptionParameters.type)
            if type == .userProfile, !request.context.configuration.hosting.enabled { throw Refusal(.hostingOff) }
            let users = try request(SubscriptionParameters.users)
            let expiry = try request(expiry)
            return .change { chat, json throws(CommandError) in
                let result = try chat.subscriptions.subscribe(
                    to: users, type, for: expiry, by: caller.account, on: caller.device)
                json.result(result)
            }
        }

        Operation.subscription(
            "subscription.unsubscribe", "Stops following users.",
            [SubscriptionParameters.users, SubscriptionParameters.type],
            result: SubscriptionParameters.outcome
        ).user { request, caller throws(Refusal) in
            try request.requireSubscriptions()
            let type = try request(SubscriptionParameters.type)
            let users = try request(SubscriptionParameters.users)
            return .change { chat, json throws(CommandError) in
                let result = try chat.subscriptions.unsubscribe(
                    from: users, type, by: caller.account, on: caller.device)
                json.result(result)
            }
        }

        Operation.subscription(
            "subscription.query", "Reads the presence or the profiles of users, as far as the caller follows them.",
            [SubscriptionParameters.users, SubscriptionParameters.anyType],
            result: [SubscriptionParameters.events]
        ).user { request, caller throws(Refusal) in
            try request.requireSubscriptions()
            let list = request.subscriptionList(of: caller.account, try request(SubscriptionParameters.anyType))
            let users = try request(SubscriptionParameters.users)
            return .read { transaction, json throws(CommandError) in
                let views = try stored(list.some(of: users, in: transaction))
                json.views(views)
            }
        }

        let text = Parameter<String>(
            "text", type: .characters(0...80), "The line; empty: none any more."
        ) { value throws(Mismatch) in try value.text(characters: 0...80) }.namedOrEmpty()
        let until = Parameter.integer(
            "until", in: 0...9_007_199_254_740_991, standard: 0,
            "Until when it is shown, in milliseconds since 1970; 0: until it is changed.")
        Operation.subscription(
            "subscription.setStatus", "Says a line beside the caller's presence, to those who are told the presence.",
            [text, until], errors: [.auditFailed]
        ).hooked(.replaces(except: [])).user { request, caller throws(Refusal) in
            try request.requireSubscriptions()
            let (text, until) = (try request(text), Milliseconds(try request(until)))
            let status = UserStatus(text: text, until: until)
            if request.context.auditedWords.isIn(text) { throw Refusal(.auditFailed, keys: ["text"]) }
            return .change { chat, _ throws(CommandError) in
                try chat.subscriptions.setStatus(status, of: caller.account)
            }
        }

        let pageSize = page("pageSize", 1...200, "At most this many entries.")
        let startIndex = page("startIndex", 0...9_007_199_254_740_991, "How many entries were read before.")
        Operation.subscription(
            "subscription.list", "Lists the users that the caller follows, in the order of following.",
            [SubscriptionParameters.anyType, pageSize, startIndex],
            result: [SubscriptionParameters.events], errors: [.badPage]
        ).user { request, caller throws(Refusal) in
            try request.requireSubscriptions()
            let list = request.subscriptionList(of: caller.account, try request(SubscriptionParameters.anyType))
            let (count, start) = (try request(pageSize), try request(startIndex))
            return .read { transaction, json throws(CommandError) in
                let views = try stored(list.page(from: start, count: count, in: transaction))
                json.views(views)
            }
        }

        Operation(
            "admin.presence.get", "Reads the presence of any users.", roles: .admin,
            parameters: [SubscriptionParameters.users],
            result: [
                Field(
                    "users",
                    .list(
                        .object([
                            Field("userId", .string), Field("details", SubscriptionParameters.presence),
                            Field(optional: "status", SubscriptionParameters.status),
                        ])),
                    "The users who exist, in the order asked for. `details` and `status` as in "
                        + "`subscription.eventChanged`, `details` for every platform that the user was ever on.")
            ], errors: [.badSubscriptionUsers, .subscriptionsOff, .unavailable], badParameter: .hostedParameters
        ).admin { request, _ throws(Refusal) in
            try request.requireSubscriptions()
            let users = try request(SubscriptionParameters.users)
            let now = request.context.configuration.now.time
            return .read { transaction, json throws(CommandError) in
                let found = try stored(PlatformPresence.all(of: users, at: now, in: transaction))
                json.array("users") { json in
                    for (user, presences, status) in found {
                        json.object { json in
                            json.field("userId", user.text)
                            json.presence(presences, status)
                        }
                    }
                }
            }
        }
    }
}

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

    /// The types that can be subscribed to (S-Q17).
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
    static let outcome = [
        Field("status", .integer, "0, or the code of the first user that failed: 26021 or 34308."),
        Field("failedUserIds", .strings, "All users that failed; for the others it is done."),
    ]
    static let presence = ValueType.list(
        .object([
            Field("eventValue", .numbers([0, 1])), Field("changeTime", .milliseconds), Field("platform", .integer),
        ]))
    static let status = ValueType.object([
        Field("text", .string, "The line."),
        Field(optional: "until", .milliseconds, "Until when it is shown. Absent: until it is changed."),
    ])
    static let event = ValueType.object(
        [
            Field("userId", .string, "The followed user."),
            Field("subscribeType", .integer(1...4), "As in `subscription.query`."),
            Field("subscribeTime", .milliseconds, "Since when the caller follows the user."),
            Field("expiry", .integer, "For how many seconds."),
            Field(
                optional: "details", presence,
                "With types 1 and 3: for each platform whether the user is online there, and since when."),
            Field(optional: "status", status, "With types 1 and 3: as the user has set it."),
            Field(optional: "userProfile", HostedView.type, "With types 2 and 4: the hosted profile."),
        ], called: "SubscriptionEvent")
    static let events = Field("events", .list(event), "See [subscriptions.md](subscriptions.md).")
}

extension Operation {
    static func subscription(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: errors + [.badSubscriptionType, .badSubscriptionUsers, .subscriptionsOff, .unavailable],
            badParameter: .hostedParameters)
    }
}

extension Request {
    /// The operations are refused while subscriptions are off (S-Q14).
    func requireSubscriptions() throws(Refusal) {
        if !context.configuration.subscriptions.enabled { throw Refusal(.subscriptionsOff) }
    }

    func subscriptionList(of account: AccountNumber, _ type: SubscriptionType) -> SubscriptionList {
        let configuration = context.configuration
        return SubscriptionList(
            of: account, type, at: configuration.now.time,
            standardVisibility: configuration.standardVisibility)
    }
}

extension JSONWriter {
    mutating func result(_ result: SubscriptionResult) {
        field("status", result.status?.code ?? 0)
        array("failedUserIds") { json in
            for user in result.failed { json.value(user) }
        }
    }

    mutating func views(_ views: [SubscriptionView]) {
        array("events") { json in
            for view in views { json.object { $0.subscriptionEvent(view.event, view.since, view.expiry) } }
        }
    }
}

private func page(
    _ name: StaticString, _ range: ClosedRange<Int>, _ meaning: String
) -> Parameter<Int> {
    Parameter(name, type: .integer(range), meaning) { value throws(Mismatch) in
        guard let number = value.int64, range.contains(Int(number)) else {
            throw Mismatch("must be \(range.lowerBound) to \(range.upperBound)", .badPage)
        }
        return Int(number)
    }
}
