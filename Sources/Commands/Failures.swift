/// Exit codes for a shell or a service manager (sysexits.h).
package enum ExitCode {
    package static let success: Int32 = 0
    package static let failure: Int32 = 1
    package static let usage: Int32 = 64
    package static let unavailable: Int32 = 69
    package static let cannotCreate: Int32 = 73
    package static let configuration: Int32 = 78
}

/// The command line cannot be understood.
package struct UsageError: Error {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

/// A command cannot do what it was asked to, and a script may want to know in which way.
package struct CommandFailure: Error {
    package let reason: String
    package let exitCode: Int32

    package init(reason: String, exitCode: Int32 = ExitCode.failure) {
        self.reason = reason
        self.exitCode = exitCode
    }
}

/// Everything that is wrong with a configuration, a line each, which say for themselves where they belong.
package protocol ConfigurationProblems: Error {
    var lines: [String] { get }
}
