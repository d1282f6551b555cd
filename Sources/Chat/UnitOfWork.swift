import ClientProtocol
import Domain
import Security
import Storage

/// The command at work, as all parts of the domain share it: the transaction, the time, and what is left to tell.
///
/// A part writes its rows through `store` and leaves events here. `ChatState` empties it when the command ends, and forgets it
/// when the transaction is taken back.
package final class UnitOfWork {
    let options: ChatOptions
    /// The key for digests of requests.
    package let digestKey: DigestKey
    /// The transaction of the current command. It is unowned, and not checked, since the store's writer sets it for each
    /// command and holds it longer than that; counting references to it would cost every statement.
    package unowned(unsafe) var store: any Transaction
    /// When the command at work began; nil: there is none, and the clock tells.
    private var moment: Stamp?

    /// The effects of the command, in the order in which they are to be told.
    package private(set) var effects: [ChatEffect] = []
    /// T-31: what the administrator at work adds to notifications; nil in a member's commands.
    package var notifyExt: String?
    /// An administrator is at work: its backend knows what it does.
    package var isForAdministrator = false
    /// How many members and followers have been told or gone through since the start: what a command costs beside what the
    /// store does for it.
    package var visits = 0

    /// How many events there are for backends.
    var backendEventRows = BackendEventRows()

    /// Damaged rows that the command has passed over, each once in a run.
    private var damages: [StoreError] = []
    private var knownDamages: Set<String> = []

    /// Tells the microseconds since 1970.
    private let clock: () -> Stamp
    private var lastStamp: Stamp = 0
    /// No stamp is beyond it: what the store would know after a crash.
    private var reservedStamp: Stamp = 0

    init(_ options: ChatOptions, store: any Transaction, clock: @escaping () -> Stamp) throws(StoreError) {
        self.options = options
        self.store = store
        self.clock = clock
        digestKey = try Chat.digestKey(in: store)
        // After a crash any stamp up to the reserved one may have been given.
        try store.query("SELECT reserved FROM clock WHERE id = 1", []) { row in lastStamp = row.integer(0) }
    }

    /// A command begins. The clock is read once for it: what it does happens at one moment.
    package func begin(in store: any Transaction) {
        self.store = store
        moment = clock()
    }

    func emit(_ content: consuming some DomainEvent, at place: StreamPlace? = nil, to account: Account) {
        effects.append(.event(TypedEvent(content, at: place, to: .user(account.id, account.number))))
    }

    /// To these of the account's sessions.
    func emit(_ content: consuming some DomainEvent, to selection: SessionSelection, of account: Account) {
        effects.append(.event(TypedEvent(content, to: .sessions(selection, of: account.id))))
    }

    /// To all members of the group but these, by account number.
    func emit(
        _ content: consuming some DomainEvent, at place: StreamPlace? = nil, toGroup group: GroupNumber,
        except exceptions: Set<AccountNumber>
    ) {
        effects.append(.event(TypedEvent(content, at: place, to: .group(group, except: exceptions))))
    }

    func emit(_ content: some DomainEvent, toMember account: AccountNumber, of group: GroupNumber) {
        effects.append(.event(TypedEvent(content, to: .member(account, of: group))))
    }

    func emit(_ content: consuming some DomainEvent, toChannel channel: ChannelNumber) {
        effects.append(.event(TypedEvent(content, to: .channel(channel))))
    }

    func emit(_ content: consuming some DomainEvent, toAll place: BroadcastPlace) {
        effects.append(.event(TypedEvent(content, to: .all(place))))
    }

    /// `seq`: its place in the account's stream; nil if it is not in it.
    func emit(_ view: ConversationView, isNew: Bool, seq: Seq?, to account: Account) {
        let place = seq.map(StreamPlace.user)
        if isNew {
            emit(ConversationNew(conversation: view), at: place, to: account)
        } else {
            emit(ConversationChanged(view), at: place, to: account)
        }
    }

    func lead(to effect: ChatEffect) { effects.append(effect) }

    /// The effects of the command have been taken: they are told once they last.
    package func clearEffects() {
        effects.removeAll(keepingCapacity: true)
        moment = nil
    }

    /// The command ends: the next one is a member's until it says otherwise.
    func endCommand() {
        notifyExt = nil
        isForAdministrator = false
    }

    /// Reads one of many rows that belong to others than the command: if the row is damaged, the command goes on without
    /// it. `read` writes nothing before it has read.
    ///
    /// Returns what is wrong with the row; nil: nothing.
    @discardableResult
    func skippingDamage(_ read: () throws(CommandError) -> Void) throws(CommandError) -> StoreError? {
        do throws(CommandError) {
            try read()
            return nil
        } catch {
            guard case .store(let damage) = error, damage.kind == .corrupt else { throw error }
            if knownDamages.count < mostKnownDamages, knownDamages.insert(damage.message).inserted {
                damages.append(damage)
            }
            return damage
        }
    }

    package func takeDamages() -> [StoreError] {
        if damages.isEmpty { return [] }
        defer { damages = [] }
        return damages
    }

    /// Nothing of the transaction has happened.
    func forget() {
        endCommand()
        moment = nil
        effects = []
        // Stamps that were given to what did not happen are not given again, and the reservation is made anew.
        reservedStamp = 0
        backendEventRows.forget()
    }

    // MARK: - Time

    /// Milliseconds since 1970, by the gateway's clock.
    package var now: Milliseconds { time.time }

    private var time: Stamp { moment ?? clock() }

    /// Another node has given stamps up to this one.
    package func follow(_ stamp: Stamp) { lastStamp = stamp }

    /// The next stamp: the time, but always later than the one before, also after a restart with the clock set back.
    func stamp() throws(CommandError) -> Stamp {
        lastStamp = max(time, lastStamp.next)
        if lastStamp > reservedStamp {
            reservedStamp = lastStamp + reservation
            try execute("UPDATE clock SET reserved = $1 WHERE id = 1", [.integer(reservedStamp)])
        }
        return lastStamp
    }

    /// No stamp has been given beyond it.
    package var latestStamp: Stamp { lastStamp }
}

