import Domain
import Storage

/// A push as a provider is to be given it.
package struct DuePush: Sendable {
    package let push: Int64
    /// The registration that it was decided for.
    package let address: Int64
    package let attempts: Int64
    package let token: String
    package let user: UserID
    /// Nil: it is of none.
    package let conversation: ConversationID?
    package let message: MessageNumber
    /// In one line, as T-59 to T-62 want it.
    package let text: String
    package let parts: PushParts
    package let pushClass: PushClass
    package let preferences: PushPreferences
    package let badge: Int64
    package let isForced: Bool
    package let payload: PushPayload
    /// M-45, M-50: what became of the message, if this takes the place of a push that had gone out.
    package let replacement: PushReplacement?
}

/// The pushes that wait for a provider. Read from the store alone.
package enum PushOutbox {
    package struct Page: Sendable {
        package var pushes: [DuePush] = []
        /// That will never be sent, since the message or the address is no more, or the message was recalled (M-14), has expired, or
        /// is the user's no longer (M-55).
        package var void: [Int64] = []
        /// Of rows by which some of these are void.
        package var damages: [StoreError] = []
    }

    private typealias Waiting = (
        push: Int64, account: AccountNumber, address: Int64, attempts: Int64, message: MessageNumber, badge: Int64,
        isForced: Bool, marks: PushMarks, name: String, token: String?, preferences: PushPreferences
    )

    /// Those that are due, and were sent after `cutoff`, a stamp; who waits longest first. A device that has another token by
    /// now is reached by that. `exceptions`: pushes that are being sent.
    package static func due(
        at service: PushService, now: Milliseconds, cutoff: Stamp, limit: Int, except exceptions: Set<Int64>,
        conversationPeriod: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> Page {
        let limits: [SQLValue] = [
            .text(service.rawValue), .integer(now), .integer(Int64(limit + exceptions.count)),
        ]
        var page = Page()
        var rows: [Waiting]
        do throws(StoreError) {
            rows = try waiting(limits, in: store)
        } catch {
            guard error.kind == .corrupt else { throw error }
            rows = try waitingSingly(limits, &page, in: store)
        }
        rows.removeAll { exceptions.contains($0.push) }
        var orders: [MessageNumber: PushJob] = [:]
        for row in rows.prefix(limit) {
            do throws(StoreError) {
                if row.marks.contains(.badge), let token = row.token, row.message.stamp >= cutoff {
                    page.pushes.append(try badgePush(of: row, to: token, now, conversationPeriod, in: store))
                    continue
                }
                if orders[row.message] == nil { orders[row.message] = try PushJob.find(row.message, in: store) }
                if let job = orders[row.message] {
                    guard try row.marks.contains(.replacement) ? true : job.isStillVisible(to: row.account, in: store),
                        try job.isInTime(for: row.account, at: now, in: store)
                    else {
                        page.void.append(row.push)
                        continue
                    }
                }
            } catch {
                guard error.kind == .corrupt else { throw error }
                page.damages.append(error)
            }
            guard let order = orders[row.message], let token = row.token, row.message.stamp >= cutoff,
                row.marks.contains(.replacement)
                    || !(order.message.isRecalled || order.message.isGone(at: now))
            else {
                // One that would have followed an edit follows the message's end, once that is decided.
                let isFollower = row.marks.edits > 0 && row.token != nil && row.message.stamp >= cutoff
                if !isFollower || orders[row.message] == nil { page.void.append(row.push) }
                continue
            }
            let user = UserID(stored: row.name)
            page.pushes.append(
                DuePush(
                    push: row.push, address: row.address, attempts: row.attempts, token: token, user: user,
                    conversation: order.conversation(for: user), message: row.message, text: order.text(for: user),
                    parts: order.parts(for: user), pushClass: order.pushClass, preferences: row.preferences,
                    badge: row.badge, isForced: row.isForced, payload: order.payload,
                    replacement: row.marks.replacement(of: order.message)))
        }
        return page
    }

    /// P-40: with the total of now.
    private static func badgePush(
        of row: Waiting, to token: String, _ now: Milliseconds, _ conversationPeriod: Milliseconds,
        in store: any Transaction
    ) throws(StoreError) -> DuePush {
        let moment = StoredMessage.moment(now)
        let former = try SettingHistory(at: moment.id, of: row.account, in: store)
        var badges = Badges(at: moment, former, conversationPeriod, in: store)
        var payload = PushPayload()
        payload.isBadgeAlone = true
        // The later one counts.
        payload.collapseID = "badge"
        return DuePush(
            push: row.push, address: row.address, attempts: row.attempts, token: token, user: UserID(stored: row.name),
            conversation: nil, message: row.message, text: "", parts: PushParts(.own("")), pushClass: .chat,
            preferences: row.preferences, badge: try badges.badge(of: row.account), isForced: false, payload: payload,
            replacement: nil)
    }

    /// Each by itself: a damaged one is void.
    private static func waitingSingly(
        _ limits: [SQLValue], _ page: inout Page, in store: any Transaction
    ) throws(StoreError) -> [Waiting] {
        var numbers: [Int64] = []
        try store.query(
            "SELECT id FROM push WHERE provider = $1 AND state = 0 AND due <= $2 ORDER BY due, id LIMIT $3", limits
        ) { row in numbers.append(row.key(0)) }
        var rows: [Waiting] = []
        for number in numbers {
            do throws(StoreError) {
                rows += try waiting(limits, number: number, in: store)
            } catch {
                guard error.kind == .corrupt else { throw error }
                page.damages.append(error)
                page.void.append(number)
            }
        }
        return rows
    }

    /// `number`: of that push alone.
    private static func waiting(
        _ limits: [SQLValue], number: Int64? = nil, in store: any Transaction
    ) throws(StoreError) -> [Waiting] {
        var rows: [Waiting] = []
        try store.query(waiting, limits + [number.map { .integer($0) } ?? .null]) { push, receiver throws(StoreError) in
            rows.append(
                (
                    push.integer(.id), push.integer(.account), push.integer(.address), push.integer(.attempts),
                    push.integer(.message), push.integer(.badge), push.flag(.isForced),
                    PushMarks(rawValue: push.integer(.isLate)), receiver.text(.name), receiver.optionalText(.token),
                    PushPreferences(
                        language: receiver.optionalText(.language) ?? "",
                        preview: try receiver.isNull(.preview) ? .full : receiver.choice(.preview))
                ))
        }
        return rows
    }

    private enum Receiver: Int, ColumnList {
        case name, token, language, preview

        var expression: String {
            switch self {
            case .name: "account.name"
            case .token, .language, .preview: "present.\(self)"
            }
        }
    }

    private static let waiting = PairSelection<PushDecider.Push.Column, Receiver>(
        """
        FROM push
            JOIN account ON account.id = push.account
            LEFT JOIN push_address AS former ON former.id = push.address
            LEFT JOIN push_address AS present ON present.account = former.account
                AND present.device = former.device AND present.provider = former.provider AND present.gone = 0
                AND account.created_at <= push.message / 1000
        WHERE push.provider = $1 AND push.state = 0 AND due <= $2 AND ($4 IS NULL OR push.id = $4)
        ORDER BY due, push.id LIMIT $3
        """)

    /// When the next one is due that is not yet, in milliseconds since 1970; nil if there is none.
    package static func nextDue(at service: PushService, after now: Milliseconds, in store: any Transaction)
        throws(StoreError) -> Milliseconds?
    {
        var due: Milliseconds?
        try store.query(
            // A time that is none is passed over.
            "SELECT due FROM push WHERE provider = $1 AND state = 0 AND due > $2 AND due < 1 << 53 ORDER BY due LIMIT 1",
            [.text(service.rawValue), .integer(now)]
        ) { row in due = row.integer(0) }
        return due
    }

    package static func depth(of service: PushService, in store: any Transaction) throws(StoreError) -> Int64 {
        var depth: Int64 = 0
        try store.query("SELECT count(*) FROM push WHERE provider = $1 AND state = 0", [.text(service.rawValue)]) {
            row in
            depth = row.integer(0)
        }
        return depth
    }
}

/// The special properties of a push. The column is called `is_late` after the first of them, once the only one.
package struct PushMarks: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// It was made when a session that had been sent the message had ended unheard.
    package static let late = PushMarks(rawValue: 1)
    /// M-45, M-50: it takes the place of one that had gone out before the message was recalled or expired.
    package static let replacement = PushMarks(rawValue: 2)
    /// P-40: it has no message, and changes the number at the app's icon alone.
    package static let badge = PushMarks(rawValue: 16)

    /// P-50: how often the message was edited after it was shown, up to three.
    package var edits: Int { Int(rawValue >> 2 & 3) }
}

extension PushMarks {
    func replacement(of message: StoredMessage) -> PushReplacement? {
        contains(.replacement) ? message.pushReplacement : edits > 0 ? .edited : nil
    }
}

extension PushDecider.Push {
    enum Column: Int, TableColumn {
        static let table = "push"
        case id, message, account, address, provider, badge, isForced, state, attempts, due, status, answer, answeredAt
        case isLate
    }

    /// Of a push that no provider has been given. The store gives it its id.
    func values(of message: MessageNumber, _ marks: PushMarks, due: Milliseconds = 0) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .null
            case .message: .integer(message)
            case .account: .integer(account)
            case .address: .integer(address)
            case .provider: .text(provider)
            case .badge: .integer(badge)
            case .isForced: .flag(isForced)
            case .state: .integer(PushState.waiting.rawValue)
            case .due: .integer(due)
            case .attempts, .status, .answeredAt: .integer(0)
            case .answer: .text("")
            case .isLate: .integer(marks.rawValue)
            }
        }
    }
}
