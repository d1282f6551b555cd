import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Settings

/// Profiles: users tell others who they are.
extension OperationTable {
    @OperationList static var profiles: [OperationDefinition] {
        Operation.profile(
            "profile.getSelf", "Reads the caller's profile.", [],
            result: [Field("profile", ProfileParameters.profile, "See [relations.md](relations.md#profiles).")]
        ).user { _, caller throws(Refusal) in
            let user = caller.user.text
            return .read { transaction, json throws(CommandError) in
                guard let profile = try stored(ProfileView.find(user, in: transaction)) else {
                    throw .refused(.noAccount)
                }
                json.object("profile") { $0.profile(profile) }
            }
        }

        let users = Parameter.users("userIDs", count: 1...100, "The users.")
        let have = ProfileParameters.versions
        Operation.profile(
            "profile.get", "Reads the profiles of any users.", [users, have],
            result: [
                Field(
                    "profiles", .list(ProfileParameters.profile),
                    "The profiles of the users who exist, in the order asked for, each once."),
                Field(
                    optional: "unchanged", .strings,
                    "Only with `have`: users whose profiles have the version that the caller has."),
                Field("left", .strings, "Users whose profiles did not fit into the reply; ask for them again."),
            ], errors: [.noAccount]
        ).user { request, _ throws(Refusal) in
            let users = try request(users)
            let have = try request(have)
            let bytes = request.context.pageBytes
            return .read { transaction, json throws(CommandError) in
                let found = try stored(
                    ProfileView.some(of: users, unless: have ?? [:], bytes: bytes, in: transaction))
                if found.views.isEmpty, found.unchanged.isEmpty { throw .refused(.noAccount, keys: ["userIDs"]) }
                json.array("profiles") { json in
                    for profile in found.views { json.object { $0.profile(profile) } }
                }
                if have != nil { json.strings("unchanged", found.unchanged) }
                json.strings("left", Array(users[found.count...]))
            }
        }

        Operation.profile(
            "profile.modifySelf", "Changes fields of the caller's profile: all of them or none.",
            [ProfileParameters.values],
            errors: [.auditedProfile, .unknownProfileKey, .tooManyBytes, .badValue, .badProfileType]
        ).hooked(.replaces(except: [])).user { request, caller throws(Refusal) in
            let change = try profileChange(request)
            for (key, text) in [("nickname", change.nickname), ("faceUrl", change.faceURL)]
            where request.context.auditedWords.isIn(text) {
                throw Refusal(.auditedProfile, keys: [key])
            }
            return .change { chat, _ throws(CommandError) in
                try chat.profiles.modifyProfile(change, of: caller.account)
            }
        }

        Operation(
            "admin.profile.modify",
            "Changes fields of a user's profile: all of them or none. Forbidden words are accepted.",
            roles: .admin,
            parameters: [AdminRelationParameters.user, ProfileParameters.values],
            errors: [.noAccount, .unknownProfileKey, .tooManyBytes, .badValue, .badProfileType, .unavailable],
            badParameter: .profileParameters
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(AdminRelationParameters.user))
            let change = try profileChange(request)
            return .change { chat, _ throws(CommandError) in try chat.profiles.modifyProfile(change, of: user) }
        }
    }
}

