import ClientProtocol
import Domain
import JSON

/// events of the backend's own, to users and groups.
package final class Notifications {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let groups: Groups
    private let pushes: Pushes

    init(work: UnitOfWork, accounts: Accounts, groups: Groups, pushes: Pushes) {
        self.work = work
        self.accounts = accounts
        self.groups = groups
        self.pushes = pushes
    }

    /// False if there is no such account. `isLive`: open sessions alone hear of it.
    package func notify(_ id: UserID, of notification: CustomNotification, isLive: Bool) throws(CommandError) -> Bool {
        guard let account = try accounts.reachableAccount(id) else { return false }
        let event = NotificationNew(notification)
        if isLive {
            work.emit(event, to: account)
        } else {
            try work.emit(event, inStreamAs: .notification, detail: notification.text, to: account)
        }
        return true
    }

    /// The same, only for sessions on one platform.
    package func notify(
        _ id: UserID, of notification: CustomNotification, on platform: Platform
    ) throws(CommandError) -> Bool {
        guard let account = try accounts.reachableAccount(id) else { return false }
        work.emit(NotificationNew(notification), to: SessionSelection(platform: platform), of: account)
        return true
    }

    /// To an account that there is. See `Pushes.enqueue`.
    package func push(_ push: NotificationPush, to id: UserID) throws(CommandError) -> MessageNumber? {
        guard let account = try accounts.reachableAccount(id) else { return nil }
        return try pushes.enqueue(push, to: .account(account.number))
    }

    package func push(_ push: NotificationPush, toGroup id: String) throws(CommandError) -> MessageNumber? {
        try pushes.enqueue(push, to: .group(groups.group(id).number))
    }

    package func notify(
        group id: String, of notification: CustomNotification, isLive: Bool
    ) throws(CommandError) {
        let group = try groups.group(id)
        let content = GroupNotificationDidReceive(notification: notification)
        guard isLive else { return try groups.emitMembers(content, of: group) }
        work.visits += group.members.count
        work.emit(GroupEvent(content, of: group), toGroup: group.number, except: [])
    }
}

/// A notification of a backend.
package struct CustomNotification: Sendable {
    private let name: String
    /// A JSON object.
    private let data: String

    package init(name: String, data: String) {
        self.name = name
        self.data = data
    }

    func write(to json: inout JSONWriter) {
        json.field("name", name)
        json.key("data")
        var data = data
        data.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
    }

    /// As the stream keeps it.
    var text: String {
        var json = JSONWriter()
        json.object { write(to: &$0) }
        return json.text
    }
}
