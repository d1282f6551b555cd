/// The tokens that the driver is given; a question waits for the next one. An older question has no answer then.
actor Tokens {
    private var given: [String] = []
    private var waiting: CheckedContinuation<String, Never>?

    func give(_ token: String) {
        if let waiting {
            self.waiting = nil
            waiting.resume(returning: token)
        } else {
            given.append(token)
        }
    }

    func next() async -> String {
        if !given.isEmpty { return given.removeFirst() }
        // Too late for the client, which has asked again.
        waiting?.resume(returning: "")
        return await withCheckedContinuation { waiting = $0 }
    }
}
