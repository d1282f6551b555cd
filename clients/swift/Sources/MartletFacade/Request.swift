import Dispatch
import MartletClient

/// A request in the two forms that vendors' libraries have: a callback, or a call that waits.
package struct Request<Value: Sendable>: Sendable {
    private let value: @Sendable () async throws -> Value

    /// Asks at once, so that calls keep their order.
    ///
    /// - Parameter read: makes the value of the reply, and may ask for more
    package init(
        _ facade: FacadeClient, _ op: String, _ data: JSON, _ options: RequestOptions = RequestOptions(),
        read: @escaping @Sendable (JSON) async throws -> Value
    ) {
        let outcome = Result { try facade.signedIn.begin(op, data, options) }
        value = { try await read(try await outcome.get().value) }
    }

    /// Tells the outcome once.
    package func tell(on queue: DispatchQueue, _ done: @escaping @Sendable (Result<Value, MartletError>) -> Void) {
        Task {
            let result = await result()
            queue.async { done(result) }
        }
    }

    /// Waits for the outcome, for 30 seconds at most. On the queue of the callbacks that stops the program.
    package func wait(notOn queue: DispatchQueue) -> Result<Value, MartletError> {
        dispatchPrecondition(condition: .notOnQueue(queue))
        let settled = DispatchSemaphore(value: 0)
        let timeout = MartletError(name: "timeout", message: "no reply in 30 seconds")
        let outcome = Guarded<Result<Value, MartletError>>(.failure(timeout))
        Task {
            let result = await result()
            outcome.with { $0 = result }
            settled.signal()
        }
        _ = settled.wait(timeout: .now() + .seconds(30))
        return outcome.with { $0 }
    }

    private func result() async -> Result<Value, MartletError> {
        do {
            return .success(try await value())
        } catch {
            return .failure(MartletError(error))
        }
    }
}

/// Where a call that waits puts its error.
#if canImport(ObjectiveC)
public typealias OutPointer = AutoreleasingUnsafeMutablePointer
#else
public typealias OutPointer = UnsafeMutablePointer
#endif
