import Chat
import ClientProtocol
import JSON

/// `subscription.list`.
enum ListSubscriptions: UserOperation {
    static let declaration = Operation.subscription(
        "subscription.list", "Lists the users that the caller follows, in the order of following.",
        [SubscriptionParameters.anyType.description, pageSize.description, startIndex.description],
        result: [SubscriptionParameters.events], errors: [.badPage])

    private static let pageSize = page("pageSize", 1...200, "At most this many entries.")
    private static let startIndex = page(
        "startIndex", 0...9_007_199_254_740_991, "How many entries were read before.")

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

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let list = request.subscriptionList(of: caller.account, try request(SubscriptionParameters.anyType))
        let (count, start) = (
            try request(pageSize), try request(startIndex)
        )
        return .read { transaction, json throws(CommandError) in
            let views = try stored(list.page(from: start, count: count, in: transaction))
            json.views(views)
        }
    }
}
