import CLinux
import Glibc

/// A system call that failed for a reason outside the program.
public struct SystemError: Error, CustomStringConvertible, Sendable {
    public let call: String
    public let code: Int32

    /// Reads `errno`, so it must be made right after the call.
    package init(_ call: String) {
        self.init(call, code: martlet_errno())
    }

    package init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
