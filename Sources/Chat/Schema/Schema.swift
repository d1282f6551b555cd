import Storage

/// The tables of the store. A new one is made by `tables`; a store of an earlier release has one step for each release after
/// it, which never changes once it is released.
///
/// A send touches as few pages as possible (docs/decisions/009): messages are appended in the order of their stamps, which
/// are their ids, and hang together in chains with a small index of every 64th (`Chain`); `message_dedup` begins
/// with the client's own id, so that ids which rise with time, as
/// those of UUID version 7 do, lie side by side. Two numbers in one make the keys of `membership`, the account's and the
/// conversation's, and of `former_member`, of `contact`, the account's and the other's, of `friend_group`, the account's and the group's, of
/// `member`, `invitation`, `join_request` and `group_ban`, the group's and the account's, of `presence`, the account's and the
/// platform's, and of `stream_event` and `group_event`, the
/// account's or the group's and the seq, of `channel_message`, the channel's and the seq, of `channel_follower`, the account's and
/// the channel's, of `channel_publisher`, the channel's and the account's, and of `room_standing`, the room's and the account's.
///
/// The conversation of a group has 0 for `low` and the group's number for `high`.
///
/// A row of `contact` is a friend, a blocked user, or both. `relationState` counts what an account has, so that a cap
/// costs the same whatever is there.
///
/// The words are SQLite's.
package enum Schema {
    package static let migrations = Migrations(
        [release3, release4], tables: tables, oldest: Migrations.Release(number: 7, name: "release 0.2"))
}

extension Schema {
    /// Writes again what a migration has drawn by chance. It belongs into the first record of a cluster: every node's
    /// migrations draw something else, and all nodes shall have the same.
    package static func shareSecrets(in store: any Transaction) throws(StoreError) {
        var secrets: [(name: String, bytes: [UInt8])] = []
        try store.query("SELECT name, bytes FROM secret ORDER BY name") { row in
            secrets.append((row.text(0), row.bytes(1)))
        }
        for (name, bytes) in secrets {
            try store.execute("UPDATE secret SET bytes = $2 WHERE name = $1", [.text(name), .bytes(bytes)])
        }
    }
}
