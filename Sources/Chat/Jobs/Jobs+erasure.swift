import ClientProtocol
import Domain
import Storage

/// M-47 to M-49: what an erased user has written goes, a piece of each table at a time.
///
/// Everything is looked through, since a user who has left a group or deleted a conversation has written there as well.
/// Rows from after the erasure are not touched: the account may be somebody else's by then.
extension Jobs {
    /// Returns where the next piece begins. The last phase has none: what is left of the rows in files is the gateway's matter.
    /// `hasTold`: whether clients were told of the piece, so that a pause shall follow.
    func erasePiece(
        of account: Account, through bound: Stamp, from cursor: JobCursor, hasTold: inout Bool
    ) throws(CommandError) -> JobCursor {
        guard let phase = ErasurePhase(rawValue: cursor.phase) else { return cursor }
        let position: Int64? =
            switch phase {
            case .messages:
                try eraseMessages(
                    of: account, after: MessageNumber(cursor.position), through: bound, hasTold: &hasTold)
            case .replies:
                try repeatedRequests.eraseReplies(
                    about: account.id, after: Stamp(cursor.position), through: bound)?.rawValue
            case .groupEvents:
                try groups.eraseTexts(of: account.id, after: PairKey(cursor.position), through: bound)?.rawValue
            case .userEvents:
                try work.userStreams.eraseTexts(of: account.id, after: PairKey(cursor.position), through: bound)?
                    .rawValue
            case .invitations:
                try groupJoins.eraseMessages(of: account, after: PairKey(cursor.position), through: bound)?.rawValue
            case .files:
                try groupLife.eraseFiles(
                    of: account, after: FileNumber(cursor.position), through: bound)?.rawValue
            case .channelMessages:
                try channels.eraseTexts(of: account, after: PairKey(cursor.position), through: bound)?.rawValue
            case .logins:
                try auditLog.eraseLogins(of: account.id, after: Stamp(cursor.position), through: bound)?.rawValue
            case .media:
                try uploads.erase(of: account, after: MediaNumber(cursor.position), through: bound)?.rawValue
            case .reports:
                try reports.erase(of: account, after: Stamp(cursor.position), through: bound)?.rawValue
            case .stars:
                try stored(Star.erase(by: account.number, through: MessageNumber(bound), from: work.store))
                    ? cursor.position : nil
            case .copies:
                try eraseCopies(by: account, through: bound, hasTold: &hasTold) ? cursor.position : nil
            case .publications:
                try channels.eraseNames(of: account, through: bound) ? cursor.position : nil
            }
        if let position { return JobCursor(phase: cursor.phase, position: position) }
        return JobCursor(phase: ErasurePhase(rawValue: cursor.phase + 1)?.rawValue ?? Job.rowsAreDone)
    }

    /// Messages that are told to many end a piece early: others' events go between.
    private func eraseMessages(
        of account: Account, after first: MessageNumber, through bound: Stamp, hasTold: inout Bool
    ) throws(CommandError) -> Int64? {
        guard
            let found = try messageStore.written(
                by: account, after: first, through: MessageNumber(bound), limit: messagesPerPiece)
        else { return nil }
        hasTold = !found.messages.isEmpty
        var through = found.through
        let visits = work.visits
        for number in found.messages {
            try erase(number, of: account)
            if work.visits - visits > visitsPerPiece {
                through = number
                break
            }
        }
        let taken = try reactions.erase(
            of: account, after: first, through: through, limit: messagesPerPiece, in: conversations)
        if taken > 0 { hasTold = true }
        // The next piece finds the messages done, and takes further reactions.
        return taken == messagesPerPiece ? first.rawValue : through.rawValue
    }

    private func erase(_ number: MessageNumber, of account: Account) throws(CommandError) {
        var found: (message: StoredMessage, conversation: Conversation)?
        try work.skippingDamage { () throws(CommandError) in
            guard let message = try stored(StoredMessage.find(number, in: work.store)) else { return }
            found = (message, try conversations.conversation(message.conversation))
        }
        guard let (message, conversation) = found else { return }
        guard message.sender == account.number else {
            return try replace(message, by: message.withoutReason, in: conversation)
        }
        if message.kind == .notification {
            let body = try bodyWithoutTexts(message.body)
            return try replace(message, by: message.erasedNotification(body), in: conversation)
        }
        if message.isRecalled, message.clientID.isEmpty { return }
        try messageStore.forgetSent(message)
        try pushes.eraseSenderName(of: message, from: account)
        guard !message.isRecalled, isGivenOut(message, in: conversation) else {
            if !message.isRecalled { try edits.dropContent(of: message) }
            return try replace(message, by: message.erased(at: message.change, work.now), in: conversation)
        }
        try pushes.replacePushes(of: message)
        let time = work.now
        _ = try edits.withdraw(message, in: conversation) { place in message.erased(at: place, time) }
        try work.note(.messageRecalled, of: conversation.eventSubject, value: message.id.rawValue)
        if conversation.group == nil { work.visits += 2 }
    }

    /// M-57: others have forwarded it.
    private func eraseCopies(
        by account: Account, through bound: Stamp, hasTold: inout Bool
    ) throws(CommandError) -> Bool {
        hasTold = try edits.mergedMessages.erase(by: account.number, through: MessageNumber(bound))
        return hasTold
    }

    /// Nobody is told: nothing that counts or is shown has changed.
    private func replace(
        _ former: StoredMessage, by message: StoredMessage, in conversation: Conversation
    ) throws(CommandError) {
        try messageStore.replace(by: message, in: conversation)
        try memberships.replaceHeld(by: message)
    }

    /// Of a notification of a group.
    private func bodyWithoutTexts(_ body: String) throws(CommandError) -> String {
        var rest = body
        try work.query("SELECT json_remove($1, '$.attachment.values', '$.notifyExt')", [.text(body)]) { row in
            rest = row.text(0)
        }
        return rest
    }

    private func isGivenOut(_ message: StoredMessage, in conversation: Conversation) -> Bool {
        message.id.stamp >= work.messageCutoff || conversation.last?.id == message.id
    }
}

/// In this order, each a table. The numbers are stored.
private enum ErasurePhase: Int64 {
    case messages, replies, groupEvents, userEvents, invitations, files, channelMessages, logins, publications, media
    case reports, stars, copies
}

private let messagesPerPiece = 32
private let visitsPerPiece = 2_000
