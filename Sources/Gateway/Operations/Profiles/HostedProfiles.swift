import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Settings

/// Hosted profiles, and who may see them.
extension OperationTable {
    @OperationList static var hostedProfiles: [OperationDefinition] {
        Operation.hostedProfile(
            "userProfile.getMine", "Reads the caller's hosted profile.", [],
            result: [Field("profile", HostedProfileParameters.profile, "The whole profile.")]
        ).user { request, caller throws(Refusal) in
            _ = try request.hosting()
            let standard = request.context.configuration.standardVisibility
            return .read { transaction, json throws(CommandError) in
                let found = try stored(
                    HostedProfileQueries.some(
                        of: [caller.user.text], for: caller.account, standard: standard, in: transaction))
                guard let profile = found.first else { throw .refused(.forbidden) }
                json.object("profile") { $0.hosted(profile) }
            }
        }

        Operation.hostedProfile(
            "userProfile.get", "Reads hosted profiles, as far as the caller may see them.",
            [HostedProfileParameters.users],
            result: [
                Field(
                    "profiles", .list(HostedProfileParameters.profile),
                    "The profiles of the users who exist, in the order asked for, each once.")
            ], errors: [.badUserList, .tooManyProfiles]
        ).user { request, caller throws(Refusal) in
            _ = try request.hosting()
            let users = try request(HostedProfileParameters.users)
            let standard = request.context.configuration.standardVisibility
            return .read { transaction, json throws(CommandError) in
                let profiles = try stored(
                    HostedProfileQueries.some(of: users, for: caller.account, standard: standard, in: transaction))
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.hosted(profile) } }
                }
            }
        }

        let visibility = Parameter<HostedVisibility>(
            "visibility", type: .numbers([0, 1, 2, 3]),
            "0: the application's default; 1: only name and portrait are seen; 2: everybody sees all; 3: friends see "
                + "all."
        ) { value throws(Mismatch) in
            guard let visibility = value.int64.flatMap(HostedVisibility.init) else {
                throw Mismatch("must be 0, 1, 2 or 3", .badVisibility)
            }
            return visibility
        }
        Operation.hostedProfile(
            "userProfile.setVisibility", "Sets who may see the caller's hosted profile.", [visibility],
            errors: [.badVisibility]
        ).user { request, caller throws(Refusal) in
            _ = try request.hosting()
            let visibility = try request(visibility)
            return .change { chat, _ throws(CommandError) in
                try chat.profiles.setVisibility(visibility, of: caller.account)
            }
        }

        Operation.hostedProfile(
            "userProfile.getVisibility", "Tells who may see the caller's hosted profile.", [],
            result: [Field("visibility", .numbers([0, 1, 2, 3]), "The value that was set; 0 at first.")]
        ).user { request, caller throws(Refusal) in
            _ = try request.hosting()
            return .read { transaction, json throws(CommandError) in
                let visibility = try stored(HostedProfileQueries.visibility(of: caller.account, in: transaction))
                json.field("visibility", visibility.rawValue)
            }
        }

        let uniqueID = Parameter<String>(
            "uniqueId", type: .letters(1...32), "The unique id."
        ) { value throws(Mismatch) in
            guard let text = value.string, HostedProfileParameters.isUniqueID(text) else {
                throw Mismatch("must be 1 to 32 letters and digits", .badUniqueID)
            }
            return text
        }
        Operation.hostedProfile(
            "userProfile.search", "Finds the user with a unique id.", [uniqueID],
            result: [
                Field("profile", HostedProfileParameters.profile, "The profile, as far as the caller may see it.")
            ],
            errors: [.badUniqueID, .noHostedUser]
        ).user { request, caller throws(Refusal) in
            _ = try request.hosting()
            let uniqueID = try request(uniqueID)
            let standard = request.context.configuration.standardVisibility
            return .read { transaction, json throws(CommandError) in
                let profile = try HostedProfileQueries.find(
                    uniqueID: uniqueID, for: caller.account, standard: standard, in: transaction)
                json.object("profile") { $0.hosted(profile) }
            }
        }

        let userID = Parameter.user("userId", "The user.")
        let newUniqueID = Parameter<String>(
            "uniqueId", type: .letters(0...32), "The unique id; empty: removes it."
        ) { value throws(Mismatch) in
            guard let text = value.string, text.isEmpty || HostedProfileParameters.isUniqueID(text) else {
                throw Mismatch("must be 1 to 32 letters and digits, or empty", .badUniqueID)
            }
            return text
        }
        Operation.hostedProfile(
            "admin.userProfile.setUniqueId", "Gives a user a unique id that nobody else has.",
            [userID, newUniqueID], errors: [.badUniqueID, .noHostedUser], role: .admin
        ).admin { request, _ throws(Refusal) in
            _ = try request.hosting()
            let uniqueID = try request(newUniqueID)
            let user = UserID(naming: try request(userID))
            return .change { chat, _ throws(CommandError) in try chat.profiles.setUniqueID(uniqueID, of: user) }
        }

        let standardVisibility = Parameter<HostedVisibility>(
            "visibility", type: .numbers([1, 2, 3]),
            "1: only name and portrait are seen; 2: everybody sees all; 3: friends see all."
        ) { value throws(Mismatch) in
            guard let visibility = value.int64.flatMap(HostedVisibility.init), visibility != .notSet else {
                throw Mismatch("must be 1, 2 or 3", .badVisibility)
            }
            return visibility
        }
        Operation.hostedProfile(
            "admin.userProfile.setVisibility", "Sets who may see the profiles of users who have not set it themselves.",
            [standardVisibility], errors: [.badVisibility], role: .admin
        ).admin { request, _ throws(Refusal) in
            _ = try request.hosting()
            let visibility = try request(standardVisibility)
            return .change { chat, _ throws(CommandError) in try chat.profiles.setStandardVisibility(visibility) }
        }

        Operation.hostedProfile(
            "admin.userProfile.get", "Reads whole hosted profiles, whatever their visibility.",
            [HostedProfileParameters.users],
            result: [
                Field(
                    "profiles", .list(HostedProfileParameters.profile),
                    "The profiles of the users who exist, in the order asked for, each once.")
            ], errors: [.badUserList, .tooManyProfiles], role: .admin
        ).admin { request, _ throws(Refusal) in
            _ = try request.hosting()
            let users = try request(HostedProfileParameters.users)
            return .read { transaction, json throws(CommandError) in
                let profiles = try stored(HostedProfileQueries.whole(of: users, in: transaction))
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.hosted(profile) } }
                }
            }
        }
    }
}

