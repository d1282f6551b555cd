import ClientProtocol
import Domain
import Storage

/// The users who may publish to a channel beside backends (F-05).
final class ChannelPublishers {
    private let work: UnitOfWork
    private let accounts: Accounts

    init(work: UnitOfWork, accounts: Accounts) {
        self.work = work
        self.accounts = accounts
    }

    func contains(_ account: Account, in channel: Channel) throws(CommandError) -> Bool {
        var isListed = false
        try work.query(
            "SELECT 1 FROM channel_publisher WHERE id = $1",
            [.integer(PairKey.key(channel.number, account.number))]
        ) { _ in isListed = true }
        return isListed
    }

    /// The accounts of these users, all of whom there must be.
    func find(_ users: [String]) throws(CommandError) -> [Account] {
        try users.map { name throws(CommandError) in
            guard let user = UserID(name), let account = try accounts.reachableAccount(user) else {
                throw .refused(.noAccount, "there is no user \(name)", keys: ["publishers"])
            }
            return account
        }
    }

    /// They take the place of those who were listed before.
    func list(_ publishers: [Account], in channel: Channel) throws(CommandError) {
        try erase(of: channel)
        for account in publishers {
            try work.execute(
                "INSERT INTO channel_publisher (id, account) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
                [.integer(PairKey.key(channel.number, account.number)), .integer(account.number)])
        }
    }

    func erase(of channel: Channel) throws(CommandError) {
        let bounds = PairKey.bounds(channel.number)
        try work.execute(
            "DELETE FROM channel_publisher WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
    }

    /// Of a deleted account: one that is made again publishes nowhere.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM channel_publisher WHERE account = $1", [.integer(account.number)])
    }
}
