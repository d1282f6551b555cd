import ClientProtocol
import Domain
import JSON
import Storage

/// Prints a store as the lines that `martlet import` takes, for all users or for one. It reads in one transaction, and
/// hands on line by line.
package struct StoreExport {
    package typealias Emit = (String) throws(StoreError) -> Void

    let store: any Transaction
    /// No line has a message that is no longer given out at that moment.
    let now: Milliseconds
    let messageCutoff: Stamp
    /// Nil: no uploads go along.
    let media: ExportedMedia?
    let emit: Emit

    package init(
        _ store: any Transaction, now: Milliseconds, messageCutoff: Stamp, media: (any ExportedBytes)?,
        emit: @escaping Emit
    ) {
        (self.store, self.now, self.messageCutoff, self.emit) = (store, now, messageCutoff, emit)
        self.media = media.map(ExportedMedia.init)
    }

    package func everything() throws(StoreError) {
        var after: AccountNumber = 0
        repeat {
            let page = try AccountQueries.page(after: after, count: Self.page, in: store)
            for account in page.accounts { try export(account) }
            after = page.next
        } while after != 0
        try exportGroups()
        try exportMedia(of: nil)
        try exportMessages(of: nil)
        try exportTags()
    }

    /// False if there is no such account.
    package func user(_ id: UserID) throws(StoreError) -> Bool {
        guard let account = try Account.reachable(id.text, in: store) else { return false }
        try export(
            AccountView(
                id: account.id, nickname: account.nickname, faceURL: account.faceURL,
                isDisabled: account.state == .disabled, createdAt: account.createdAt))
        try exportGroups(of: account.number)
        try exportMedia(of: account)
        try exportMessages(of: account)
        try exportTags(of: account.number)
        return true
    }

    static let page = 500

    // MARK: - A user

    private func export(_ account: AccountView) throws(StoreError) {
        try line("account") { json in
            json.field("userID", account.id.text)
            json.field("nickname", account.nickname)
            json.field("faceUrl", account.faceURL)
            if account.isDisabled { json.field("disabled", true) }
            json.field("createdAt", account.createdAt.rawValue)
        }
        // An account that there is has been found by its name.
        guard let number = try Account.find(account.id, in: store)?.number else { return }
        if let profile = try ProfileView.find(account.id.text, in: store)?.profile, profile != Profile() {
            try line("profile") { json in
                json.field("userID", account.id.text)
                json.object("values") { profile.write(to: &$0) }
            }
        }
        try exportFriends(of: account.id, number)
        let blocked = try RelationQueries.blacklist(of: number, in: store).items
        if blocked.isEmpty { return }
        try line("blacklist") { json in
            json.field("userID", account.id.text)
            json.array("users") { json in
                for user in blocked {
                    json.object { json in
                        json.field("userID", user.user)
                        json.field("addTime", user.addedAt.rawValue)
                    }
                }
            }
        }
    }

    private func exportFriends(of id: UserID, _ number: AccountNumber) throws(StoreError) {
        var after = ""
        repeat {
            let list: FriendList
            do throws(CommandError) {
                list = try FriendList(of: number, after: after, count: Self.page, bytes: .max, in: store)
            } catch {
                throw error.storeError
            }
            after = list.next
            if list.friends.isEmpty { return }
            try line("friends") { json in
                json.field("userID", id.text)
                json.array("friends") { json in
                    for friend in list.friends { json.object { friend.writeEntry(to: &$0) } }
                }
            }
        } while !after.isEmpty
    }

    // MARK: - Lines

    func line(_ type: StaticString, _ members: (inout JSONWriter) -> Void) throws(StoreError) {
        var json = JSONWriter()
        json.object { json in
            json.field("type", type)
            members(&json)
        }
        try emit(json.text)
    }
}

extension Profile {
    /// As `profile.modifySelf` takes it.
    fileprivate func write(to json: inout JSONWriter) {
        json.field("allowType", allowType.rawValue)
        json.field("gender", gender.rawValue)
        let numbers: [(StaticString, UInt32)] = [
            ("birthday", birthday), ("language", language), ("level", level), ("role", role),
        ]
        for (name, number) in numbers where number != 0 { json.field(name, Int64(number)) }
        for (name, bytes) in [("location", location), ("selfSignature", signature)] as [(StaticString, [UInt8])]
        where !bytes.isEmpty {
            json.key(name)
            json.value(bytes: bytes)
        }
        let prefixed = custom.map { ("Tag_Profile_Custom_" + $0.key, $0.value) }
        json.customFields(Dictionary(prefixed) { first, _ in first })
    }
}

extension FriendView {
    /// As `admin.friend.import` takes it.
    fileprivate func writeEntry(to json: inout JSONWriter) {
        json.field("userID", profile.id.text)
        if !remark.isEmpty { json.field("remark", remark) }
        if !groups.isEmpty {
            json.array("groups") { json in
                for group in groups { json.value(group) }
            }
        }
        if !wording.isEmpty { json.field("addWording", wording) }
        if !source.isEmpty { json.field("addSource", source) }
        json.field("addTime", addedAt.rawValue)
        if !custom.isEmpty { json.object("customInfo") { $0.customFields(custom) } }
    }
}
