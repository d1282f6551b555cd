import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI
import Settings

extension OperationTable {
    static let hostingHandlers: [(Operation, Handler)] = [
        (HostedOperations.update, .user(UserProfileHandlers.updateUserProfile)),
        (HostedOperations.getMine, .user(UserProfileHandlers.readOwnUserProfile)),
        (HostedOperations.get, .user(UserProfileHandlers.readUserProfiles)),
        (HostedOperations.setVisibility, .user(UserProfileHandlers.setVisibility)),
        (HostedOperations.getVisibility, .user(UserProfileHandlers.readVisibility)),
        (HostedOperations.search, .user(UserProfileHandlers.searchUserProfile)),
        (HostedOperations.setUniqueID, .admin(UserProfileHandlers.setUniqueID)),
        (HostedOperations.setStandardVisibility, .admin(UserProfileHandlers.setStandardVisibility)),
        (HostedOperations.getWhole, .admin(UserProfileHandlers.readWholeUserProfiles)),
        (SubscriptionOperations.presence, .admin(SubscriptionHandlers.readPresence)),
        (SubscriptionOperations.subscribe, .user(SubscriptionHandlers.subscribe)),
        (SubscriptionOperations.unsubscribe, .user(SubscriptionHandlers.unsubscribe)),
        (SubscriptionOperations.query, .user(SubscriptionHandlers.querySubscriptions)),
        (SubscriptionOperations.list, .user(SubscriptionHandlers.listSubscriptions)),
    ]
}

/// Hosted profiles.
enum UserProfileHandlers {
    fileprivate static func updateUserProfile(_ call: Call, _ session: Session) throws(Refusal) {
        let hosting = try call.hosting()
        let change = try HostedOperations.change(call.request.data, extensions: hosting.extensions)
        let failing = change.texts.filter { name, text in
            hosting.auditedProperties.contains(name) && call.context.auditedWords.isIn(text)
        }
        // S-Q08.
        if !failing.isEmpty { throw Refusal(.auditFailed, keys: failing.map(\.name)) }
        call.change(by: session) { [account = session.account] chat in
            try chat.profiles.modifyHosted(change, of: account)
            return { _ in }
        }
    }

    fileprivate static func readOwnUserProfile(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let (user, account) = (session.record.user.text, session.account)
        let standard = call.context.configuration.standardVisibility
        call.read(for: session) { transaction in
            let found = try HostedProfileQueries.some(of: [user], for: account, standard: standard, in: transaction)
            guard let profile = found.first else { throw Refusal(.forbidden) }
            return { json in json.object("profile") { $0.hosted(profile) } }
        }
    }

    fileprivate static func readUserProfiles(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let users = try call(HostedOperations.users)
        let standard = call.context.configuration.standardVisibility
        call.read(for: session) { [account = session.account] transaction in
            let profiles = try HostedProfileQueries.some(of: users, for: account, standard: standard, in: transaction)
            return { json in
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.hosted(profile) } }
                }
            }
        }
    }

    fileprivate static func searchUserProfile(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let uniqueID = try call(HostedOperations.uniqueID)
        let standard = call.context.configuration.standardVisibility
        call.read(for: session) { [account = session.account] transaction in
            let profile = try HostedProfileQueries.find(
                uniqueID: uniqueID, for: account, standard: standard, in: transaction)
            return { json in json.object("profile") { $0.hosted(profile) } }
        }
    }

    fileprivate static func setVisibility(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        let visibility = try call(HostedOperations.visibility)
        call.change(by: session) { [account = session.account] chat in
            try chat.profiles.setVisibility(visibility, of: account)
            return { _ in }
        }
    }

    fileprivate static func readVisibility(_ call: Call, _ session: Session) throws(Refusal) {
        _ = try call.hosting()
        call.read(for: session) { [account = session.account] transaction in
            let visibility = try HostedProfileQueries.visibility(of: account, in: transaction)
            return { $0.field("visibility", visibility.rawValue) }
        }
    }

    // MARK: - Administrators

    fileprivate static func readWholeUserProfiles(_ call: Call, _ session: AdminSession) throws(Refusal) {
        _ = try call.hosting()
        let users = try call(HostedOperations.users)
        call.read(for: session) { transaction in
            let profiles = try HostedProfileQueries.whole(of: users, in: transaction)
            return { json in
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.hosted(profile) } }
                }
            }
        }
    }

    fileprivate static func setUniqueID(_ call: Call, _ session: AdminSession) throws(Refusal) {
        _ = try call.hosting()
        let uniqueID = try call(HostedOperations.newUniqueID)
        guard let user = UserID(try call(HostedOperations.userID)) else {
            throw Refusal(.noHostedUser, keys: ["userId"])
        }
        call.change(by: session) { chat in
            try chat.profiles.setUniqueID(uniqueID, of: user)
            return { _ in }
        }
    }

    fileprivate static func setStandardVisibility(_ call: Call, _ session: AdminSession) throws(Refusal) {
        _ = try call.hosting()
        let visibility = try call(HostedOperations.standardVisibility)
        call.change(by: session) { chat in
            try chat.profiles.setStandardVisibility(visibility)
            return { _ in }
        }
    }
}

extension Call {
    /// S-Q14.
    fileprivate func hosting() throws(Refusal) -> Configuration.Hosting {
        let hosting = context.configuration.hosting
        guard hosting.enabled else { throw Refusal(.hostingOff) }
        return hosting
    }
}

extension HostedChange {
    /// What can have words in it.
    fileprivate var texts: [(name: String, text: String)] {
        let own: [(String, String?)] = [
            ("name", name), ("portraitUri", portrait), ("email", email), ("birthday", birthday),
            ("location", location),
        ]
        return own.compactMap { name, text in text.map { (name, $0) } }
            + ext.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }
}
