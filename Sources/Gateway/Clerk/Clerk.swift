import ClientProtocol
import Domain
import EventLoop
import JSON
import Ledger
import Routing
import Storage
import Transport

/// Keeps the books on the store's writer thread, and hands on to the desks what is durable.
///
/// A desk hands a request over; the clerk has the books carry it out, and keeps the answer and what is to be told until the
/// rows are on the disk. Then everything leaves in the order it happened, with one envelope for each shard: a reply before the
/// events of the same request, and nothing before what came earlier. Nothing is put into JSON here: the writer thread
/// is the one that everybody waits for.
final class Clerk: TransactionObserver {
    let books: Books
    private let node: Node<Desk>
    private let directory: Directory
    private let pushDispatcher: PushDispatcher
    private let jobs: JobRunner
    /// Of a user's requests together.
    private let userRate: RateLimit
    /// Where users' sessions are, by account number, for what is told to many: those of who has one, and of who has several.
    private var place: [Int64: ConnectionID] = [:]
    private var places: [Int64: [ConnectionID]] = [:]
    /// What waits for the commit.
    private var tray: [Outgoing] = []
    /// Whose logins are in the tray.
    private var entering: Set<Int64> = []

    private enum Outgoing {
        case reply(Reply)
        case login(SeatedSession)
        case notice(Notice, from: SessionID?)
        case run(@Sendable () -> Void)
    }

    init(
        _ books: Books, node: Node<Desk>, directory: Directory, pushDispatcher: PushDispatcher, jobs: JobRunner,
        userRate: RateLimit
    ) {
        self.books = books
        self.node = node
        self.directory = directory
        self.pushDispatcher = pushDispatcher
        self.jobs = jobs
        self.userRate = userRate
    }

    // MARK: - At work

    /// Carries out one request. A refusal is its reply; a fault of the store is thrown, and the batch's matter.
    func carryOut(
        _ ticket: Ticket, _ work: (Books) throws -> Answer, _ store: any Transaction
    ) throws(StoreError) {
        try perform(ticket, store) {
            tray.append(.reply(Reply(ticket, .answer(try once(ticket) { try work(books) }))))
        }
    }

    /// Opens a session: once the books know the user, the session is in the directory before anything later is told.
    func logIn(_ application: Application, _ store: any Transaction) throws(StoreError) {
        try perform(application.ticket, store) {
            let record = application.record
            let login = try books.logIn(
                record.user, device: record.device, resuming: application.positions)
            try books.welcome(login.account)
            // What has expired meanwhile is news for the user's other sessions; this one is told the total anyway.
            try takeNotices(from: nil)
            tray.append(.login(SeatedSession(application: application, login: login)))
            entering.insert(login.account)
        }
    }

    /// What nobody has asked for.
    func sweep(_ store: any Transaction) throws(StoreError) {
        try work(store) { try $0.sweep() }
    }

    /// a session was opened at that moment. It may be over by now, and then it was there all the same.
    func arrive(
        _ session: SessionRecord, _ login: Login, at moment: Int64, _ store: any Transaction
    ) throws(StoreError) {
        try work(store) { books in
            try books.attend(login.account, on: session.platform, isOnline: true, since: moment)
            try books.beginMark(of: session.device, login.account, at: login.told)
        }
    }

    /// Does a piece of what a request has left to do, at the expense of whose it is. False if there is nothing.
    func carryOn(_ store: any Transaction) throws(StoreError) -> Bool {
        let before = Cost.steps(store, books)
        var user: UserID?
        try work(store) { user = try $0.carryOn() }
        guard let user else { return false }
        let cost = Cost.ofSteps(Cost.steps(store, books) - before)
        directory.meter(of: user).charge(userRate, now: Clock.monotonic, cost: cost)
        return true
    }

    /// a session has ended long enough ago.
    func depart(_ departure: Departure, _ store: any Transaction) throws(StoreError) {
        let sessions = directory.sessions(of: departure.user)
        notePlaces(of: departure.account, sessions)
        if sessions.isEmpty, !entering.contains(departure.account) { books.bidFarewell(departure.account) }
        let isOnline = sessions.contains { $0.platform == departure.platform }
        try work(store) { books in
            try books.attend(
                departure.account, on: departure.platform, isOnline: isOnline,
                since: isOnline ? nil : departure.moment)
        }
    }

    /// S-Q33: from now on it is known what the device has had.
    func end(_ session: SessionEnd, _ store: any Transaction) throws(StoreError) {
        try work(store) { try $0.raiseMark(of: session.record.device, session.account, to: session.heard) }
    }

    /// C-22: what has become of a team's conversation, for some of those who are there.
    func show(team: Int64, to accounts: [Int64], _ store: any Transaction) throws(StoreError) {
        try work(store) { try $0.showTeam(team, to: accounts) }
    }

    /// What the gateway itself wants done.
    func work(_ store: any Transaction, _ work: (Books) throws -> Void) throws(StoreError) {
        books.store = store
        do {
            try work(books)
            try takeNotices(from: nil)
        } catch let error as StoreError {
            throw error
        } catch {
            preconditionFailure("what nobody has asked for was refused: \(error)")
        }
    }

    /// Has something done when what came before it is durable.
    func afterwards(_ work: @escaping @Sendable () -> Void) {
        tray.append(.run(work))
    }

