import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Routing
import Storage
import Transport

/// A node of a cluster: the one that leads carries out everything but questions, which each node answers by itself.
final class ClusterSink: StateSink {
    private let member: ClusterMember
    private let surroundings: ClusterService.Surroundings
    private let store: Store<Committer>

    init(_ member: ClusterMember, _ surroundings: ClusterService.Surroundings, _ store: Store<Committer>) {
        self.member = member
        self.surroundings = surroundings
        self.store = store
    }

    func submit(_ submissions: [Submission]) {
        for submission in submissions {
            if case .call(let call) = submission.request, case .ask(let question)? = call.work {
                ask(question, call, submission)
            } else {
                member.forward(submission)
            }
        }
    }

    func noteDeparture(of session: SessionRecord, _ account: AccountNumber, at moment: Milliseconds) {
        submit(.left(session.id, at: moment), of: session.id)
    }

    /// Where the login still waits for a leader, it is not to end the session that the user has opened elsewhere since.
    func abandonLogin(of session: SessionID, at moment: Milliseconds) {
        submit(.left(session, at: moment), of: session)
    }

    var asksBesideChanges: Bool { true }
    var takesBytes: Bool { true }
    var carriesOutPieces: Bool { member.carriesOutPieces }
    /// By the record that ends the session, whatever becomes of its node.
    var signsOutEnded: Bool { true }
    /// Each takes the leader, and then every node, as long as some messages.
    var mostLogins: Int { 4 }
    var position: Int64? { member.position }
    func awaitPosition(_ position: Int64) { member.positions.await(position) }

    /// A state that is made for the question alone is asked on the node's queue: it has just what has been told. Where the answer
    /// would change something, such as a list of which time has taken something, the leader is asked.
    private func ask(_ question: @escaping StateWork, _ call: Call, _ submission: Submission) {
        let address = submission.replyAddress
        let mailbox = surroundings.node.mailboxes[Int(address.ticket.shard)]
        let isTaken = member.ask { [self] transaction in
            do throws(StoreError) {
                let chat = try state(for: transaction)
                let steps = { Cost.steps(transaction, chat) }
                let content = try submission.content(steps, span: "store read") { json throws(CommandError) in
                    try call.caller.standing?.require(in: chat)
                    try question(chat, &json)
                    try chat.finish()
                    if !chat.work.effects.isEmpty { throw .store(Self.tellsOthers) }
                }
                for damage in chat.work.takeDamages() { store.noteDamage(damage) }
                mailbox.post { $0.give(Reply(address, content)) }
            } catch {
                if error.kind == .reading { return member.forward(submission) }
                mailbox.post { $0.fail(address, error) }
            }
        }
        if isTaken { return }
        mailbox.post { $0.fail(address, StoreError(.overloaded, "too many questions wait")) }
    }

    private static let tellsOthers = StoreError(.reading, "the answer would tell others something")

    /// The state of the node's store, by the cluster's time.
    private func state(for transaction: any Transaction) throws(StoreError) -> ChatState {
        let chat = try ChatState(surroundings.chatOptions, store: transaction) {
            [store, configuration = surroundings.configuration] in Stamp(milliseconds: store.now(configuration))
        }
        chat.work.begin(in: transaction)
        return chat
    }
}
