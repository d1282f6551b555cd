import Storage

extension Schema {
    /// From release 0.2 to release 0.3. Tables are written out here although `tables` has them too: those go on changing, and
    /// a released step never does.
    static let release3 = Migration(
        number: 23, name: "release 0.3",
        statements: [
            // Tables, columns and indices by the words of the code.
            "ALTER TABLE handled RENAME TO idempotency_key",
            "DROP INDEX handled_stamp",
            "CREATE INDEX idempotency_key_stamp ON idempotency_key (stamp)",
            "ALTER TABLE sent RENAME TO message_dedup",
            "ALTER TABLE circle RENAME TO relation_count",
            "ALTER TABLE request RENAME TO friend_request",
            "DROP INDEX request_other",
            "CREATE INDEX friend_request_other ON friend_request (other)",
            "ALTER TABLE team_number RENAME TO group_counter",
            "ALTER TABLE team RENAME TO chat_group",
            "ALTER TABLE team_event RENAME TO group_event",
            "ALTER TABLE team_receipt RENAME TO group_receipt",
            "ALTER TABLE group_receipt RENAME COLUMN team TO group_number",
            "ALTER TABLE shared_file RENAME COLUMN team TO group_number",
            "DROP INDEX shared_file_team",
            "CREATE INDEX shared_file_group ON shared_file (group_number)",
            "ALTER TABLE application RENAME TO join_request",
            "ALTER TABLE join_request RENAME COLUMN team TO group_number",
            "DROP INDEX application_applicant",
            "DROP INDEX application_team",
            "DROP INDEX application_stamp",
            "CREATE INDEX join_request_applicant ON join_request (applicant)",
            "CREATE INDEX join_request_group ON join_request (group_number, stamp)",
            "CREATE INDEX join_request_stamp ON join_request (stamp)",
            "ALTER TABLE push_order RENAME TO push_job",
            "DROP INDEX push_order_open",
            "CREATE INDEX push_job_open ON push_job (message) WHERE is_decided = 0",
            "ALTER TABLE push_fact RENAME TO setting_history",
            "DROP INDEX push_fact_account",
            "CREATE INDEX setting_history_account ON setting_history (account, id)",
            "ALTER TABLE membership RENAME COLUMN unread_holds TO unread_ignored",
            "ALTER TABLE subscription RENAME COLUMN news_from TO unblocked_at",
            // X-64, seconds: tokens that were issued then or before are good no longer; 0: none was ever revoked.
            "ALTER TABLE account ADD COLUMN revoked_at INTEGER NOT NULL DEFAULT 0",
            // Of accounts that have ended already, nobody is to come back with an old token.
            """
            UPDATE account SET revoked_at = (SELECT reserved / 1000000 FROM clock WHERE id = 1) WHERE state != 0
            """,
            // A sweep looks only at what is due. Marks (kind 0) are never due.
            "CREATE INDEX stream_event_stamp ON stream_event (stamp) WHERE kind != 0",
            "CREATE INDEX group_event_stamp ON group_event (stamp)",
            // How a backend wants a notification pushed: to one account, or to a group, the other being 0. The id is a
            // stamp, as that of a message is, and stands in `push_job` and `push` as a message's does.
            """
            CREATE TABLE notification_push (
                id INTEGER PRIMARY KEY,
                account INTEGER NOT NULL,
                chat_group INTEGER NOT NULL,
                text TEXT NOT NULL,
                is_forced INTEGER NOT NULL,
                payload TEXT
            )
            """,
            "CREATE INDEX notification_push_account ON notification_push (account) WHERE account != 0",
            // Events for backends, and how far each has heard (`BackendEvents`). Messages are events as they are:
            // their ids and those of `event` are stamps, and make one order.
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
            // The changes of messages after they were sent: `MessageChanges`, `Voids`.
            // Of a message that is as it was sent they are null.
            "ALTER TABLE message ADD COLUMN change INTEGER",
            "ALTER TABLE message ADD COLUMN changed_at INTEGER",
            "ALTER TABLE message ADD COLUMN recalled_by TEXT",
            "ALTER TABLE message ADD COLUMN recall_reason TEXT",
            // The place of the last change, and the last place that is known no more.
            "ALTER TABLE conversation ADD COLUMN change INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE conversation ADD COLUMN changes_lost INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE membership ADD COLUMN unread_carried INTEGER NOT NULL DEFAULT 0",
            // The key has the conversation's number and the place. A message has one row: that of its newest change.
            """
            CREATE TABLE message_change (
                id INTEGER PRIMARY KEY,
                message INTEGER NOT NULL,
                seq INTEGER NOT NULL,
                stamp INTEGER NOT NULL,
                is_recalled INTEGER NOT NULL
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
            // Few messages have more than was sent (`MessageLife`): that is one column, so that other rows are
            // no longer for it.
            "ALTER TABLE message RENAME COLUMN recall_reason TO detail",
            "UPDATE message SET detail = json_object('reason', detail) WHERE detail IS NOT NULL",
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
            // Users have deleted these for themselves. The key is that of `membership`, which says in its marks whether there is any.
            """
            CREATE TABLE hidden_message (
                membership INTEGER NOT NULL,
                seq INTEGER NOT NULL,
                PRIMARY KEY (membership, seq)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE pinned_message (
                conversation INTEGER NOT NULL,
                message INTEGER NOT NULL,
                stamp INTEGER NOT NULL,
                PRIMARY KEY (conversation, message)
            ) WITHOUT ROWID
            """,
            "CREATE INDEX hidden_message_seq ON hidden_message (membership & 4294967295, seq)",
            "ALTER TABLE membership RENAME COLUMN is_marked_unread TO marks",
            "CREATE UNIQUE INDEX reaction_account ON reaction (message, account, reaction)",
            // When messages expire: `Edits`. A message that does not has no row.
            """
            CREATE TABLE expiring_message (
                due INTEGER NOT NULL,
                message INTEGER NOT NULL,
                PRIMARY KEY (due, message)
            ) WITHOUT ROWID
            """,
            // Messages that backends want to be sent later: `ScheduledMessages`.
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
                push_payload TEXT
            )
            """,
            "CREATE INDEX scheduled_message_due ON scheduled_message (due, id)",
            "CREATE UNIQUE INDEX scheduled_message_sender ON scheduled_message (sender, client_id)",
            // Messages that backends have brought along: `MessageStore`. Their ids are as old as they are, so who
            // follows messages by their ids finds them here.
            // messages: a JSON array of ids, all taken at that stamp.
            """
            CREATE TABLE message_import (
                stamp INTEGER PRIMARY KEY,
                messages TEXT NOT NULL
            )
            """,
            // Channels (docs/decisions/044). The row of a destroyed channel stays: it knows where the next channel of
            // this id begins.
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
            // For the end of an account: a message may be gone before its id is.
            "CREATE INDEX channel_publication_sender ON channel_publication (sender)",
            "CREATE TABLE channel_follower (id INTEGER PRIMARY KEY, channel INTEGER NOT NULL, since INTEGER NOT NULL)",
            "CREATE INDEX channel_follower_channel ON channel_follower (channel)",
            "CREATE TABLE channel_publisher (id INTEGER PRIMARY KEY, account INTEGER NOT NULL)",
            "CREATE INDEX channel_publisher_account ON channel_publisher (account)",
            // The acts of administrators: `AuditLog`.
            // id: a stamp. users: a JSON array of user ids; audit_user has a row for each. parameters: a JSON object.
            """
            CREATE TABLE audit (
                id INTEGER PRIMARY KEY,
                time INTEGER NOT NULL,
                kind TEXT NOT NULL,
                actor TEXT NOT NULL,
                address TEXT NOT NULL,
                operation TEXT NOT NULL,
                users TEXT NOT NULL,
                parameters TEXT NOT NULL,
                device TEXT NOT NULL,
                platform TEXT NOT NULL,
                result TEXT NOT NULL,
                reason TEXT NOT NULL,
                count INTEGER NOT NULL
            )
            """,
            """
            CREATE TABLE audit_user (
                user TEXT NOT NULL,
                audit INTEGER NOT NULL,
                PRIMARY KEY (user, audit)
            ) WITHOUT ROWID
            """,
            // How repeats of messages are found: `MessageStore`. The number of the message tells how old a row is, so
            // that an id is looked up once and not once for each of two periods (docs/decisions/045).
            "ALTER TABLE message_dedup RENAME TO message_dedup_by_period",
            """
            CREATE TABLE message_dedup (
                client_id TEXT NOT NULL,
                account INTEGER NOT NULL,
                message INTEGER NOT NULL,
                digest BLOB,
                PRIMARY KEY (client_id, account)
            ) WITHOUT ROWID
            """,
            // Of an id that was used again in a later period, the later message.
            """
            INSERT OR REPLACE INTO message_dedup (client_id, account, message, digest)
                SELECT client_id, account, message, digest FROM message_dedup_by_period
                ORDER BY period, client_id, account
            """,
            "DROP TABLE message_dedup_by_period",
            // Broadcasts (docs/decisions/051): the key is the place in the stream that all accounts share.
            // audience 0: all; 1: those who were there. state 1: stopped. expires_at 0: it does not end by itself.
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
            // The push of a channel's message has the message's stamp as its id, its publisher as the account (0:
            // nobody), and the last follower (`channel_follower`) for whom it is decided.
            "ALTER TABLE notification_push ADD COLUMN channel INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE notification_push ADD COLUMN decided_through INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX notification_push_channel ON notification_push (channel) WHERE channel != 0",
            """
            CREATE INDEX notification_push_open ON notification_push (id)
                WHERE channel != 0 AND decided_through < 9223372036854775807
            """,
            // The words of an account's events go with the account (E-13). Few have any.
            "CREATE INDEX event_detail ON event (account) WHERE detail IS NOT NULL",
        ])
}
