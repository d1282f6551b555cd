import ClientProtocol
import Domain
import Storage

/// Why a message was pushed to a user, or was not.
///
/// Only pushes are stored, for each user. For all others the decision is made once more, by the settings as they were when
/// the message was sent. A user whom no rule kept from a push, and who had an address, had a session.
package struct PushExplanation: Sendable {
    package enum Conclusion: Sendable {
        case pushed([DeviceResult])
        case notPushed(PushObstacle)
        /// It is decided in a moment.
        case undecided
    }

    /// The push to one device.
    package struct DeviceResult: Sendable {
        package let device: String
        package let platform: Platform
        package let service: PushService
        package let token: String
        package let preferences: PushPreferences
        package let badge: Int64
        package let isForced: Bool
        /// It was made when a session that had been sent the message had ended unheard.
        package let isLate: Bool
        /// M-45, M-50: what became of the message, if it takes the place of a former one.
        package let replacement: PushReplacement?
        package let state: PushState
        package let attempts: Int64
        package let status: Int64
        package let answer: String
        /// Milliseconds since 1970; 0: not yet.
        package let answeredAt: Milliseconds
        /// Milliseconds since 1970; 0: nothing was heard.
        package let deliveredAt: Milliseconds
        package let openedAt: Milliseconds
        /// Why it was not shown, as the provider says; empty: nothing was heard.
        package let notShown: String
    }

    package let conclusion: Conclusion
    package let text: String
    /// From these it is put into words for each device.
    package let parts: PushParts

    /// `cutoff`: the stamp before which nothing is known any more.
    package static func explain(
        of message: MessageNumber, to user: UserID, hasProviders: Bool, cutoff: Stamp, in store: any Transaction
    ) throws(CommandError) -> PushExplanation {
        // Messages to a former owner of the account are no business of the new one.
        guard message.stamp >= cutoff, let account = try stored(Account.find(user, in: store)),
            account.state != .deleted,
            message.stamp.time >= account.createdAt,
            let job = try stored(PushJob.find(message, in: store)),
            let receiver = try stored(PushReceiver.find(account, of: job, in: store))
        else { throw .refused(.noMessage, keys: ["msgId"]) }
        let explanation = PushExplanation(
            conclusion: try stored(conclusion(on: job, receiver, hasProviders: hasProviders, in: store)),
            text: job.text(for: user), parts: job.parts(for: user))
        return explanation
    }

    private static func conclusion(
        on job: PushJob, _ receiver: PushReceiver, hasProviders: Bool, in store: any Transaction
    ) throws(StoreError) -> Conclusion {
        let deliveries = try deliveries(of: job.message, to: receiver.account, in: store)
        // M-14: a push that has not gone out will not.
        let isOut = deliveries.contains { $0.state == .accepted || $0.replacement != nil }
        if !deliveries.isEmpty, !job.message.isRecalled || isOut { return .pushed(deliveries) }
        // T-Q27: whatever a rule says.
        if !hasProviders { return .notPushed(.noProvider) }
        let former = try SettingHistory(at: job.message.id, of: receiver.account, in: store)
        if case .none(let obstacle) = try PushDecision.outcome(of: job.facts(for: receiver, former)) {
            return .notPushed(obstacle)
        }
        if job.isDecided == false { return .undecided }
        return .notPushed(
            try hadAddress(receiver.account, at: job.message.id, in: store) ? .online : .noDevice)
    }

    private static func deliveries(
        of message: StoredMessage, to account: AccountNumber, in store: any Transaction
    ) throws(StoreError) -> [DeviceResult] {
        var deliveries: [DeviceResult] = []
        try store.query(toAccount, [.integer(message.id), .integer(account)]) { push, address throws(StoreError) in
            deliveries.append(try DeviceResult(push, address, of: message))
        }
        return deliveries
    }

    fileprivate enum Address: Int, ColumnList {
        case device, platform, token, language, preview, deliveredAt, openedAt, notShown

        var expression: String {
            switch self {
            case .device, .platform, .token, .language, .preview: "push_address.\(self)"
            case .deliveredAt: "coalesce(delivered_at, 0)"
            case .openedAt: "coalesce(opened_at, 0)"
            case .notShown: "coalesce(not_shown, '')"
            }
        }
    }

    private static let toAccount = PairSelection<PushDecider.Push.Column, Address>(
        """
        FROM push JOIN push_address ON push_address.id = push.address
            LEFT JOIN push_receipt ON push_receipt.message = push.message AND push_receipt.address = push.address
                AND push_receipt.push = push.id
        WHERE push.message = $1 AND push.account = $2 ORDER BY push.id
        """)

    private static func hadAddress(
        _ account: AccountNumber, at message: MessageNumber, in store: any Transaction
    ) throws(StoreError) -> Bool {
        var hadAddress = false
        try store.query(
            "SELECT 1 FROM push_address WHERE account = $1 AND id < $2 AND (gone = 0 OR gone > $2) LIMIT 1",
            [.integer(account), .integer(message)]
        ) { _ in hadAddress = true }
        return hadAddress
    }
}

extension PushExplanation.DeviceResult {
    fileprivate init(
        _ push: TypedRow<PushDecider.Push.Column>, _ address: TypedRow<PushExplanation.Address>,
        of message: StoredMessage
    ) throws(StoreError) {
        let marks = PushMarks(rawValue: push.integer(.isLate))
        self.init(
            device: address.text(.device), platform: try address.choice(.platform),
            service: try push.choice(.provider), token: address.text(.token),
            preferences: PushPreferences(language: address.text(.language), preview: try address.choice(.preview)),
            badge: push.integer(.badge),
            isForced: push.flag(.isForced), isLate: marks.contains(.late),
            replacement: marks.replacement(of: message), state: try push.choice(.state),
            attempts: push.integer(.attempts), status: push.integer(.status), answer: push.text(.answer),
            answeredAt: push.integer(.answeredAt), deliveredAt: address.integer(.deliveredAt),
            openedAt: address.integer(.openedAt), notShown: address.text(.notShown))
    }
}
