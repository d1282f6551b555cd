import Commands

/// The users who search, and the words.
struct Queries: Sendable {
    /// In the order of their first lines.
    private(set) var users: [String] = []
    private var ofUsers: [String: [String]] = [:]

    /// Lines of a user, a tab, and the words.
    init(_ text: String) throws(UsageError) {
        for (number, line) in text.split(separator: "\n").enumerated() {
            guard let tab = line.firstIndex(of: "\t") else {
                throw UsageError(reason: "line \(number + 1) of the queries has no tab behind a user")
            }
            let user = String(line[..<tab])
            if ofUsers[user] == nil { users.append(user) }
            ofUsers[user, default: []].append(String(line[line.index(after: tab)...]))
        }
        guard !users.isEmpty else { throw UsageError(reason: "there are no queries") }
    }

    /// The words of a user's requests, numbered from 1. `user` is one of `users`.
    func query(_ number: UInt64, of user: String) -> String {
        guard let queries = ofUsers[user] else { preconditionFailure("\(user) searches for nothing") }
        return queries[Int((number - 1) % UInt64(queries.count))]
    }
}
