import Dispatch

/// A value that lives on a serial queue of its own.
///
/// `@unchecked Sendable`: once made, the value is reached on the queue alone.
package final class QueueConfined<Value>: @unchecked Sendable {
    package let queue: DispatchQueue
    private let value: Value

    package init(_ label: String, _ value: sending Value) {
        queue = DispatchQueue(label: label)
        self.value = value
    }

    package func async(_ body: @escaping @Sendable (Value) -> Void) {
        queue.async { [self] in body(value) }
    }

    /// For who is on the queue already.
    package func here<Result>(_ body: (Value) -> Result) -> Result {
        dispatchPrecondition(condition: .onQueue(queue))
        return body(value)
    }

    /// Returns when it is done, and all that was asked for before. Not from the queue itself.
    package func sync<Result>(_ body: (Value) -> Result) -> Result {
        queue.sync { body(value) }
    }
}
