import Storage

extension Schema {
    static let messageTables: [SQL] = [
        """
        CREATE TABLE conversation (
            id INTEGER PRIMARY KEY,
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            last INTEGER NOT NULL,
            change INTEGER NOT NULL DEFAULT 0,
            changes_lost INTEGER NOT NULL DEFAULT 0,
            targeted INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE UNIQUE INDEX conversation_pair ON conversation (low, high)",
        "CREATE INDEX conversation_high ON conversation (high)",
        """
        CREATE TABLE membership (
            id INTEGER PRIMARY KEY,
            is_listed INTEGER NOT NULL,
            listed_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            is_pinned INTEGER NOT NULL,
            receive_option INTEGER NOT NULL,
            read_seq INTEGER NOT NULL,
            unread_base INTEGER NOT NULL,
            unread_ignored TEXT NOT NULL,
            visible_after INTEGER NOT NULL,
            held_last INTEGER NOT NULL,
            held TEXT NOT NULL,
            receipt_time INTEGER NOT NULL,
            end_seq INTEGER NOT NULL DEFAULT 0,
            mentions TEXT NOT NULL DEFAULT '',
            claim INTEGER NOT NULL DEFAULT 0,
            receipt_seq INTEGER NOT NULL DEFAULT 0,
            marks INTEGER NOT NULL DEFAULT 0,
            unread_carried INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX membership_held_last ON membership (held_last) WHERE held_last != 0",
        """
        CREATE TABLE message (
            id INTEGER PRIMARY KEY,
            conversation INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            sender INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            settings INTEGER NOT NULL,
            counted INTEGER NOT NULL,
            counted_low INTEGER NOT NULL,
            client_id TEXT NOT NULL,
            body TEXT NOT NULL,
            push_text TEXT,
            previous INTEGER NOT NULL,
            mentions TEXT,
            member_option TEXT,
            push_payload TEXT,
            nickname TEXT,
            change INTEGER,
            changed_at INTEGER,
            recalled_by TEXT,
            detail TEXT
        )
        """,
        "CREATE UNIQUE INDEX message_seq ON message (conversation, seq) WHERE seq % 64 = 0",
        "CREATE INDEX message_at_all ON message (conversation, seq) WHERE settings & 512 != 0",
        messageReplies,
        """
        CREATE TABLE message_dedup (
            client_id TEXT NOT NULL,
            account INTEGER NOT NULL,
            message INTEGER NOT NULL,
            digest BLOB,
            PRIMARY KEY (client_id, account)
        ) WITHOUT ROWID
        """,
        // The key has the conversation's number and the place. A message has one row: that of its newest change.
        """
        CREATE TABLE message_change (
            id INTEGER PRIMARY KEY,
            message INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            is_recalled INTEGER NOT NULL,
            visible_to TEXT
        )
        """,
        "CREATE INDEX message_change_stamp ON message_change (stamp)",
        // side: whose numbers these are, see `Conversation.voids`.
        """
        CREATE TABLE void (
            conversation INTEGER NOT NULL,
            side INTEGER NOT NULL,
            after INTEGER NOT NULL,
            through INTEGER NOT NULL,
            PRIMARY KEY (conversation, side, after)
        ) WITHOUT ROWID
        """,
        // A message has counts and the first few users beside it (`MessageLife`).
        """
        CREATE TABLE reaction (
            message INTEGER NOT NULL,
            reaction TEXT NOT NULL,
            stamp INTEGER NOT NULL,
            account INTEGER NOT NULL,
            PRIMARY KEY (message, reaction, stamp)
        ) WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX reaction_account ON reaction (message, account, reaction)",
        // Users have deleted these for themselves. The key is that of `membership`, which says in its marks whether there is any.
        """
        CREATE TABLE hidden_message (
            membership INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY (membership, seq)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX hidden_message_seq ON hidden_message (membership & 4294967295, seq)",
        """
        CREATE TABLE pinned_message (
            conversation INTEGER NOT NULL,
            message INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            PRIMARY KEY (conversation, message)
        ) WITHOUT ROWID
        """,
        // A message that does not expire has no row.
        """
        CREATE TABLE expiring_message (
            due INTEGER NOT NULL,
            message INTEGER NOT NULL,
            PRIMARY KEY (due, message)
        ) WITHOUT ROWID
        """,
        """
        CREATE TABLE scheduled_message (
            id INTEGER PRIMARY KEY,
            due INTEGER NOT NULL,
            sender TEXT NOT NULL,
            target TEXT NOT NULL,
            client_id TEXT NOT NULL,
            kind INTEGER NOT NULL,
            settings INTEGER NOT NULL,
            reply_to INTEGER,
            expire_seconds INTEGER,
            digest BLOB NOT NULL,
            body TEXT NOT NULL,
            push_text TEXT,
            mentions TEXT,
            member_option TEXT,
            push_payload TEXT,
            media TEXT
        )
        """,
        "CREATE INDEX scheduled_message_due ON scheduled_message (due, id)",
        "CREATE UNIQUE INDEX scheduled_message_sender ON scheduled_message (sender, client_id)",
        // messages: a JSON array of ids, all taken at that stamp.
        "CREATE TABLE message_import (stamp INTEGER PRIMARY KEY, messages TEXT NOT NULL)",
        """
        CREATE TABLE stream_event (
            id INTEGER PRIMARY KEY,
            stamp INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            conversation INTEGER NOT NULL,
            value INTEGER NOT NULL,
            detail TEXT,
            device TEXT
        )
        """,
        "CREATE INDEX stream_event_stamp ON stream_event (stamp) WHERE kind != 0",
    ]

    /// Of a reply, as `MessageLife` writes it. No text in `detail` has this: there its quotes are escaped.
    private static let replyMember = #"'"replyTo":{"msgId":"'"#
    private static let repliedMessage = "CAST(substr(detail, instr(detail, \(replyMember)) + 20) AS INTEGER)"
    private static let isReply = "detail IS NOT NULL AND instr(detail, \(replyMember)) > 0"
    /// Replies by the message that each answers (M-52). It is in `detail` alone, so those of before the index are in it as well,
    /// and what has become of a reply needs no other row.
    static let messageReplies = SQL(
        composed: "CREATE INDEX message_reply ON message (\(repliedMessage)) WHERE \(isReply)")
    /// True of replies to the message $1.
    static let repliesToMessage = "\(isReply) AND \(repliedMessage) = $1"

    static let channelTables: [SQL] = [
        // state 0: there; 1: destroyed, and rows of it are left; 2: gone.
        """
        CREATE TABLE channel (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            state INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            access INTEGER NOT NULL,
            followers INTEGER NOT NULL,
            base_seq INTEGER NOT NULL,
            title TEXT NOT NULL,
            description TEXT NOT NULL,
            ext TEXT NOT NULL
        )
        """,
        "CREATE INDEX channel_ending ON channel (id) WHERE state = 1",
        // sender 0: a backend. flags: `StoredChannelMessage.Flags`.
        """
        CREATE TABLE channel_message (
            id INTEGER PRIMARY KEY,
            stamp INTEGER NOT NULL,
            sender INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            flags INTEGER NOT NULL,
            client_id TEXT NOT NULL,
            body TEXT NOT NULL
        )
        """,
        "CREATE INDEX channel_message_stamp ON channel_message (stamp)",
        // As message_dedup, for what is published.
        """
        CREATE TABLE channel_publication (
            period INTEGER NOT NULL,
            client_id TEXT NOT NULL,
            channel INTEGER NOT NULL,
            sender INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            stamp INTEGER NOT NULL,
            digest BLOB NOT NULL,
            PRIMARY KEY (period, client_id, channel, sender)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX channel_publication_sender ON channel_publication (sender)",
        """
        CREATE TABLE channel_follower (
            id INTEGER PRIMARY KEY,
            channel INTEGER NOT NULL,
            since INTEGER NOT NULL
        )
        """,
        "CREATE INDEX channel_follower_channel ON channel_follower (channel)",
        "CREATE TABLE channel_publisher (id INTEGER PRIMARY KEY, account INTEGER NOT NULL)",
        "CREATE INDEX channel_publisher_account ON channel_publisher (account)",
        // The key is the place in the stream that all accounts share. audience 0: all; 1: those who were there. state 1: stopped.
        // expires_at 0: it does not end by itself.
        """
        CREATE TABLE broadcast (
            id INTEGER PRIMARY KEY,
            stamp INTEGER NOT NULL,
            audience INTEGER NOT NULL,
            state INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            client_id TEXT NOT NULL UNIQUE,
            body TEXT NOT NULL,
            digest BLOB NOT NULL
        )
        """,
    ]

    static let pushTables: [SQL] = [
        "CREATE TABLE quiet_hours (account INTEGER PRIMARY KEY, value INTEGER NOT NULL)",
        """
        CREATE TABLE setting_history (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            conversation INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            value INTEGER NOT NULL
        )
        """,
        "CREATE INDEX setting_history_account ON setting_history (account, id)",
        """
        CREATE TABLE push_address (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            device TEXT NOT NULL,
            platform TEXT NOT NULL,
            provider TEXT NOT NULL,
            token TEXT NOT NULL,
            gone INTEGER NOT NULL,
            token_key TEXT NOT NULL DEFAULT '',
            language TEXT NOT NULL DEFAULT '',
            preview TEXT NOT NULL DEFAULT 'full'
        )
        """,
        "CREATE INDEX push_address_account ON push_address (account)",
        "CREATE INDEX push_address_gone ON push_address (gone) WHERE gone != 0",
        "CREATE UNIQUE INDEX push_address_token ON push_address (provider, token_key) WHERE gone = 0",
        """
        CREATE TABLE push_job (
            message INTEGER PRIMARY KEY,
            is_from_leader INTEGER NOT NULL,
            sender_name TEXT NOT NULL,
            is_decided INTEGER NOT NULL,
            is_edited INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX push_job_open ON push_job (message) WHERE is_decided = 0",
        """
        CREATE TABLE push (
            id INTEGER PRIMARY KEY,
            message INTEGER NOT NULL,
            account INTEGER NOT NULL,
            address INTEGER NOT NULL,
            provider TEXT NOT NULL,
            badge INTEGER NOT NULL,
            is_forced INTEGER NOT NULL,
            state INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            due INTEGER NOT NULL,
            status INTEGER NOT NULL,
            answer TEXT NOT NULL,
            answered_at INTEGER NOT NULL,
            is_late INTEGER NOT NULL DEFAULT 0
        )
        """,
        pushReceipts, pushBadges, conversationNotes, delivered,
        "CREATE UNIQUE INDEX push_message ON push (message, account, address)",
        "CREATE INDEX push_due ON push (provider, due) WHERE state = 0",
        """
        CREATE TABLE push_run (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            patience INTEGER NOT NULL,
            lost_since INTEGER,
            lost_until INTEGER
        )
        """,
        """
        CREATE TABLE unheard (
            account INTEGER PRIMARY KEY,
            since INTEGER NOT NULL,
            until INTEGER NOT NULL,
            due INTEGER NOT NULL
        )
        """,
        "CREATE INDEX unheard_due ON unheard (due)",
        // To one account, or to a group, the other being 0, or for a channel's message, with the last follower for whom it is
        // decided. The id is a stamp, as that of a message is.
        """
        CREATE TABLE notification_push (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL,
            chat_group INTEGER NOT NULL,
            text TEXT NOT NULL,
            is_forced INTEGER NOT NULL,
            payload TEXT,
            channel INTEGER NOT NULL DEFAULT 0,
            decided_through INTEGER NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX notification_push_account ON notification_push (account) WHERE account != 0",
        "CREATE INDEX notification_push_channel ON notification_push (channel) WHERE channel != 0",
        """
        CREATE INDEX notification_push_open ON notification_push (id)
            WHERE channel != 0 AND decided_through < 9223372036854775807
        """,
    ]

    static let backendTables: [SQL] = [
        // Backends are told these beside messages. The ids of both are stamps, and make one order.
        """
        CREATE TABLE event (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            subject INTEGER NOT NULL,
            account INTEGER NOT NULL,
            value INTEGER NOT NULL,
            detail TEXT
        )
        """,
        "CREATE INDEX event_detail ON event (account) WHERE detail IS NOT NULL",
        // cursor: everything up to there is done, but for the subjects that are parked.
        """
        CREATE TABLE event_endpoint (
            name TEXT PRIMARY KEY,
            cursor INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            removed_at INTEGER NOT NULL,
            dropped_from INTEGER NOT NULL,
            dropped_to INTEGER NOT NULL,
            dropped INTEGER NOT NULL
        ) WITHOUT ROWID
        """,
        // state 0: the subject waits for this event; 1: the event was set aside.
        """
        CREATE TABLE event_parked (
            endpoint TEXT NOT NULL,
            event INTEGER NOT NULL,
            subject INTEGER NOT NULL,
            state INTEGER NOT NULL,
            since INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            status INTEGER NOT NULL,
            answer TEXT NOT NULL,
            PRIMARY KEY (endpoint, event)
        ) WITHOUT ROWID
        """,
    ]
}
