import Foundation

/// A value that one thread at a time uses.
package final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func with<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}

/// A delegate, which the application keeps.
package struct Weak<Object> {
    private weak var object: AnyObject?

    package init(_ object: Object?) {
        self.object = object as AnyObject?
    }

    package var value: Object? { object as? Object }
}
