/// One thing that is wrong with the configuration, told so that its reader knows where to go and what to write.
package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// `martlet.json5:12`, or the name of an environment variable.
    package let place: String
    package let message: String

    package init(place: String, message: String) {
        self.place = place
        self.message = message
    }

    package var description: String { "\(place): \(message)" }
}

/// Everything that is wrong with the configuration; the gateway does not start with it.
package struct ConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    package let problems: [Problem]

    package init(problems: [Problem]) {
        self.problems = problems
    }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
