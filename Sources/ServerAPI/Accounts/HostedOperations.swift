import Chat
import ClientProtocol
import Domain
import JSON

/// `userProfile.…`: the profiles that RongCloud hosts, in its numbers.
package enum HostedOperations {
    package static let all = [update, getMine, get, setVisibility, getVisibility, search]
    package static let ofAdministrators = [setUniqueID, setStandardVisibility, getWhole]

    private static let profile = HostedView.type

    // MARK: - Changing

    package static let update = operation(
        "userProfile.update", "Changes properties of the caller's hosted profile: all of them or none.",
        [
            described("name", .characters(0...32).namedOrEmpty, "Also changes the nickname of `profile.…`."),
            described("portraitUri", .characters(0...128), "Also changes the avatar of `profile.…`."),
            described("email", .characters(0...128), "Empty: none. This holds for the other texts too."),
            described("birthday", .characters(0...32), "In the application's own form."),
            described("gender", .numbers([0, 1, 2]), "0: unknown; 1: male; 2: female."),
            described("location", .characters(0...32), "In the application's own form."),
            described("role", .integer(0...100), "Its meaning is up to the application."),
            described("level", .integer(0...100), "Its meaning is up to the application."),
            described(
                "userExtProfile", .map(.characters(0...256)),
                "Configured extensions (`hosting.extensions`) of 0–256 characters; an empty one is deleted."),
        ],
        errors: [
            .notSettable, .unknownProperty, .unknownExtension, .tooManyExtensions, .propertyTooLong, .notANumber,
            .outOfRange, .auditFailed,
        ]
    ).hooked(.replaces(except: []))

    /// S-Q03, S-Q04, S-Q06, S-Q07, S-Q37: what the request is to change.
    package static func change(_ data: JSONValue?, extensions: [String]) throws(Refusal) -> HostedChange {
        var change = HostedChange()
        var isEmpty = true
        if let members = data?.members {
            for (key, value) in members where !value.isNull {
                isEmpty = false
                if key.isString("userExtProfile") {
                    change.ext = try self.extensions(value, among: extensions)
                } else {
                    try read(key.keyText, value, into: &change)
                }
            }
        }
        if isEmpty { throw Refusal(.hostedParameters, "there is nothing to change") }
        return change
    }

    private static func read(
        _ key: String, _ value: JSONValue, into change: inout HostedChange
    ) throws(Refusal) {
        switch key {
        case "name": change.name = try name(value, key)
        case "portraitUri": change.portrait = try portrait(value, key)
        case "email": change.email = try text(value, key, 128)
        case "birthday": change.birthday = try text(value, key, 32)
        case "location": change.location = try text(value, key, 32)
        case "role": change.role = try number(value, key)
        case "level": change.level = try number(value, key)
        case "gender":
            guard let gender = value.int64.flatMap(Gender.init) else {
                throw Refusal(.hostedParameters, "gender must be 0, 1 or 2", keys: [key])
            }
            change.gender = gender
        case "uniqueId": throw Refusal(.notSettable, "only an administrator can set it", keys: [key])
        default: throw Refusal(.unknownProperty, "there is no property \(key)", keys: [key])
        }
    }

    private static func text(_ value: JSONValue, _ key: String, _ most: Int) throws(Refusal) -> String {
        guard let text = value.string else {
            throw Refusal(.hostedParameters, "\(key) must be a string, not \(value.kind)", keys: [key])
        }
        guard text.unicodeScalars.count <= most else {
            throw Refusal(.propertyTooLong, "\(key) is longer than \(most) characters", keys: [key])
        }
        return text
    }

    private static func name(_ value: JSONValue, _ key: String) throws(Refusal) -> String {
        let name = try text(value, key, 32)
        if !name.isEmpty, let problem = name.nameProblem {
            throw Refusal(.hostedParameters, "\(key) \(problem)", keys: [key])
        }
        return name
    }

    /// TIM's limit holds for what the two share; a name is too short for it.
    private static func portrait(_ value: JSONValue, _ key: String) throws(Refusal) -> String {
        let text = try text(value, key, 128)
        guard text.utf8.count <= 500 else {
            throw Refusal(.propertyTooLong, "\(key) is longer than 500 bytes", keys: [key])
        }
        return text
    }

    private static func number(_ value: JSONValue, _ key: String) throws(Refusal) -> Int64 {
        guard value.kind == .number else {
            throw Refusal(.notANumber, "\(key) must be a number, not \(value.kind)", keys: [key])
        }
        guard let number = value.int64, (0...100).contains(number) else {
            throw Refusal(.outOfRange, "\(key) must be an integer of 0 to 100", keys: [key])
        }
        return number
    }

    private static func extensions(
        _ value: JSONValue, among known: [String]
    ) throws(Refusal) -> [ExactText: String] {
        guard let members = value.members else {
            throw Refusal(.hostedParameters, "userExtProfile must be an object", keys: ["userExtProfile"])
        }
        var extensions: [ExactText: String] = [:]
        for (key, value) in members {
            let name = key.keyText
            guard known.contains(where: { $0.isSpelled(like: name) }) else {
                throw Refusal(.unknownExtension, "there is no extension \(name)", keys: [name])
            }
            guard let text = value.string else {
                throw Refusal(.hostedParameters, "\(name) must be a string, not \(value.kind)", keys: [name])
            }
            guard text.unicodeScalars.count <= 256 else {
                throw Refusal(.propertyTooLong, "\(name) is longer than 256 characters", keys: [name])
            }
            extensions[ExactText(name)] = text
        }
        return extensions
    }

    private static func described(_ name: String, _ type: ValueType, _ meaning: String) -> ParameterDescription {
        ParameterDescription(name: name, type: type, isRequired: false, meaning: meaning)
    }

    // MARK: - Reading

    package static let getMine = operation(
        "userProfile.getMine", "Reads the caller's hosted profile.", [],
        result: [Field("profile", profile, "The whole profile.")])

    /// S-Q12: each once.
    package static let users = Parameter<[String]>(
        "userIds", type: .list(.string, 1...20), "The users."
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
    package static let get = operation(
        "userProfile.get", "Reads hosted profiles, as far as the caller may see them.", [users.description],
        result: [
            Field(
                "profiles", .list(profile),
                "The profiles of the users who exist, in the order asked for, each once.")
        ], errors: [.badUserList, .tooManyProfiles])

    package static let getWhole = operation(
        "admin.userProfile.get", "Reads whole hosted profiles, whatever their visibility.", [users.description],
        result: [
            Field(
                "profiles", .list(profile),
                "The profiles of the users who exist, in the order asked for, each once.")
        ], errors: [.badUserList, .tooManyProfiles], role: .admin)

    package static let uniqueID = Parameter<String>(
        "uniqueId", type: .letters(1...32), "The unique id."
    ) { value throws(Mismatch) in
        guard let text = value.string, isUniqueID(text) else {
            throw Mismatch("must be 1 to 32 letters and digits", .badUniqueID)
        }
        return text
    }
    package static let search = operation(
        "userProfile.search", "Finds the user with a unique id.", [uniqueID.description],
        result: [Field("profile", profile, "The profile, as far as the caller may see it.")],
        errors: [.badUniqueID, .noHostedUser])

    private static func isUniqueID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    // MARK: - Visibility

    package static let visibility = Parameter<HostedVisibility>(
        "visibility", type: .numbers([0, 1, 2, 3]),
        "0: the application's default; 1: only name and portrait are seen; 2: everybody sees all; 3: friends see all."
    ) { value throws(Mismatch) in
        guard let visibility = value.int64.flatMap(HostedVisibility.init) else {
            throw Mismatch("must be 0, 1, 2 or 3", .badVisibility)
        }
        return visibility
    }
    package static let setVisibility = operation(
        "userProfile.setVisibility", "Sets who may see the caller's hosted profile.", [visibility.description],
        errors: [.badVisibility])
    package static let getVisibility = operation(
        "userProfile.getVisibility", "Tells who may see the caller's hosted profile.", [],
        result: [Field("visibility", .numbers([0, 1, 2, 3]), "The value that was set; 0 at first.")])

    // MARK: - Administrators

    package static let userID = Parameter.string("userId", bytes: 1...255, "The user.")
    package static let newUniqueID = Parameter<String>(
        "uniqueId", type: .letters(0...32), "The unique id; empty: removes it."
    ) { value throws(Mismatch) in
        guard let text = value.string, text.isEmpty || isUniqueID(text) else {
            throw Mismatch("must be 1 to 32 letters and digits, or empty", .badUniqueID)
        }
        return text
    }
    package static let setUniqueID = operation(
        "admin.userProfile.setUniqueId", "Gives a user a unique id that nobody else has.",
        [userID.description, newUniqueID.description], errors: [.badUniqueID, .noHostedUser], role: .admin)
    package static let standardVisibility = Parameter<HostedVisibility>(
        "visibility", type: .numbers([1, 2, 3]),
        "1: only name and portrait are seen; 2: everybody sees all; 3: friends see all."
    ) { value throws(Mismatch) in
        guard let visibility = value.int64.flatMap(HostedVisibility.init), visibility != .notSet else {
            throw Mismatch("must be 1, 2 or 3", .badVisibility)
        }
        return visibility
    }
    package static let setStandardVisibility = operation(
        "admin.userProfile.setVisibility", "Sets who may see the profiles of users who have not set it themselves.",
        [standardVisibility.description], errors: [.badVisibility], role: .admin)

    private static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = [], role: Roles = .user
    ) -> Operation {
        Operation(
            name, summary, roles: role, parameters: parameters, result: result,
            errors: errors + [.hostingOff, .unavailable], badParameter: .hostedParameters)
    }
}

extension ValueType {
    fileprivate static func letters(_ count: ClosedRange<Int>) -> ValueType {
        .text(TextRule(length: count, pattern: "^[A-Za-z0-9]*$", words: "letters and digits"))
    }
}
