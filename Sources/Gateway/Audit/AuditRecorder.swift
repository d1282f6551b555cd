import Chat
import Domain
import Locking
import Meters
import Settings
import Storage
import Telemetry

/// Gathers what the audit log is to have, and says it in the log. The store's writer takes what was gathered once a second.
final class AuditRecorder: Sendable {
    let recordsLogins: Bool
    private let isKept: Bool
    private let log: Log
    private let unrecorded: Counter
    private let buffer = Lock(AuditBuffer())

    init(_ configuration: Configuration, _ log: Log, unrecorded: Counter) {
        recordsLogins = configuration.audit.logins
        isKept = configuration.audit.retentionDays > 0
        self.log = log
        self.unrecorded = unrecorded
    }

    /// It goes to the log now, and to the store with the next batch. Where there are too many it is only counted.
    func note(_ entry: AuditEntry) {
        let isRecorded = buffer.withLock { buffer in
            let isRecorded = buffer.add(entry)
            if !isRecorded { unrecorded.add() }
            return isRecorded
        }
        if isRecorded { say(entry) }
    }

    /// In the log alone.
    func say(_ entry: AuditEntry) {
        let users = entry.users.prefix(10).joined(separator: " ")
        let parameters: String? = entry.parameters == "{}" ? nil : entry.parameters
        let count: Int? = entry.count == 1 ? nil : entry.count
        log.info(
            "audit",
            [
                "kind": entry.kind.rawValue, "actor": entry.actor.unlessEmpty, "address": entry.address.unlessEmpty,
                "operation": entry.operation.unlessEmpty, "users": users.unlessEmpty,
                "parameters": parameters, "device": entry.device.unlessEmpty,
                "platform": entry.platform.unlessEmpty, "result": entry.result.unlessEmpty,
                "reason": entry.reason.unlessEmpty, "count": count,
            ])
    }

    /// Hands out the entries for the store; none if it keeps no audit log. Those that stand for many are logged here.
    fileprivate func take() -> [AuditEntry] {
        let (entries, rest) = buffer.withLock { $0.take() }
        for entry in rest { say(entry) }
        return isKept ? entries + rest : []
    }

    /// They are in no record of the store.
    func lose(_ count: Int, _ error: StoreError) {
        buffer.withLock { _ in unrecorded.add(count) }
        log.warning("entries of the audit log are in the log alone", ["entries": count, "reason": "\(error)"])
    }
}

extension String {
    fileprivate var unlessEmpty: String? { isEmpty ? nil : self }
}

extension GatewayContext {
    /// A request with an admin key has its reply.
    func record(_ request: AuditedRequest, _ content: Reply.Content) {
        let entry = request.entry.ended(with: content)
        switch (request.way, content) {
        case (.inCommit, .ok), (.inCommit, .refusal): audit.say(entry)
        // Nothing was committed, and perhaps nothing can be.
        case (.inCommit, .fault), (.inBatch, _): audit.note(entry)
        case (.atOnce, _):
            audit.say(entry)
            if configuration.audit.retentionDays > 0 { write([entry]) }
        }
    }

    /// A request whose pieces were requests of their own has ended. The first one's commit has told that it began.
    func recordEnd(of request: AuditedRequest, _ content: Reply.Content) {
        // Of a fault `record` tells.
        if case .fault = content { return }
        if configuration.audit.retentionDays > 0 { write([request.entry.ended(with: content)]) }
    }

    /// Has the store take what was noted; once a second, and at the end.
    func writeAudit() {
        var entries = audit.take()[...]
        while !entries.isEmpty {
            write(Array(entries.prefix(entriesPerPiece)))
            entries = entries.dropFirst(entriesPerPiece)
        }
    }

    private func write(_ entries: [AuditEntry]) {
        state.submit(.audited(entries))
    }
}

/// Others' requests go between two of them.
private let entriesPerPiece = 100
