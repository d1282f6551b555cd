import Domain
import Storage

/// M-36: messages that were sent with an end are gone when it comes. Readers look at the time; a message's counts, and
/// its text on the disk, go with the sweep, at most a second later.
extension Edits {
    /// Ends the messages that expired while no gateway ran, as far as a start may wait for it.
    func catchUp() throws(CommandError) {
        var turns = 0
        while turns < mostTurnsAtStart, try sweep() { turns += 1 }
    }

    /// Returns whether others may be due: what the gateway's users ask for need not wait longer than for these.
    func sweep() throws(CommandError) -> Bool {
        let due = try messageStore.takeDue(limit: mostAtOnce)
        for number in due {
            guard let (message, conversation) = try find(number) else { continue }
            if isGivenOut(message, in: conversation) {
                // M-50: a recall has replaced them already, and has left no word of whether it might.
                if !message.isRecalled { try pushes.replacePushes(of: message) }
                _ = try withdraw(message, in: conversation) { message.expired(at: $0, work.now) }
            } else {
                // It waits for its deletion.
                try dropContent(of: message)
                try messageStore.replace(by: message.expired(at: message.change, work.now), in: conversation)
            }
        }
        return due.count == mostAtOnce
    }

    /// With all that is read for it, so that a damaged row of one keeps no other from its end. Nil: it is kept no longer.
    private func find(_ number: MessageNumber) throws(CommandError) -> (StoredMessage, Conversation)? {
        var found: (StoredMessage, Conversation)?
        try work.skippingDamage { () throws(CommandError) in
            guard let message = try stored(StoredMessage.find(number, in: work.store)), !message.isExpired else {
                return
            }
            let conversation = try conversations.conversation(message.conversation)
            if isGivenOut(message, in: conversation) { try messageChanges.requireSound(conversation) }
            found = (message, conversation)
        }
        return found
    }

    private func isGivenOut(_ message: StoredMessage, in conversation: Conversation) -> Bool {
        message.id.stamp >= work.messageCutoff || conversation.last?.id == message.id
    }
}

private let mostAtOnce = 64
private let mostTurnsAtStart = 160
