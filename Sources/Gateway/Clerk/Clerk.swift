import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Ledger
import Routing
import ServerAPI
import Storage
import Transport

/// Keeps the books on the store's writer thread, and tells the desks what is durable.
///
/// A desk hands a request over; the clerk has the books carry it out, writes the reply and what is to be told, and keeps both
/// until the rows are on the disk. Then everything leaves in the order it happened, with one envelope for each shard: a reply
/// before the events of the same request, and nothing before what came earlier.
final class Clerk: Keeper {
    let books: Books
    private let node: Node<Desk>
    private let directory: Directory
    private var writer = JSONWriter()
    /// What waits for the commit.
    private var tray: [Outgoing] = []

    private enum Outgoing {
        case reply(Reply)
        case login(SeatedSession)
        case events([Payload], to: UserID, except: SessionID?)
        case end(of: UserID)
        case run(@Sendable () -> Void)
    }

    init(_ books: Books, node: Node<Desk>, directory: Directory) {
        self.books = books
        self.node = node
        self.directory = directory
    }

    // MARK: - At work

    /// Carries out one request. A refusal is its reply; a fault of the store is thrown, and the batch's matter.
    func carryOut(
        _ ticket: Ticket, _ work: (Books) throws -> Answer, _ store: any Transaction
    ) throws(StoreError) {
        try perform(ticket, store) {
            if let request = ticket.repeatable, let former = try books.formerReply(to: request) {
                return { $0.splice(former) }
            }
            let answer = try work(books)
            if let request = ticket.repeatable {
                var json = JSONWriter()
                json.object(answer)
                try books.remember(json.text, to: request)
            }
            return answer
        } then: { answer in
            tray.append(.reply(reply(ticket, .ok) { $0.reply(to: ticket.request, answer) }))
        }
    }

    /// Opens a session: once the books know the user, the session is in the directory before anything later is told.
    func logIn(_ application: Application, _ store: any Transaction) throws(StoreError) {
        let ticket = application.ticket
        let record = application.record
        try perform(ticket, store) {
            try books.logIn(record.user, device: record.device, resuming: application.positions)
        } then: { login in
            let answer = reply(ticket, .ok) { json in
                json.reply(to: ticket.request) { json in
                    application.describe(&json)
                    json.object("stream") { $0.field("seq", login.streamSeq) }
                    if let resumption = login.resumption { json.resumption(resumption) }
                }
            }
            tray.append(
                .login(
                    SeatedSession(
                        application: application, account: login.account, reply: answer, events: syncEvents(login))))
        }
    }

    /// Has something done when what came before it is durable.
    func afterwards(_ work: @escaping @Sendable () -> Void) {
        tray.append(.run(work))
    }

    /// What nobody has asked for.
    func sweep(_ store: any Transaction) throws(StoreError) {
        books.store = store
        do {
            try books.sweep()
        } catch let error as StoreError {
            throw error
        } catch {
            preconditionFailure("a sweep was refused: \(error)")
        }
        takeNotices(from: nil)
    }

    private func perform<Result>(
        _ ticket: Ticket, _ store: any Transaction, _ work: () throws -> Result, then: (Result) -> Void
    ) throws(StoreError) {
        books.store = store
        do {
            then(try work())
            takeNotices(from: ticket.session)
        } catch let refusal as Refusal {
            precondition(books.notices.isEmpty, "a refused request has left notices")
            tray.append(.reply(reply(ticket, .refused) { $0.reply(to: ticket.request, refusing: refusal) }))
        } catch let error as StoreError {
            throw error
        } catch {
            preconditionFailure("the books threw \(error)")
        }
    }

    private func takeNotices(from session: SessionID?) {
        for notice in books.notices {
            if case .accountEnded = notice.content {
                tray.append(.end(of: notice.recipient))
            } else {
                let payload = payload { $0.notice(notice.content) }
                tray.append(.events([payload], to: notice.recipient, except: notice.sparesOrigin ? session : nil))
            }
        }
        books.notices.removeAll(keepingCapacity: true)
    }

    /// C-Q16, in this order.
    private func syncEvents(_ login: Login) -> [Payload] {
        var events = [payload { $0.event(ConversationOperations.syncStart) { _ in } }]
        if !login.changed.isEmpty {
            events.append(payload { $0.notice(.conversations(login.changed, isNew: false, seq: nil)) })
        }
        events.append(payload { $0.notice(.total(login.total)) })
        events.append(payload { $0.event(ConversationOperations.syncFinish) { _ in } })
        return events
    }

    private func reply(_ ticket: Ticket, _ result: Reply.Result, _ write: (inout JSONWriter) -> Void) -> Reply {
        Reply(ticket: ticket, payload: payload(write), result: result)
    }

    private func payload(_ write: (inout JSONWriter) -> Void) -> Payload {
        writer.clear()
        write(&writer)
        return Payload(text: writer.bytes)
    }

    // MARK: - Afterwards

    func committed() {
        var bags = node.mailboxes.map { _ in [Delivery]() }
        for item in tray {
            switch item {
            case .reply(let reply):
                bags[Int(reply.ticket.connection.shard)].append(.reply(reply))
            case .events(let payloads, let user, let excepted):
                for session in directory.sessions(of: user) where session.id != excepted {
                    for payload in payloads {
                        bags[Int(session.connection.shard)].append(.event(payload, to: session.connection))
                    }
                }
            case .login(let seated):
                let opening = directory.open(seated.application.record)
                for (ended, reason) in opening.ended {
                    let kick = Kick.replaced(reason, by: seated.application.record)
                    bags[Int(ended.connection.shard)].append(.kick(ended, kick))
                }
                bags[Int(seated.application.record.connection.shard)].append(.seat(seated, opening.meter))
            case .end(let user):
                for session in directory.sessions(of: user) {
                    bags[Int(session.connection.shard)].append(.kick(session, .accountEnded))
                }
            case .run(let work): work()
            }
        }
        tray.removeAll(keepingCapacity: true)
        for (shard, bag) in bags.enumerated() where !bag.isEmpty {
            node.mailboxes[shard].post { $0.take(bag) }
        }
    }

    func rolledBack() {
        tray = []
        books.forget()
    }
}
