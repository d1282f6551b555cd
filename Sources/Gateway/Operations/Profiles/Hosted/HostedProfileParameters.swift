import Chat
import ClientProtocol
import Domain
import JSON

/// `userProfile.…`: the profiles that RongCloud hosts, in its numbers.
enum HostedProfileParameters {
    static let profile = HostedView.type

    /// S-Q12: each once.
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
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
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
