import Chat
import Storage

/// The cost of requests: one each, when they come, and more for the work that they turn out to cause. A session's meter and its
/// user's are charged the one, the user's meter the rest.
enum Cost {
    /// A login does as much as some requests, before the store has done anything.
    private static let login = 4
    /// So many streams that a login names cost as much as a request.
    private static let streamsPerRequest = 25
    /// So many steps of the store's cost as much as a request; a message to one user takes fewer.
    private static let stepsPerRequest = 2_000
    /// A member or follower who is told, or looked at, costs as much as so many steps.
    private static let stepsPerVisit = 4

    /// A search before it has looked anything up, beside the one that was paid for when it came.
    static let search = 4

    /// So many bytes of a request over HTTP cost as much to read as a request; a message of a session has no more.
    private static let bytesPerRequest = 65_536

    static func ofBody(_ bytes: Int) -> Int { 1 + bytes / bytesPerRequest }

    static func ofLogin(naming streams: Int) -> Int { login + streams / streamsPerRequest }

    /// Of what has been done since there were fewer steps, beside the one that was paid for when it came.
    static func ofSteps(_ steps: Int) -> Int { steps / stepsPerRequest }

    /// Of a search so far.
    static func steps(_ view: SearchView) -> Int {
        view.store.steps + view.file.steps + view.lookups * stepsPerVisit
    }

    /// The steps of the store and of the domain since the start.
    static func steps(_ store: any Transaction, _ chat: ChatState) -> Int {
        store.steps + chat.work.visits * stepsPerVisit
    }
}