/// `userProfile.…`: the profiles that RongCloud hosts, in its numbers.
private enum HostedProfileParameters {
    static let profile = HostedView.type

    /// Each user counts once (S-Q12).
    static let users = Parameter<[String]>(
        "userIds", type: .list(.user, 1...20), "The users."
    ) { value throws(Mismatch) in
        guard let elements = value.elements, elements.count > 0 else {
            throw Mismatch("must be a list of users", .badUserList)
        }
        var users: [String] = []
        for element in elements {
            guard let user = element.string else { throw Mismatch("must be a list of strings", .badUserList) }
            if !users.contains(where: { $0.isSpelled(like: user) }) { users.append(user) }
            if users.count > 20 { throw Mismatch("has more than 20 users", .tooManyProfiles) }
        }
        return users
    }

    static func isUniqueID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension Operation {
    static func hostedProfile(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode] = [], role: Roles = .user
    ) -> Operation {
        Operation(
            name, summary, roles: role, parameters: parameters, result: result,
            errors: errors + [.hostingOff, .unavailable], badParameter: .hostedParameters)
    }
}

extension ValueType {
    static func letters(_ count: ClosedRange<Int>) -> ValueType {
        .text(TextRule(length: count, pattern: "^[A-Za-z0-9]*$", words: "letters and digits"))
    }
}

extension Request {
    /// The operations are refused while hosting is off (S-Q14).
    func hosting() throws(Refusal) -> Configuration.Hosting {
        let hosting = context.configuration.hosting
        guard hosting.enabled else { throw Refusal(.hostingOff) }
        return hosting
    }
}