/// `profile.…`: what users tell of themselves, in TIM's numbers.
enum ProfileParameters {
    static let profile = ValueType.object(
        [
            Field("userID", .string, "The user."), Field("nickname", .string, "The name that others see."),
            Field("allowType", .numbers([0, 1, 2]), "Who may add the user. 0: all; 1: the user is asked; 2: nobody."),
            Field("faceUrl", .string, "The avatar."), Field("selfSignature", .base64, "As it was set."),
            Field("gender", .numbers([0, 1, 2]), "As it was set."), Field("birthday", .integer, "As it was set."),
            Field("location", .base64, "As it was set."), Field("language", .integer, "As it was set."),
            Field("level", .integer, "As it was set."), Field("role", .integer, "As it was set."),
            SharedParameters.customInfo,
            Field("version", .integer, "Another one after each change; 0: never changed."),
        ], called: "Profile")
    static let versions = Parameter<[ExactText: Stamp]?>(
        "have", type: .map(.integer(0...9_007_199_254_740_991)), absent: .some(nil),
        "The versions of the profiles that the caller has, by user, of up to 100: those that are unchanged are left out."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object of versions by user") }
        guard value.count <= 100 else { throw Mismatch("names \(value.count) users, more than 100") }
        var versions: [ExactText: Stamp] = [:]
        for (user, value) in members {
            guard let version = value.int64, 0...9_007_199_254_740_991 ~= version else {
                throw Mismatch("has a value that is not a version", key: user.keyText)
            }
            versions[ExactText(user.keyText)] = Stamp(version)
        }
        return versions
    }
    static let customPrefix = "Tag_Profile_Custom_"
    private static let most = Configuration.Profiles.most
    static let values = Parameter<ProfileChange>(
        "values",
        type: .changes(
            [
                Field(optional: "nickname", .characters(0...most.nicknameCharacters).namedOrEmpty),
                Field(optional: "faceUrl", .characters(0...most.faceUrlCharacters)),
                Field(optional: "allowType", .numbers([0, 1, 2])), Field(optional: "gender", .numbers([0, 1, 2])),
                Field(optional: "birthday", .integer(0...4_294_967_295)),
                Field(optional: "language", .integer(0...4_294_967_295)),
                Field(optional: "level", .integer(0...4_294_967_295)),
                Field(optional: "role", .integer(0...4_294_967_295)),
                Field(optional: "location", .sentBytes(16)),
                Field(optional: "selfSignature", .sentBytes(most.valueBytes)),
            ], prefix: customPrefix),
        "At least one of: `nickname` (up to `profiles.nicknameCharacters`), `faceUrl` (up to "
            + "`profiles.faceUrlCharacters`), `allowType` and `gender` (0, 1 or 2), `birthday`, `language`, `level` and "
            + "`role` (integers of 32 bits), `location` (16 bytes), `selfSignature`, `\(customPrefix)` and a "
            + "configured name (an integer, or bytes). Texts and bytes are up to `profiles.valueBytes`; bytes are a "
            + "string or `{\"b\": base64}`."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
        guard value.count > 0 else { throw Mismatch("must have a member") }
        var change = ProfileChange()
        for (key, value) in members { try read(key.keyText, value, into: &change) }
        return change
    }

    private static func read(
        _ key: String, _ value: JSONValue, into change: inout ProfileChange
    ) throws(Mismatch) {
        switch key {
        case "nickname": change.nickname = try value.shownText(key, else: .badProfileType)
        case "faceUrl": change.faceURL = try value.shownText(key, else: .badProfileType)
        case "allowType": change.allowType = try value.choice(key)
        case "gender": change.gender = try value.choice(key)
        case "birthday": change.birthday = try value.uint32(key)
        case "language": change.language = try value.uint32(key)
        case "level": change.level = try value.uint32(key)
        case "role": change.role = try value.uint32(key)
        case "location": change.location = try value.bytes(16, key, else: .badValue)
        case "selfSignature": change.signature = try value.bytes(most.valueBytes, key, else: .tooManyBytes)
        default:
            guard key.hasPrefix(customPrefix) else {
                throw Mismatch("is not a field of a profile", .unknownProfileKey, key: key)
            }
            let custom = try value.custom(
                key, bytes: most.valueBytes, tooLong: .tooManyBytes, mistyped: .badProfileType)
            // Two that Swift takes for one: both cannot be configured.
            guard change.custom.updateValue(custom, forKey: String(key.dropFirst(customPrefix.count))) == nil else {
                throw Mismatch("is not a field of a profile", .unknownProfileKey, key: key)
            }
        }
    }
}

extension Operation {
    static func profile(
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result, errors: errors + [.unavailable],
            badParameter: .profileParameters)
    }
}

