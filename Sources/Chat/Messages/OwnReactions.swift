import Domain
import Storage

extension MessageView {
    /// M-25: those of the user who is given the message. One who had the account before is another.
    mutating func addOwnReactions(of account: AccountNumber, in store: any Transaction) throws(StoreError) {
        guard let life = message.life, !life.reactions.isEmpty else { return }
        var found: [String] = []
        try store.query(
            """
            SELECT reaction FROM reaction WHERE message = $1 AND account = $2
                AND stamp >= (SELECT created_at * 1000 FROM account WHERE id = $2)
            """, [.integer(message.id), .integer(account)]
        ) { row in found.append(row.text(0)) }
        mine = found
    }
}
