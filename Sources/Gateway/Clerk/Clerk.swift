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
final class Clerk: Keeper {
    let books: Books
    private let node: Node<Desk>
    private let directory: Directory
    private let departures: Departures
    private let postmaster: Postmaster
    /// Where users' sessions are, by account number, for what is told to many: those of who has one, and of who has several.
    private var place: [Int64: ConnectionID] = [:]
    private var places: [Int64: [ConnectionID]] = [:]
    /// What waits for the commit.
    private var tray: [Outgoing] = []

    private enum Outgoing {
        case reply(Reply)
        case login(SeatedSession)
        case notice(Notice, from: SessionID?)
        case run(@Sendable () -> Void)
    }

    init(
        _ books: Books, node: Node<Desk>, directory: Directory, departures: Departures, postmaster: Postmaster
    ) {
        self.books = books
        self.node = node
        self.directory = directory
        self.departures = departures
        self.postmaster = postmaster
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
                record.user, device: record.device, resuming: application.positions, after: absence(of: record.user))
            try books.welcome(login.account)
            // What has expired meanwhile is news for the user's other sessions; this one is told the total anyway.
            try takeNotices(from: nil)
            tray.append(.login(SeatedSession(application: application, login: login)))
        }
    }

    /// What nobody has asked for.
    func sweep(_ store: any Transaction) throws(StoreError) {
        try work(store) { try $0.sweep() }
    }

    /// S-Q33.
    private func absence(of user: UserID) throws -> Absence {
        if !directory.sessions(of: user).isEmpty { return .none }
        let account = try books.number(of: user)
        return account.flatMap(departures.moment).map { .since($0) } ?? .unknown
    }

    /// a session of the user's has come, or one has left a platform at that moment.
    func attend(
        _ account: Int64, _ user: UserID, left: Platform?, since moment: Int64, _ store: any Transaction
    ) throws(StoreError) {
        let sessions = directory.sessions(of: user)
        notePlaces(of: account, sessions)
        try work(store) { books in
            try books.attend(account, on: Set(sessions.map(\.platform)), left: left, since: moment)
        }
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
                try work()
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
        for (shard, bag) in bags.deliveries.enumerated() where !bag.isEmpty {
            node.mailboxes[shard].post { $0.take(bag) }
        }
        if books.hasOrdered {
            books.hasOrdered = false
            postmaster.wake()
        }
    }

    func rolledBack() {
        tray = []
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
