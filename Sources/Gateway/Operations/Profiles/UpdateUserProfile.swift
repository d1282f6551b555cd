import Chat
import ClientProtocol
import Domain
import JSON
import Settings

enum UpdateUserProfile {
    static let definition = declaration.user(handle)

    static let declaration = Operation.hostedProfile(
        "userProfile.update", "Changes properties of the caller's hosted profile: all of them or none.",
        [
            described(
                "name", .characters(0...most.nicknameCharacters).namedOrEmpty,
                "Also changes the nickname of `profile.…`."),
            described(
                "portraitUri", .characters(0...most.faceUrlCharacters), "Also changes the avatar of `profile.…`."),
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

    private static let most = Configuration.Profiles.most

    /// The properties that the request changes (S-Q03, S-Q04, S-Q06, S-Q07, S-Q37).
    private static func change(
        _ data: JSONValue?, extensions: [String], _ limits: Configuration.Profiles
    ) throws(Refusal) -> HostedChange {
        var change = HostedChange()
        var isEmpty = true
        if let members = data?.members {
            for (key, value) in members where !value.isNull {
                isEmpty = false
                if key.isString("userExtProfile") {
                    change.ext = try self.extensions(value, among: extensions)
                } else {
                    try read(key.keyText, value, limits, into: &change)
                }
            }
        }
        if isEmpty { throw Refusal(.hostedParameters, "there is nothing to change") }
        return change
    }

    private static func read(
        _ key: String, _ value: JSONValue, _ limits: Configuration.Profiles, into change: inout HostedChange
    ) throws(Refusal) {
        switch key {
        case "name": change.name = try name(value, key, limits)
        case "portraitUri": change.portrait = try shown(value, key, limits.faceUrlCharacters, limits)
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

    private static func name(
        _ value: JSONValue, _ key: String, _ limits: Configuration.Profiles
    ) throws(Refusal) -> String {
        let name = try shown(value, key, limits.nicknameCharacters, limits)
        if !name.isEmpty, let problem = name.nameProblem {
            throw Refusal(.hostedParameters, "\(key) \(problem)", keys: [key])
        }
        return name
    }

    /// TIM's limit holds for what the two profiles share.
    private static func shown(
        _ value: JSONValue, _ key: String, _ characters: Int, _ limits: Configuration.Profiles
    ) throws(Refusal) -> String {
        let text = try text(value, key, characters)
        guard text.utf8.count <= limits.valueBytes else {
            throw Refusal(.propertyTooLong, "\(key) is longer than \(limits.valueBytes) bytes", keys: [key])
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

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let hosting = try request.hosting()
        let change = try Self.change(
            request.data, extensions: hosting.extensions, request.context.configuration.profiles)
        let failing = change.texts.filter { name, text in
            hosting.auditedProperties.contains(name) && request.context.auditedWords.isIn(text)
        }
        // The refusal names all properties that fail (S-Q08).
        if !failing.isEmpty { throw Refusal(.auditFailed, keys: failing.map(\.name)) }
        return .change { chat, _ throws(CommandError) in
            try chat.profiles.modifyHosted(change, of: caller.account)
        }
    }
}

extension HostedChange {
    /// The texts that users write.
    fileprivate var texts: [(name: String, text: String)] {
        let own: [(String, String?)] = [
            ("name", name), ("portraitUri", portrait), ("email", email), ("birthday", birthday),
            ("location", location),
        ]
        return own.compactMap { name, text in text.map { (name, $0) } }
            + ext.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
    }
}
