import EventLoop

/// Starts a thread of the store, which makes its work inside the thread; returns when that went well.
func startThread(
    _ name: String, _ make: @escaping @Sendable () throws(StoreError) -> () -> Void
) throws(StoreError) -> Thread {
    let start = BoundedQueue<Result<Void, StoreError>>(limit: 1)
    let thread = Thread.start(name: name) {
        do throws(StoreError) {
            let run = try make()
            _ = start.post(.success(()))
            run()
        } catch {
            _ = start.post(.failure(error))
        }
    }
    guard case .failure(let error) = start.wait(upTo: 1)?.first else { return thread }
    thread.join()
    throw error
}