/// The texts that others see in lists have the stricter of TIM's and RongCloud's limits.
enum ShownText {
    case nickname, faceURL

    func fault(of text: String, within limits: Configuration.Profiles) -> (code: ErrorCode, problem: String)? {
        if text.utf8.count > limits.valueBytes { return (.tooManyBytes, "is longer than \(limits.valueBytes) bytes") }
        let most = self == .nickname ? limits.nicknameCharacters : limits.faceUrlCharacters
        if text.unicodeScalars.count > most { return (.badValue, "is longer than \(most) characters") }
        if self == .nickname, !text.isEmpty, let problem = text.nameProblem { return (.badValue, problem) }
        return nil
    }
}

extension ProfileChange {
    /// Refuses values beyond the configured limits (R-Q66).
    func check(within limits: Configuration.Profiles) throws(Refusal) {
        for (key, kind, text) in [("nickname", ShownText.nickname, nickname), ("faceUrl", .faceURL, faceURL)] {
            if let text, let fault = kind.fault(of: text, within: limits) {
                throw Refusal(fault.code, "\(key) \(fault.problem)", keys: [key])
            }
        }
        let most = limits.valueBytes
        var values = custom.map { (key: ProfileParameters.customPrefix + $0, bytes: $1.bytes) }
        values.append(("selfSignature", signature))
        if let key = values.first(where: { ($0.bytes?.count ?? 0) > most })?.key {
            throw Refusal(.tooManyBytes, "\(key) is longer than \(most) bytes", keys: [key])
        }
    }
}

private func profileChange(_ request: Request) throws(Refusal) -> ProfileChange {
    let change = try request(ProfileParameters.values)
    try change.check(within: request.context.configuration.profiles)
    return change
}

extension JSONValue {
    /// `code`: for what is no string; nil for that of the operation.
    func shownText(_ key: String, else code: ErrorCode?) throws(Mismatch) -> String {
        guard let text = string else { throw Mismatch("must be a string, not \(kind)", code, key: key) }
        return text
    }

    fileprivate func choice<Choice: RawRepresentable<Int64>>(_ key: String) throws(Mismatch) -> Choice {
        guard isInteger else { throw mistyped("an integer", key) }
        guard let number = int64, let choice = Choice(rawValue: number) else {
            throw Mismatch("must be 0, 1 or 2", .badValue, key: key)
        }
        return choice
    }

    fileprivate func uint32(_ key: String) throws(Mismatch) -> UInt32 {
        guard isInteger else { throw mistyped("an integer", key) }
        guard let number = int64.flatMap({ UInt32(exactly: $0) }) else {
            throw Mismatch("must be an integer of 0 to 4294967295", .badValue, key: key)
        }
        return number
    }

    fileprivate func bytes(_ limit: Int, _ key: String, else code: ErrorCode) throws(Mismatch) -> [UInt8] {
        guard let bytes else { throw mistyped("a string, or bytes as {\"b\": padded base64}", key) }
        guard bytes.count <= limit else { throw Mismatch("is longer than \(limit) bytes", code, key: key) }
        return bytes
    }

    func custom(
        _ key: String, bytes limit: Int = 500, tooLong: ErrorCode, mistyped: ErrorCode
    ) throws(Mismatch) -> CustomValue {
        if kind == .number {
            guard let number = int64, number.magnitude < 1 << 53 else {
                throw Mismatch("must be an integer of less than 2^53", mistyped, key: key)
            }
            return .number(number)
        }
        guard let bytes else {
            throw Mismatch("must be an integer, a string, or bytes as {\"b\": padded base64}", mistyped, key: key)
        }
        guard bytes.count <= limit else { throw Mismatch("is longer than \(limit) bytes", tooLong, key: key) }
        return .bytes(bytes)
    }

    private func mistyped(_ type: String, _ key: String) -> Mismatch {
        let given = kind == .number ? "a number with a fraction or an exponent" : kind.rawValue
        return Mismatch("must be \(type), not \(given)", .badProfileType, key: key)
    }
}
