/// The kinds of users that may call an operation.
package struct Roles: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A connection that has no session yet.
    package static let anonymous = Roles(rawValue: 1)
    package static let user = Roles(rawValue: 2)
    /// A connection opened with an admin key.
    package static let admin = Roles(rawValue: 4)
}

/// The parts of its caller that an operation needs beside the role.
package enum Needs: Sendable {
    case nothing
    /// Over HTTP, which has no session to take it from, the caller names a device.
    case device
    /// It is about the session itself: there is none over HTTP.
    case session
}

/// The power of a hook over the requests of an operation, before they are carried out (docs/hooks.md).
package enum HookPower: Sendable {
    /// It allows or refuses.
    case decides
    /// It may also replace the data, but for these members: they say what the request is about.
    case replaces(except: [String])
}

/// A member of a result or of an event, for the reference and the schemas.
package struct Field: Sendable {
    package let name: String
    package let type: ValueType
    /// Not every result has it; in a request, it may be left out.
    package let isOptional: Bool
    package let meaning: String

    package init(_ name: String, _ type: ValueType, _ meaning: String = "") {
        (self.name, self.type, self.meaning) = (name, type, meaning)
        isOptional = false
    }

    package init(optional name: String, _ type: ValueType, _ meaning: String = "") {
        (self.name, self.type, self.meaning) = (name, type, meaning)
        isOptional = true
    }
}

/// An operation, declared once: what the dispatcher checks and what the reference says come from here. A class, so that it
/// costs nothing to hand on.
package final class Operation: Sendable {
    package let name: String
    package let summary: String
    package let roles: Roles
    package let needs: Needs
    package let parameters: [ParameterDescription]
    /// How many of them are required.
    package let requiredCount: Int
    /// Parameters of which a request has exactly one; empty: there are none such.
    package let alternatives: [String]
    package let result: [Field]
    /// The operation's own error codes, beside those that any operation may answer.
    package let errors: [ErrorCode]
    /// The code of its home system for a missing or mistyped parameter.
    package let badParameter: ErrorCode
    /// Nil: no hook can be asked.
    package let hook: HookPower?
    /// The hook is asked by the work itself, which need not wait for what the session has asked before.
    package let asksHookLater: Bool
    /// It is about the process itself, and refused wherever else admin keys are taken.
    package let isForOperators: Bool

    package init(
        _ name: String, _ summary: String, roles: Roles, needs: Needs = .nothing,
        parameters: [any DescribedParameter] = [], alternatives: [String] = [],
        result: [Field] = [], errors: [ErrorCode] = [], badParameter: ErrorCode = .badRequest
    ) {
        self.name = name
        self.summary = summary
        self.roles = roles
        self.needs = needs
        self.parameters = parameters.map(\.description)
        requiredCount = self.parameters.count(where: \.isRequired)
        self.alternatives = alternatives
        self.result = result
        self.errors = errors
        self.badParameter = badParameter
        hook = nil
        asksHookLater = false
        isForOperators = false
    }

    private init(_ operation: Operation, hook: HookPower?, asksHookLater: Bool = false, isForOperators: Bool) {
        name = operation.name
        summary = operation.summary + (isForOperators ? " At the operators' listener alone (`admin.listen`)." : "")
        roles = operation.roles
        needs = operation.needs
        parameters = operation.parameters
        requiredCount = operation.requiredCount
        alternatives = operation.alternatives
        result = operation.result
        errors = operation.errors
        badParameter = operation.badParameter
        self.hook = hook
        self.asksHookLater = asksHookLater
        self.isForOperators = isForOperators
    }

    /// The same, and a hook can be asked before it is carried out. `later`: by the work itself.
    package func hooked(_ power: HookPower, later: Bool = false) -> Operation {
        Operation(self, hook: power, asksHookLater: later, isForOperators: false)
    }

    /// The same, for whoever operates the process.
    package var forOperators: Operation { Operation(self, hook: nil, isForOperators: true) }
}
