import Domain
import Storage

/// U-28, U-32: messages show the state of what they refer to, so those that refer to something that was reviewed or deleted are
/// changed, a piece at a time.
final class MediaTelling {
    private let work: UnitOfWork
    let uploads: Uploads
    let mediaReferences: MediaReferences
    let conversations: Conversations
    let messageChanges: MessageChanges

    init(
        work: UnitOfWork, uploads: Uploads, mediaReferences: MediaReferences, conversations: Conversations,
        messageChanges: MessageChanges
    ) {
        self.work = work
        self.uploads = uploads
        self.mediaReferences = mediaReferences
        self.conversations = conversations
        self.messageChanges = messageChanges
    }

    /// Returns whether there may be more.
    func sweep() throws(CommandError) -> Bool {
        guard let media = try uploads.firstUntold() else { return false }
        let messages = try mediaReferences.messages(with: media.number, after: media.told, limit: mostAtOnce)
        guard let shown = try mediaReferences.shown([media]).first else { return false }
        for number in messages {
            try work.skippingDamage { () throws(CommandError) in
                guard let message = try stored(StoredMessage.find(number, in: work.store)), !message.isRecalled,
                    let media = message.life?.media, media.contains(where: { $0.id == shown.id && $0 != shown })
                else { return }
                let conversation = try conversations.conversation(message.conversation)
                try messageChanges.requireSound(conversation)
                _ = try messageChanges.change(message, in: conversation, isVoid: false) { place in
                    message.showing(media.map { $0.id == shown.id ? shown : $0 }, at: place)
                }
            }
            if !media.state.isUsable { try mediaReferences.forget(media.number, in: number) }
        }
        try uploads.noteTold(media.number, through: messages.count < mostAtOnce ? nil : messages.last)
        return true
    }
}

private let mostAtOnce = 32
