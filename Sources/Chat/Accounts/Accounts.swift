import ClientProtocol
import Domain
import Storage

/// Users by id and by number, with the cache of those used last. One object stands for one account during a command.
package final class Accounts {
    private let work: UnitOfWork
    private let statistics: Statistics
    private var cache: GenerationCache<AccountNumber, Account>
    private var numbers: GenerationCache<String, AccountNumber>
    /// The number that was given last; nil: not read yet.
    private var last: AccountNumber?

    private static let insertion = Account.Column.insert()
    private static let listed = Selection<Account.Column>(
        """
        FROM membership
            JOIN conversation ON conversation.id = membership.id & 4294967295 AND low > 0
            JOIN account ON account.id = low + high - $3
        WHERE membership.id > $1 AND membership.id <= $2 AND is_listed = 1
        """)
    private static let change = Account.Column.update(keeping: [.name])

    init(work: UnitOfWork, statistics: Statistics) {
        self.work = work
        self.statistics = statistics
        cache = GenerationCache(limit: work.options.cacheBytes / 4)
        numbers = GenerationCache(limit: work.options.cacheBytes / 16)
    }

    /// The account of this id, deleted ones too.
    func account(_ id: UserID) throws(CommandError) -> Account? {
        if let number = numbers.value(id.text, weight: { _ in id.weight }) { return try account(number) }
        guard let found = try stored(Account.find(id, in: work.store)) else { return nil }
        // The two caches forget apart, and there must not be a second object.
        let account = cache.value(found.number, weight: \.weight) ?? found
        remember(account)
        return account
    }

    /// Of an account that there is, or has been.
    package func number(of id: UserID) throws(CommandError) -> AccountNumber? { try account(id)?.number }

    /// Of an account that there is, or has been.
    package func user(of number: AccountNumber) throws(CommandError) -> UserID { try account(number).id }

    /// The account of this number, which exists.
    func account(_ number: AccountNumber) throws(CommandError) -> Account {
        if let account = cache.value(number, weight: \.weight) { return account }
        var found: Account?
        try work.query(Account.byNumber, [.integer(number)]) { row throws(StoreError) in found = try Account(row) }
        guard let found else { throw .store(.missing("account", number)) }
        remember(found)
        return found
    }

    /// Reads the users with whom the account has a conversation in its list, as far as they are not in the cache.
    func loadListed(by account: Account) throws(CommandError) {
        let bounds = PairKey.bounds(account.number)
        var loaded: [Account] = []
        try work.query(
            Self.listed, [.integer(bounds.after), .integer(bounds.through), .integer(account.number)]
        ) { row throws(StoreError) in
            if cache.peek(row.integer(.id)) == nil { loaded.append(try Account(row)) }
        }
        for account in loaded { remember(account) }
    }

    /// The account that asks. Its end may have come while the request was under way.
    func caller(_ number: AccountNumber) throws(CommandError) -> Account {
        let account = try account(number)
        guard account.state == .active else {
            throw .refused(.forbidden, "the account has been disabled or deleted")
        }
        return account
    }

    /// Whether there still is the account of a user who reads without a session, whom no kick has ended; a refusal if it may
    /// not. `issuedAt`: of the caller's token.
    package static func hasCaller(
        _ number: AccountNumber, issuedAt: Seconds?, in transaction: any Transaction
    ) throws(CommandError) -> Bool {
        guard let (state, revocation) = try stored(standing(of: number, in: transaction)), state != .deleted else {
            return false
        }
        if state == .disabled { throw .refused(.forbidden, "the account is disabled") }
        if revocation.covers(issuedAt: issuedAt) { throw .refused(.tokenRevoked) }
        return true
    }

    private static func standing(
        of number: AccountNumber, in transaction: any Transaction
    ) throws(StoreError) -> (Account.State, TokenRevocation)? {
        var standing: (Account.State, TokenRevocation)?
        try transaction.query(
            "SELECT state, revoked_at FROM account WHERE id = $1", [.integer(number)]
        ) { row throws(StoreError) in
            standing = (try row.choice(0), TokenRevocation(upTo: row.integer(1)))
        }
        return standing
    }

    /// One that can be written to: there, and not deleted.
    func reachableAccount(_ id: UserID) throws(CommandError) -> Account? {
        guard let account = try account(id), account.state != .deleted else { return nil }
        return account
    }

    /// the account is saved afterwards. Tokens up to now, unless it is said up to when.
    func revokeTokens(of account: Account, upTo second: Seconds? = nil) {
        account.revocation = account.revocation.extended(upTo: second ?? work.now.seconds)
    }

    /// Makes the account, or makes a deleted one anew. `former`: what there is of that id, so that it is looked up once.
    func makeAccount(_ id: UserID, former: Account?, nickname: String = "", faceURL: String = "") throws(CommandError)
        -> Account
    {
        if let former {
            precondition(former.state == .deleted, "the account \(id) exists")
            former.state = .active
            former.createdAt = work.now
            former.nickname = nickname
            former.faceURL = faceURL
            former.profileVersion = try work.stamp()
            former.isBarred = false
            former.acceptsInvitations = true
            former.resetRates()
            try save(former)
            statistics.count(.newUsers)
            try work.note(.accountCreated, of: former)
            return former
        }
        return try insertAccount(id, .active, nickname: nickname, faceURL: faceURL)
    }

    /// its row is that of an account that nobody has: as of a deleted one, messages name it, and nobody finds it.
    func systemSender(_ id: UserID) throws(CommandError) -> Account {
        guard let account = try account(id) else { return try insertAccount(id, .deleted) }
        if account.isThere {
            throw .refused(.conflict, "a user has the id of the system sender", keys: ["from"])
        }
        return account
    }

    private func insertAccount(
        _ id: UserID, _ state: Account.State, nickname: String = "", faceURL: String = ""
    ) throws(CommandError) -> Account {
        let number = try lastAccountNumber().next
        let account = Account(
            number: number, id: id, state: state, createdAt: work.now, nickname: nickname, faceURL: faceURL,
            profileVersion: nickname.isEmpty && faceURL.isEmpty ? 0 : try work.stamp())
        account.beginEmpty()
        try work.execute(Self.insertion, account.values)
        last = number
        remember(account)
        if account.isThere {
            statistics.count(.newUsers)
            try work.note(.accountCreated, of: account)
        }
        return account
    }

    func save(_ account: Account) throws(CommandError) {
        try work.execute(Self.change, account.values)
    }

    private func lastAccountNumber() throws(CommandError) -> AccountNumber {
        if let last { return last }
        var last: AccountNumber = 0
        // A row with a number that is none does not keep new ones away.
        try work.query("SELECT coalesce(max(id), 0) FROM account WHERE id < 2147483647", []) { row in
            last = row.integer(0)
        }
        return last
    }

    private func remember(_ account: Account) {
        cache.insert(account, for: account.number, weight: account.weight)
        numbers.insert(account.number, for: account.id.text, weight: account.id.weight)
    }

    /// The accounts in the cache.
    var cached: [Account] { cache.values }

    /// The account, if it is in the cache. It does not count as used.
    func peek(_ number: AccountNumber) -> Account? { cache.peek(number) }

    /// An account in the cache has grown.
    func add(weight: Int) { cache.add(weight: weight) }

    /// Between commands the cache may let go of what was asked for longest ago.
    func letGo() {
        cache.letGo()
        numbers.letGo()
    }

    /// After a rollback nothing in memory is sure.
    func forget() {
        cache.removeAll()
        numbers.removeAll()
        last = nil
    }
}

/// An entry of a dictionary of keys, about.
let keyWeight = 64

extension UserID {
    /// As a key.
    fileprivate var weight: Int { keyWeight + text.utf8.count }
}
