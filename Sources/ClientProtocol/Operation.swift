/// Who may call an operation.
package struct Roles: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A connection that has no session yet.
    package static let anonymous = Roles(rawValue: 1)
    package static let user = Roles(rawValue: 2)
    /// A connection opened with an admin key.
    package static let admin = Roles(rawValue: 4)
}

/// A member of a result or of an event, for the reference.
package struct Field: Sendable {
    package let name: String
    package let type: String
    package let meaning: String

    package init(_ name: String, _ type: String, _ meaning: String) {
        self.name = name
        self.type = type
        self.meaning = meaning
    }
}

/// An operation, declared once: what the dispatcher checks and what the reference says come from here.
package struct Operation: Sendable {
    package let name: String
    package let summary: String
    package let roles: Roles
    package let parameters: [ParameterDescription]
    package let result: [Field]
    /// What it may answer beside the codes that any operation may.
    package let errors: [ErrorCode]
    /// The code of its home system for a missing or mistyped parameter.
    package let badParameter: ErrorCode

    package init(
        _ name: String, _ summary: String, roles: Roles, parameters: [ParameterDescription] = [],
        result: [Field] = [], errors: [ErrorCode] = [], badParameter: ErrorCode = .badRequest
    ) {
        self.name = name
        self.summary = summary
        self.roles = roles
        self.parameters = parameters
        self.result = result
        self.errors = errors
        self.badParameter = badParameter
    }
}