/// A sweep comes by the same rows again and again: it tells of so many.
private let mostKnownDamages = 1_000

/// A tenth of a second of stamps is reserved at a time: a restart that is quicker gives stamps a moment ahead of the clock.
private let reservation: Microseconds = 100_000

/// For how long things are kept.
extension UnitOfWork {
    /// The stamp before which messages are no longer given out.
    var messageCutoff: Stamp { Stamp(milliseconds: now - .days(options.messageDays)) }

    /// The stamp before which changes of messages are no longer known.
    var changeCutoff: Stamp { Stamp(milliseconds: now - .days(options.changeDays)) }

    /// The stamp before which events are no longer kept.
    var streamCutoff: Stamp { Stamp(milliseconds: now - .days(options.streamDays)) }

    /// The stamp before which invitations and requests to join groups are over.
    var requestCutoff: Stamp { GroupRequestQueries.cutoff(days: options.requestDays, now: now) }

    /// Whether a sweep looks for what is left of a feature that was switched off: once a minute is often enough.
    var sweepsLeftovers: Bool { now.seconds.rawValue % 60 == 59 }

    /// The stamp before which it is no longer known why something was pushed, or was not.
    var pushCutoff: Stamp { Stamp(milliseconds: now - .days(options.pushDays)) }

    /// The stamp before which entries of the audit log are no longer kept.
    var auditCutoff: Stamp { Stamp(milliseconds: now - .days(options.auditDays)) }

    /// C-Q25: the milliseconds after which a conversation leaves a list by itself.
    var conversationPeriod: Milliseconds { .days(options.conversationDays) }

    /// The milliseconds for which a repeated request or message is known.
    var retryPeriod: Milliseconds { .hours(options.retryHours) }
}

/// The rows that one sweep looks at, once a second: 170 million messages a day.
let rowsPerSweep: Int64 = 2_000

extension Stamp {
    /// Whether a gateway may have given it: not from before there were any, nor from the future. A minute is left for a clock
    /// that was set back.
    func isPossible(now milliseconds: Milliseconds) -> Bool {
        self > 1_577_836_800_000_000 && time <= milliseconds + 60_000
    }
}