    private func perform(_ ticket: Ticket, _ store: any Transaction, _ work: () throws -> Void) throws(StoreError) {
        books.store = store
        do {
            do {
                try ticket.paying(userRate, { Cost.steps(store, books) }, work)
            } catch let refusal as Refusal {
                precondition(books.notices.isEmpty, "a refused request has left notices")
                tray.append(.reply(Reply(ticket, .refusal(refusal))))
            }
            try takeNotices(from: ticket.session)
        } catch let error as StoreError {
            throw error
        } catch {
            preconditionFailure("the books threw \(error)")
        }
    }

    /// a request with a key is carried out the first time, and answered the same ever after.
    private func once(_ ticket: Ticket, _ work: () throws -> Answer) throws -> Answer {
        guard let request = ticket.repeatable else { return try work() }
        if let former = try books.formerReply(to: request) { return { $0.splice(former) } }
        let answer = try work()
        var json = JSONWriter()
        json.object(answer)
        try books.remember(json.text, to: request)
        return answer
    }

    private func takeNotices(from session: SessionID?) throws {
        try books.finish()
        for notice in books.notices { tray.append(.notice(notice, from: session)) }
        books.notices.removeAll(keepingCapacity: true)
    }

    // MARK: - Afterwards

    func committed() {
        var bags = Bags(count: node.mailboxes.count)
        for item in tray {
            switch item {
            case .reply(let reply): bags.put(.reply(reply), for: reply.ticket.connection)
            case .notice(let notice, let session): tell(notice, from: session, by: &bags)
            case .login(let seated): admit(seated, by: &bags)
            case .run(let work): work()
            }
        }
        tray.removeAll(keepingCapacity: true)
        entering.removeAll(keepingCapacity: true)
        let stamp = books.latestStamp
        for (shard, bag) in bags.deliveries.enumerated() where !bag.isEmpty {
            node.mailboxes[shard].post { $0.take(bag, upTo: stamp) }
        }
        if books.hasOrdered {
            books.hasOrdered = false
            pushDispatcher.wake()
        }
        if !books.suppressedPushes.isEmpty {
            pushDispatcher.count(books.suppressedPushes)
            books.suppressedPushes = [:]
        }
        if books.hasJobs { jobs.wake() }
    }

    func rolledBack() {
        tray = []
        entering = []
        books.forget()
    }

    private func tell(_ notice: Notice, from session: SessionID?, by bags: inout Bags) {
        switch notice.audience {
        case .user(let user, let sparesOrigin):
            tell(notice, to: directory.sessions(of: user), except: sparesOrigin ? session : nil, by: &bags)
        case .team(let team, let exceptions):
            bags.putEverywhere(.room(team: team, Announcement(notice.content), except: exceptions))
        case .followers(let followers):
            guard case .news(let news) = notice.content else {
                preconditionFailure("followers are told news alone")
            }
            var recipients = Array(repeating: [Recipient](), count: node.mailboxes.count)
            for follower in followers {
                if let connection = place[follower.account] {
                    recipients[Int(connection.shard)].append(Recipient(follower, connection))
                } else {
                    for connection in places[follower.account] ?? [] {
                        recipients[Int(connection.shard)].append(Recipient(follower, connection))
                    }
                }
            }
            for (shard, some) in recipients.enumerated() where !some.isEmpty {
                bags.deliveries[shard].append(.news(news, for: some))
            }
        }
    }

    private func tell(
        _ notice: Notice, to sessions: [SessionRecord], except excepted: SessionID?, by bags: inout Bags
    ) {
        switch notice.content {
        case .accountEnded:
            for session in sessions { bags.put(.kick(session, .accountEnded), for: session.connection) }
        case .entered(let team):
            for session in sessions { bags.put(.enter(team: team, session), for: session.connection) }
        case .left(let team):
            for session in sessions { bags.put(.leave(team: team, session), for: session.connection) }
        default:
            if sessions.count == 1, sessions[0].id != excepted {
                bags.put(.notice(notice, to: sessions[0].connection), for: sessions[0].connection)
            } else if sessions.count > 1 {
                let announcement = Announcement(notice.content)
                for session in sessions where session.id != excepted {
                    bags.put(.announcement(announcement, to: session.connection), for: session.connection)
                }
            }
        }
    }

    private func notePlaces(of account: Int64, _ sessions: [SessionRecord]) {
        place[account] = sessions.count == 1 ? sessions[0].connection : nil
        places[account] = sessions.count > 1 ? sessions.map(\.connection) : nil
    }

    private func admit(_ seated: SeatedSession, by bags: inout Bags) {
        let record = seated.application.record
        let opening = directory.open(record)
        notePlaces(of: seated.login.account, directory.sessions(of: record.user))
        for (ended, reason) in opening.ended {
            bags.put(.kick(ended, .replaced(reason, by: record)), for: ended.connection)
        }
        bags.put(.seat(seated, opening.meter), for: record.connection)
    }
}

/// One for each shard.
private struct Bags {
    var deliveries: [[Delivery]]

    init(count: Int) {
        deliveries = Array(repeating: [], count: count)
    }

    mutating func putEverywhere(_ delivery: Delivery) {
        for shard in deliveries.indices { deliveries[shard].append(delivery) }
    }

    mutating func put(_ delivery: Delivery, for connection: ConnectionID) {
        deliveries[Int(connection.shard)].append(delivery)
    }
}
