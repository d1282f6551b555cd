import Storage

/// The tables of the store, step by step. A step that has been released never changes.
///
/// A send touches as few pages as possible (docs/decisions/009): messages are appended in the order of their stamps, which
/// are their ids, and hang together in chains with a small index of every 64th (`Chain`); `message_dedup` begins
/// with the client's own id, so that ids which rise with time, as
/// those of UUID version 7 do, lie side by side. Two numbers in one make the keys of `membership`, the account's and the
/// conversation's, and of `former_member`, of `contact`, the account's and the other's, of `friend_group`, the account's and the group's, of
/// `member`, `invitation` and `join_request`, the group's and the account's, of `presence`, the account's and the
/// platform's, and of `stream_event` and `group_event`, the
/// account's or the group's and the seq.
///
/// The conversation of a group has 0 for `low` and the group's number for `high`.
///
/// A row of `contact` is a friend, a blocked user, or both. `relationState` counts what an account has, so that a cap
/// costs the same whatever is there.
///
/// The words are SQLite's.
package enum Schema {
    package static let migrations = [
        Migration(
            number: 1, name: "accounts, conversations, messages, streams",
            statements: [
                """
                CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), reserved INTEGER NOT NULL)
                """,
                """
                INSERT INTO clock (id, reserved) VALUES (1, 0)
                """,
                """
                CREATE TABLE account (
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE,
                    state INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    nickname TEXT NOT NULL,
                    face_url TEXT NOT NULL
                )
                """,
                """
                CREATE TABLE conversation (
                    id INTEGER PRIMARY KEY,
                    low INTEGER NOT NULL,
                    high INTEGER NOT NULL,
                    last INTEGER NOT NULL
                )
                """,
                """
                CREATE UNIQUE INDEX conversation_pair ON conversation (low, high)
                """,
                """
                CREATE INDEX conversation_high ON conversation (high)
                """,
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
                    unread_holds TEXT NOT NULL,
                    visible_after INTEGER NOT NULL,
                    held_last INTEGER NOT NULL,
                    held TEXT NOT NULL,
                    receipt_time INTEGER NOT NULL
                )
                """,
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
                    previous INTEGER NOT NULL
                )
                """,
                """
                CREATE UNIQUE INDEX message_seq ON message (conversation, seq) WHERE seq % 64 = 0
                """,
                """
                CREATE TABLE sent (
                    period INTEGER NOT NULL,
                    client_id TEXT NOT NULL,
                    account INTEGER NOT NULL,
                    message INTEGER NOT NULL,
                    PRIMARY KEY (period, client_id, account)
                ) WITHOUT ROWID
                """,
                """
                CREATE TABLE stream_event (
                    id INTEGER PRIMARY KEY,
                    stamp INTEGER NOT NULL,
                    kind INTEGER NOT NULL,
                    conversation INTEGER NOT NULL,
                    value INTEGER NOT NULL
                )
                """,
                """
                CREATE TABLE device (
                    account INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    stamp INTEGER NOT NULL,
                    positions TEXT NOT NULL,
                    PRIMARY KEY (account, name)
                ) WITHOUT ROWID
                """,
                """
                CREATE TABLE handled (
                    caller TEXT NOT NULL,
                    key TEXT NOT NULL,
                    stamp INTEGER NOT NULL,
                    request TEXT NOT NULL,
                    reply TEXT NOT NULL,
                    PRIMARY KEY (caller, key)
                ) WITHOUT ROWID
                """,
                """
                CREATE INDEX handled_stamp ON handled (stamp)
                """,
            ]),
        Migration(
            number: 2, name: "profiles, friends, pendencies, blacklists",
            statements: [
                """
                CREATE TABLE profile (
                    account INTEGER PRIMARY KEY,
                    allow_type INTEGER NOT NULL,
                    gender INTEGER NOT NULL,
                    birthday INTEGER NOT NULL,
                    location BLOB NOT NULL,
                    language INTEGER NOT NULL,
                    level INTEGER NOT NULL,
                    role INTEGER NOT NULL,
                    signature BLOB NOT NULL,
                    custom TEXT NOT NULL
                )
                """,
                """
                CREATE TABLE contact (
                    id INTEGER PRIMARY KEY,
                    other INTEGER NOT NULL,
                    kind INTEGER NOT NULL,
                    since INTEGER NOT NULL,
                    remark TEXT NOT NULL,
                    wording TEXT NOT NULL,
                    source TEXT NOT NULL,
                    friend_groups TEXT NOT NULL,
                    custom TEXT NOT NULL
                )
                """,
                """
                CREATE INDEX contact_other ON contact (other, kind)
                """,
                """
                CREATE TABLE friend_group (id INTEGER PRIMARY KEY, name TEXT NOT NULL)
                """,
                """
                CREATE TABLE circle (
                    account INTEGER PRIMARY KEY,
                    friends INTEGER NOT NULL,
                    blocked INTEGER NOT NULL,
                    requests_in INTEGER NOT NULL,
                    requests_out INTEGER NOT NULL,
                    request_seq INTEGER NOT NULL,
                    version INTEGER NOT NULL,
                    last_group INTEGER NOT NULL
                )
                """,
                """
                CREATE TABLE request (
                    owner INTEGER NOT NULL,
                    direction INTEGER NOT NULL,
                    other INTEGER NOT NULL,
                    stamp INTEGER NOT NULL,
                    added_at INTEGER NOT NULL,
                    is_read INTEGER NOT NULL,
                    wording TEXT NOT NULL,
                    source TEXT NOT NULL,
                    remark TEXT NOT NULL,
                    friend_group TEXT NOT NULL,
                    PRIMARY KEY (owner, direction, other)
                ) WITHOUT ROWID
                """,
                """
                CREATE INDEX request_other ON request (other)
                """,
                """
                ALTER TABLE stream_event ADD COLUMN detail TEXT
                """,
                """
                ALTER TABLE account ADD COLUMN is_barred INTEGER NOT NULL DEFAULT 0
                """,
            ]),
        Migration(
            number: 3, name: "teams",
            statements: [
                """
                CREATE TABLE team_number (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL)
                """,
                """
                INSERT INTO team_number (id, last) VALUES (1, 0)
                """,
                """
                CREATE TABLE team (
                    id INTEGER PRIMARY KEY,
                    kind INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    owner INTEGER NOT NULL,
                    style INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    description TEXT NOT NULL,
                    avatar TEXT NOT NULL,
                    ext TEXT NOT NULL,
                    announcement TEXT NOT NULL,
                    needs_confirmation INTEGER NOT NULL,
                    max_users INTEGER NOT NULL,
                    info_for_all INTEGER NOT NULL,
                    mute INTEGER NOT NULL,
                    is_disabled INTEGER NOT NULL
                )
                """,
                """
                CREATE TABLE member (
                    id INTEGER PRIMARY KEY,
                    account INTEGER NOT NULL,
                    role INTEGER NOT NULL,
                    joined_at INTEGER NOT NULL,
                    stream_start INTEGER NOT NULL,
                    mute_until INTEGER NOT NULL,
                    is_white_listed INTEGER NOT NULL,
                    is_blocking INTEGER NOT NULL,
                    notify INTEGER NOT NULL,
                    attributes TEXT NOT NULL
                )
                """,
                """
                CREATE INDEX member_account ON member (account, joined_at)
                """,
                """
                CREATE TABLE invitation (
                    id INTEGER PRIMARY KEY,
                    invitee INTEGER NOT NULL,
                    inviter INTEGER NOT NULL,
                    message TEXT NOT NULL
                )
                """,
                """
                CREATE INDEX invitation_invitee ON invitation (invitee)
                """,
                """
                CREATE TABLE application (id INTEGER PRIMARY KEY, applicant INTEGER NOT NULL, reason TEXT NOT NULL)
                """,
                """
                CREATE INDEX application_applicant ON application (applicant)
                """,
                """
                CREATE TABLE team_event (
                    id INTEGER PRIMARY KEY,
                    stamp INTEGER NOT NULL,
                    kind INTEGER NOT NULL,
                    exception INTEGER NOT NULL,
                    detail TEXT NOT NULL
                )
                """,
                """
                CREATE TABLE shared_file (
                    id INTEGER PRIMARY KEY,
                    team INTEGER NOT NULL,
                    owner INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    size INTEGER NOT NULL,
                    url TEXT,
                    received INTEGER NOT NULL
                )
                """,
                """
                CREATE INDEX shared_file_team ON shared_file (team)
                """,
                """
                CREATE INDEX shared_file_open ON shared_file (id) WHERE received < size
                """,
                """
                CREATE TABLE file_piece (
                    file INTEGER NOT NULL,
                    start INTEGER NOT NULL,
                    bytes BLOB NOT NULL,
                    PRIMARY KEY (file, start)
                )
                """,
                """
                ALTER TABLE account ADD COLUMN accepts_invitations INTEGER NOT NULL DEFAULT 1
                """,
            ]),
        Migration(
            number: 4, name: "messages of teams",
            statements: [
                """
                INSERT INTO conversation (id, low, high, last)
                SELECT (SELECT coalesce(max(id), 0) FROM conversation) + row_number() OVER (ORDER BY id), 0, id, 0 FROM team
                """,
                """
                ALTER TABLE message ADD COLUMN mentions TEXT
                """,
                """
                CREATE INDEX message_at_all ON message (conversation, seq) WHERE settings & 512 != 0
                """,
                """
                ALTER TABLE membership ADD COLUMN end_seq INTEGER NOT NULL DEFAULT 0
                """,
                """
                ALTER TABLE membership ADD COLUMN mentions TEXT NOT NULL DEFAULT ''
                """,
                """
                CREATE INDEX membership_held_last ON membership (held_last) WHERE held_last != 0
                """,
                """
                CREATE TABLE team_receipt (
                    message INTEGER PRIMARY KEY,
                    team INTEGER NOT NULL,
                    sender INTEGER NOT NULL,
                    unread TEXT NOT NULL,
                    read TEXT NOT NULL
                )
                """,
            ]),
        Migration(
            number: 5, name: "hosted profiles, presence, subscriptions",
            statements: [
                """
                CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID
                """,
                """
                CREATE TABLE hosted_profile (
                    account INTEGER PRIMARY KEY,
                    unique_id TEXT NOT NULL,
                    email TEXT NOT NULL,
                    birthday TEXT NOT NULL,
                    gender INTEGER NOT NULL,
                    location TEXT NOT NULL,
                    role INTEGER NOT NULL,
                    level INTEGER NOT NULL,
                    ext TEXT NOT NULL,
                    visibility INTEGER NOT NULL,
                    changed_at INTEGER NOT NULL,
                    looks_changed_at INTEGER NOT NULL
                )
                """,
                """
                CREATE UNIQUE INDEX hosted_profile_unique_id ON hosted_profile (unique_id) WHERE unique_id != ''
                """,
                """
                CREATE TABLE presence (id INTEGER PRIMARY KEY, is_online INTEGER NOT NULL, changed_at INTEGER NOT NULL)
                """,
                """
                CREATE INDEX presence_online ON presence (id) WHERE is_online = 1
                """,
                """
                CREATE TABLE subscription (
                    publisher INTEGER NOT NULL,
                    type INTEGER NOT NULL,
                    subscriber INTEGER NOT NULL,
                    first_at INTEGER NOT NULL,
                    subscribed_at INTEGER NOT NULL,
                    expiry INTEGER NOT NULL,
                    PRIMARY KEY (publisher, type, subscriber)
                ) WITHOUT ROWID
                """,
                """
                CREATE INDEX subscription_subscriber ON subscription (subscriber, type, first_at)
                """,
            ]),
        pushes,
        release2,
        names,
        revocation,
        sweeps,
    ]
}
