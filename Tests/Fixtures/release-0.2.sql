-- The store of a gateway of release 0.2: `sqlite3 martlet.sqlite .dump`.
PRAGMA application_id = 1297241164;
BEGIN TRANSACTION;
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    nickname TEXT NOT NULL,
    face_url TEXT NOT NULL
, is_barred INTEGER NOT NULL DEFAULT 0, accepts_invitations INTEGER NOT NULL DEFAULT 1);
INSERT INTO "account" VALUES(1,'alice',0,1795884217302,'Alice','',0,1);
INSERT INTO "account" VALUES(2,'bob',0,1795884217420,'','',0,1);
INSERT INTO "account" VALUES(3,'carol',0,1795884217474,'','',0,1);
INSERT INTO "account" VALUES(4,'dave',0,1795884217530,'','',0,1);
INSERT INTO "account" VALUES(5,'erin',1,1795884217586,'','',0,1);
INSERT INTO "account" VALUES(6,'frank',0,1795884217851,'Frank','',0,1);
CREATE TABLE application (id INTEGER PRIMARY KEY, applicant INTEGER NOT NULL, reason TEXT NOT NULL, team INTEGER NOT NULL DEFAULT 0, stamp INTEGER NOT NULL DEFAULT 0);
INSERT INTO "application" VALUES(4294967301,5,'let me',1,1795884217786088);
CREATE TABLE circle (
    account INTEGER PRIMARY KEY,
    friends INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    requests_in INTEGER NOT NULL,
    requests_out INTEGER NOT NULL,
    request_seq INTEGER NOT NULL,
    version INTEGER NOT NULL,
    last_group INTEGER NOT NULL
, groups_version INTEGER NOT NULL DEFAULT 0, blacklist_version INTEGER NOT NULL DEFAULT 0, known_since INTEGER NOT NULL DEFAULT 0, former_friends INTEGER NOT NULL DEFAULT 0);
INSERT INTO "circle" VALUES(1,2,0,0,0,0,3,2,3,0,0,0);
INSERT INTO "circle" VALUES(2,1,0,0,0,0,1,0,0,0,0,0);
INSERT INTO "circle" VALUES(3,1,0,0,0,0,1,0,0,0,0,0);
INSERT INTO "circle" VALUES(4,0,1,0,0,0,1,0,0,1,0,0);
CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), reserved INTEGER NOT NULL);
INSERT INTO "clock" VALUES(1,1795884218081482);
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
, blocked_since INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0, presence TEXT);
INSERT INTO "contact" VALUES(4294967298,2,1,1795884217,'Bobby','','','1 2','{}',0,3,NULL);
INSERT INTO "contact" VALUES(4294967299,3,1,1795884217,'','please','','','{}',0,2,NULL);
INSERT INTO "contact" VALUES(8589934593,1,1,1795884217,'','','','','{}',0,1,NULL);
INSERT INTO "contact" VALUES(12884901889,1,1,1795884217,'','please','','','{}',0,1,NULL);
INSERT INTO "contact" VALUES(17179869189,5,2,1795884217,'','','','','{}',1795884217,1,'ios:1795884217724');
CREATE TABLE conversation (
    id INTEGER PRIMARY KEY,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    last INTEGER NOT NULL
);
INSERT INTO "conversation" VALUES(1,1,2,1795884217642076);
INSERT INTO "conversation" VALUES(2,0,1,1795884217804537);
INSERT INTO "conversation" VALUES(3,1,3,0);
INSERT INTO "conversation" VALUES(4,3,6,1795884217857640);
CREATE TABLE device (
    account INTEGER NOT NULL,
    name TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    positions TEXT NOT NULL, told INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account, name)
) WITHOUT ROWID;
INSERT INTO "device" VALUES(1,'phone',1795884217860784,'{"user":1,"conversations":{"c2c_bob":2}}',1795884217682938);
INSERT INTO "device" VALUES(2,'phone',1795884217865232,'{"conversations":{}}',1795884217682938);
INSERT INTO "device" VALUES(3,'phone',1795884217867413,'{"conversations":{}}',1795884217536729);
INSERT INTO "device" VALUES(4,'phone',1795884217867466,'{"conversations":{}}',1795884217849927);
INSERT INTO "device" VALUES(5,'phone',1795884217849702,'{"conversations":{}}',1795884217804537);
CREATE TABLE file_piece (
    file INTEGER NOT NULL,
    start INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (file, start)
);
CREATE TABLE former_friend (
    owner INTEGER NOT NULL,
    version INTEGER NOT NULL,
    other INTEGER NOT NULL,
    PRIMARY KEY (owner, version, other)
) WITHOUT ROWID;
CREATE TABLE former_member (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    avatar TEXT NOT NULL
);
INSERT INTO "former_member" VALUES(12884901890,0,'Team','');
CREATE TABLE friend_group (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO "friend_group" VALUES(4294967297,'work');
INSERT INTO "friend_group" VALUES(4294967298,'home');
CREATE TABLE handled (
    caller TEXT NOT NULL,
    key TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    request TEXT NOT NULL,
    reply TEXT NOT NULL, digest BLOB,
    PRIMARY KEY (caller, key)
) WITHOUT ROWID;
INSERT INTO "handled" VALUES('alice','k1',1795884217600425,'','{"msgId":"1795884217598848","conversationID":"c2c_bob","seq":1,"time":1795884217598}',X'C605AF2A6641AF2781E5FF087DF93C0A');
INSERT INTO "handled" VALUES('alice','k2',1795884217605813,'','{"msgId":"1795884217605693","conversationID":"c2c_bob","seq":2,"time":1795884217605}',X'BDB706BE25DFB1462ADE319CC1DF7ACC');
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
);
INSERT INTO "hosted_profile" VALUES(1,'','','',1,'',0,0,'{}',0,1795884217810306,1795884217682938);
CREATE TABLE invitation (
    id INTEGER PRIMARY KEY,
    invitee INTEGER NOT NULL,
    inviter INTEGER NOT NULL,
    message TEXT NOT NULL
, stamp INTEGER NOT NULL DEFAULT 0);
CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    subject INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    again INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    position INTEGER NOT NULL
);
CREATE TABLE martlet_migration (
    number BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL);
INSERT INTO "martlet_migration" VALUES(1,'accounts, conversations, messages, streams','CREATE TABLE clock (id INTEGER PRIMARY KEY CHECK (id = 1), reserved INTEGER NOT NULL);
INSERT INTO clock (id, reserved) VALUES (1, 0);
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    nickname TEXT NOT NULL,
    face_url TEXT NOT NULL
);
CREATE TABLE conversation (
    id INTEGER PRIMARY KEY,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    last INTEGER NOT NULL
);
CREATE UNIQUE INDEX conversation_pair ON conversation (low, high);
CREATE INDEX conversation_high ON conversation (high);
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
);
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
);
CREATE UNIQUE INDEX message_seq ON message (conversation, seq) WHERE seq % 64 = 0;
CREATE TABLE sent (
    period INTEGER NOT NULL,
    client_id TEXT NOT NULL,
    account INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (period, client_id, account)
) WITHOUT ROWID;
CREATE TABLE stream_event (
    id INTEGER PRIMARY KEY,
    stamp INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    value INTEGER NOT NULL
);
CREATE TABLE device (
    account INTEGER NOT NULL,
    name TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    positions TEXT NOT NULL,
    PRIMARY KEY (account, name)
) WITHOUT ROWID;
CREATE TABLE handled (
    caller TEXT NOT NULL,
    key TEXT NOT NULL,
    stamp INTEGER NOT NULL,
    request TEXT NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (caller, key)
) WITHOUT ROWID;
CREATE INDEX handled_stamp ON handled (stamp)');
INSERT INTO "martlet_migration" VALUES(2,'profiles, friends, pendencies, blacklists','CREATE TABLE profile (
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
);
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
);
CREATE INDEX contact_other ON contact (other, kind);
CREATE TABLE friend_group (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE circle (
    account INTEGER PRIMARY KEY,
    friends INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    requests_in INTEGER NOT NULL,
    requests_out INTEGER NOT NULL,
    request_seq INTEGER NOT NULL,
    version INTEGER NOT NULL,
    last_group INTEGER NOT NULL
);
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
) WITHOUT ROWID;
CREATE INDEX request_other ON request (other);
ALTER TABLE stream_event ADD COLUMN detail TEXT;
ALTER TABLE account ADD COLUMN is_barred INTEGER NOT NULL DEFAULT 0');
INSERT INTO "martlet_migration" VALUES(3,'teams','CREATE TABLE team_number (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL);
INSERT INTO team_number (id, last) VALUES (1, 0);
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
);
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
);
CREATE INDEX member_account ON member (account, joined_at);
CREATE TABLE invitation (
    id INTEGER PRIMARY KEY,
    invitee INTEGER NOT NULL,
    inviter INTEGER NOT NULL,
    message TEXT NOT NULL
);
CREATE INDEX invitation_invitee ON invitation (invitee);
CREATE TABLE application (id INTEGER PRIMARY KEY, applicant INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE INDEX application_applicant ON application (applicant);
CREATE TABLE team_event (
    id INTEGER PRIMARY KEY,
    stamp INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    exception INTEGER NOT NULL,
    detail TEXT NOT NULL
);
CREATE TABLE shared_file (
    id INTEGER PRIMARY KEY,
    team INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    url TEXT,
    received INTEGER NOT NULL
);
CREATE INDEX shared_file_team ON shared_file (team);
CREATE INDEX shared_file_open ON shared_file (id) WHERE received < size;
CREATE TABLE file_piece (
    file INTEGER NOT NULL,
    start INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (file, start)
);
ALTER TABLE account ADD COLUMN accepts_invitations INTEGER NOT NULL DEFAULT 1');
INSERT INTO "martlet_migration" VALUES(4,'messages of teams','INSERT INTO conversation (id, low, high, last)
SELECT (SELECT coalesce(max(id), 0) FROM conversation) + row_number() OVER (ORDER BY id), 0, id, 0 FROM team;
ALTER TABLE message ADD COLUMN mentions TEXT;
CREATE INDEX message_at_all ON message (conversation, seq) WHERE settings & 512 != 0;
ALTER TABLE membership ADD COLUMN end_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE membership ADD COLUMN mentions TEXT NOT NULL DEFAULT '''';
CREATE INDEX membership_held_last ON membership (held_last) WHERE held_last != 0;
CREATE TABLE team_receipt (
    message INTEGER PRIMARY KEY,
    team INTEGER NOT NULL,
    sender INTEGER NOT NULL,
    unread TEXT NOT NULL,
    read TEXT NOT NULL
)');
INSERT INTO "martlet_migration" VALUES(5,'hosted profiles, presence, subscriptions','CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
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
);
CREATE UNIQUE INDEX hosted_profile_unique_id ON hosted_profile (unique_id) WHERE unique_id != '''';
CREATE TABLE presence (id INTEGER PRIMARY KEY, is_online INTEGER NOT NULL, changed_at INTEGER NOT NULL);
CREATE INDEX presence_online ON presence (id) WHERE is_online = 1;
CREATE TABLE subscription (
    publisher INTEGER NOT NULL,
    type INTEGER NOT NULL,
    subscriber INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    subscribed_at INTEGER NOT NULL,
    expiry INTEGER NOT NULL,
    PRIMARY KEY (publisher, type, subscriber)
) WITHOUT ROWID;
CREATE INDEX subscription_subscriber ON subscription (subscriber, type, first_at)');
INSERT INTO "martlet_migration" VALUES(6,'pushes','ALTER TABLE message ADD COLUMN member_option TEXT;
CREATE TABLE quiet_hours (account INTEGER PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE push_fact (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    value INTEGER NOT NULL
);
CREATE INDEX push_fact_account ON push_fact (account, id);
CREATE TABLE push_address (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    device TEXT NOT NULL,
    platform TEXT NOT NULL,
    provider TEXT NOT NULL,
    token TEXT NOT NULL,
    gone INTEGER NOT NULL
);
CREATE UNIQUE INDEX push_address_device ON push_address (account, device) WHERE gone = 0;
CREATE UNIQUE INDEX push_address_token ON push_address (provider, token) WHERE gone = 0;
CREATE INDEX push_address_account ON push_address (account);
CREATE INDEX push_address_gone ON push_address (gone) WHERE gone != 0;
CREATE TABLE push_order (
    message INTEGER PRIMARY KEY,
    is_from_leader INTEGER NOT NULL,
    sender_name TEXT NOT NULL,
    is_decided INTEGER NOT NULL
);
CREATE INDEX push_order_open ON push_order (message) WHERE is_decided = 0;
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
    answered_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX push_message ON push (message, account, address);
CREATE INDEX push_due ON push (provider, due) WHERE state = 0');
INSERT INTO "martlet_migration" VALUES(7,'release 0.2','ALTER TABLE push_address ADD COLUMN token_key TEXT NOT NULL DEFAULT '''';
UPDATE push_address SET token_key = CASE
    WHEN provider = ''apns'' THEN lower(token)
    WHEN provider = ''webPush'' AND json_valid(token) THEN coalesce(json_extract(token, ''$.endpoint''), token)
    ELSE token END;
DROP INDEX push_address_token;
CREATE INDEX push_address_key ON push_address (provider, token_key, id) WHERE gone = 0;
UPDATE push_address SET gone = (
    SELECT max(id) FROM push_address AS other
    WHERE other.gone = 0 AND other.provider = push_address.provider AND other.token_key = push_address.token_key)
WHERE gone = 0 AND id < (
    SELECT max(id) FROM push_address AS other
    WHERE other.gone = 0 AND other.provider = push_address.provider AND other.token_key = push_address.token_key);
DROP INDEX push_address_key;
CREATE UNIQUE INDEX push_address_token ON push_address (provider, token_key) WHERE gone = 0;
ALTER TABLE message ADD COLUMN push_payload TEXT;
ALTER TABLE push ADD COLUMN is_late INTEGER NOT NULL DEFAULT 0;
CREATE TABLE unheard (
    account INTEGER PRIMARY KEY,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    due INTEGER NOT NULL
);
CREATE INDEX unheard_due ON unheard (due);
CREATE TABLE push_run (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    patience INTEGER NOT NULL,
    lost_since INTEGER,
    lost_until INTEGER
);
ALTER TABLE member ADD COLUMN has_returned INTEGER NOT NULL DEFAULT 1;
CREATE TABLE former_member (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    avatar TEXT NOT NULL
);
INSERT INTO former_member (id, kind, name, avatar)
SELECT membership.id, team.kind, team.name, team.avatar FROM membership
JOIN conversation ON conversation.id = membership.id & 4294967295 AND conversation.low = 0
JOIN team ON team.id = conversation.high WHERE membership.end_seq != 0;
ALTER TABLE membership ADD COLUMN claim INTEGER NOT NULL DEFAULT 0;
DROP INDEX invitation_invitee;
ALTER TABLE invitation ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
UPDATE invitation SET stamp = (SELECT reserved FROM clock WHERE id = 1) - numbered.later
FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS later FROM invitation) AS numbered
WHERE numbered.id = invitation.id;
CREATE INDEX invitation_invitee ON invitation (invitee, stamp);
CREATE INDEX invitation_stamp ON invitation (stamp);
ALTER TABLE application ADD COLUMN team INTEGER NOT NULL DEFAULT 0;
ALTER TABLE application ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
UPDATE application SET team = application.id >> 32,
    stamp = (SELECT reserved FROM clock WHERE id = 1) - numbered.later
FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS later FROM application) AS numbered
WHERE numbered.id = application.id;
CREATE INDEX application_team ON application (team, stamp);
CREATE INDEX application_stamp ON application (stamp);
ALTER TABLE member ADD COLUMN nickname TEXT NOT NULL DEFAULT '''';
UPDATE member SET nickname = json_extract(attributes, ''$.nickname'')
WHERE json_extract(attributes, ''$.nickname'') IS NOT NULL;
ALTER TABLE message ADD COLUMN nickname TEXT;
CREATE TABLE quota (id INTEGER PRIMARY KEY, due INTEGER NOT NULL);
INSERT INTO stream_event (id, stamp, kind, conversation, value)
SELECT min(id) - 1, 0, 0, 0, 0 FROM stream_event GROUP BY id >> 32 HAVING min(id) & 4294967295 > 1;
ALTER TABLE membership ADD COLUMN receipt_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE membership ADD COLUMN is_marked_unread INTEGER NOT NULL DEFAULT 0;
UPDATE membership SET visible_after = end_seq WHERE end_seq > 0 AND visible_after > end_seq;
ALTER TABLE contact ADD COLUMN blocked_since INTEGER NOT NULL DEFAULT 0;
UPDATE contact SET blocked_since = since WHERE kind = 2;
ALTER TABLE contact ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE circle ADD COLUMN groups_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE circle ADD COLUMN blacklist_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE circle ADD COLUMN known_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE circle ADD COLUMN former_friends INTEGER NOT NULL DEFAULT 0;
UPDATE circle SET known_since = version;
CREATE TABLE former_friend (
    owner INTEGER NOT NULL,
    version INTEGER NOT NULL,
    other INTEGER NOT NULL,
    PRIMARY KEY (owner, version, other)
) WITHOUT ROWID;
ALTER TABLE device ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
ALTER TABLE presence ADD COLUMN noted_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contact ADD COLUMN presence TEXT;
ALTER TABLE subscription ADD COLUMN news_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stream_event ADD COLUMN device TEXT;
CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO secret (name, bytes) VALUES (''requests'', randomblob(16));
ALTER TABLE sent ADD COLUMN digest BLOB;
ALTER TABLE handled ADD COLUMN digest BLOB;
CREATE TABLE usage (account INTEGER PRIMARY KEY, day INTEGER NOT NULL, bytes INTEGER NOT NULL);
CREATE INDEX usage_day ON usage (day);
CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    subject INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    again INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    position INTEGER NOT NULL
);
CREATE INDEX job_subject ON job (subject)');
CREATE TABLE martlet_probe (id BIGINT NOT NULL PRIMARY KEY, filler TEXT NOT NULL);
INSERT INTO "martlet_probe" VALUES(1,'');
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
, has_returned INTEGER NOT NULL DEFAULT 1, nickname TEXT NOT NULL DEFAULT '');
INSERT INTO "member" VALUES(4294967297,1,2,1795884217729947,0,0,0,0,0,'{}',0,'');
INSERT INTO "member" VALUES(4294967298,2,1,1795884217730412,1,0,0,0,0,'{}',0,'');
INSERT INTO "member" VALUES(4294967300,4,0,1795884217777818,3,0,0,0,0,'{}',0,'');
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
, end_seq INTEGER NOT NULL DEFAULT 0, mentions TEXT NOT NULL DEFAULT '', claim INTEGER NOT NULL DEFAULT 0, receipt_seq INTEGER NOT NULL DEFAULT 0, is_marked_unread INTEGER NOT NULL DEFAULT 0);
INSERT INTO "membership" VALUES(4294967297,1,1795884217598848,1795884217673,1,0,0,0,'',0,0,'',0,0,'',0,0,1);
INSERT INTO "membership" VALUES(4294967298,1,1795884217730785,0,0,0,0,0,'1-2',0,0,'',0,0,'2',0,0,0);
INSERT INTO "membership" VALUES(4294967299,0,0,1795884217836,0,2,0,0,'',0,0,'',0,0,'',0,0,0);
INSERT INTO "membership" VALUES(8589934593,1,1795884217598848,1795884217658,0,0,3,3,'',0,0,'',1795884217649,0,'',0,2,0);
INSERT INTO "membership" VALUES(8589934594,1,1795884217730785,0,0,0,0,1,'',0,0,'',0,0,'',0,0,0);
INSERT INTO "membership" VALUES(12884901890,1,1795884217730785,0,0,0,0,0,'2-',0,1795884217804537,'8-',0,8,'',1,0,0);
INSERT INTO "membership" VALUES(12884901892,1,1795884217857640,0,0,0,0,0,'',0,0,'',0,0,'',0,0,0);
INSERT INTO "membership" VALUES(17179869186,1,1795884217778045,0,0,0,5,2,'',5,0,'',0,0,'',1,0,0);
INSERT INTO "membership" VALUES(25769803780,1,1795884217857640,0,0,0,0,0,'',0,0,'',0,0,'',0,0,0);
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
, mentions TEXT, member_option TEXT, push_payload TEXT, nickname TEXT);
INSERT INTO "message" VALUES(1795884217598848,1,1,1,0,255,1,1,'m1','{"text": "message 1"}',NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217605693,1,2,1,0,255,2,2,'m2','{"text": "message 2"}',NULL,1795884217598848,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217608448,1,3,1,0,255,3,3,'m3','{"text": "message 3"}',NULL,1795884217605693,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217613668,1,4,1,0,255,4,4,'m4','{"text": "message 4"}',NULL,1795884217608448,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217617624,1,5,1,0,255,5,5,'m5','{"text": "message 5"}',NULL,1795884217613668,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217625919,1,6,1,0,255,6,6,'m6','{"text": "message 6"}',NULL,1795884217617624,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217633922,1,7,1,0,255,7,7,'m7','{"text": "message 7"}',NULL,1795884217625919,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217642076,1,8,2,0,255,8,7,'m1','{"text": "answer"}',NULL,1795884217633922,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217730785,2,1,1,5,143,0,0,'','{"notificationType":"team","operationType":0,"sourceID":"alice","targetIDs":["bob","carol"]}',NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217748411,2,2,2,0,511,1,0,'g1','{"text": "to all"}',NULL,1795884217730785,'["alice"]',NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217760676,2,3,1,0,255,2,0,'g2','{"text": "hello all"}',NULL,1795884217748411,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217765579,2,4,1,5,143,2,0,'','{"notificationType":"team","operationType":7,"sourceID":"alice","targetIDs":["bob"]}',NULL,1795884217760676,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217769612,2,5,1,5,143,2,0,'','{"notificationType":"team","operationType":10,"sourceID":"alice","targetIDs":["carol"],"attachment":{"flag":true}}',NULL,1795884217765579,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217778045,2,6,1,5,143,2,0,'','{"notificationType":"team","operationType":0,"sourceID":"alice","targetIDs":["dave"]}',NULL,1795884217769612,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217789781,2,7,1,5,143,2,0,'','{"notificationType":"team","operationType":3,"sourceID":"alice","targetIDs":[],"attachment":{"values":{"15":"Welcome"}}}',NULL,1795884217778045,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217804537,2,8,3,5,143,2,0,'','{"notificationType":"team","operationType":2,"sourceID":"carol","targetIDs":[]}',NULL,1795884217789781,NULL,NULL,NULL,NULL);
INSERT INTO "message" VALUES(1795884217857640,4,1,3,0,255,1,1,'m1','{"text": "hi"}',NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE presence (id INTEGER PRIMARY KEY, is_online INTEGER NOT NULL, changed_at INTEGER NOT NULL, noted_at INTEGER NOT NULL DEFAULT 0);
INSERT INTO "presence" VALUES(4294967297,0,1795884217860,1795884217981568);
INSERT INTO "presence" VALUES(8589934593,0,1795884217864,1795884217981628);
INSERT INTO "presence" VALUES(12884901889,0,1795884217866,1795884217981670);
INSERT INTO "presence" VALUES(17179869185,0,1795884217867,1795884217981703);
INSERT INTO "presence" VALUES(21474836481,0,1795884217848,1795884217981482);
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
);
INSERT INTO "profile" VALUES(1,0,0,0,X'',0,0,0,X'68656C6C6F','{}');
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
    answered_at INTEGER NOT NULL
, is_late INTEGER NOT NULL DEFAULT 0);
CREATE TABLE push_address (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    device TEXT NOT NULL,
    platform TEXT NOT NULL,
    provider TEXT NOT NULL,
    token TEXT NOT NULL,
    gone INTEGER NOT NULL
, token_key TEXT NOT NULL DEFAULT '');
INSERT INTO "push_address" VALUES(1795884217825613,1,'phone','ios','webhook','https://push.test/1',0,'https://push.test/1');
CREATE TABLE push_fact (
    id INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    value INTEGER NOT NULL
);
INSERT INTO "push_fact" VALUES(1795884217804148,3,2,4,1795884217730617);
INSERT INTO "push_fact" VALUES(1795884217833297,1,0,3,720);
INSERT INTO "push_fact" VALUES(1795884217836978,1,3,0,0);
CREATE TABLE push_order (
    message INTEGER PRIMARY KEY,
    is_from_leader INTEGER NOT NULL,
    sender_name TEXT NOT NULL,
    is_decided INTEGER NOT NULL
);
INSERT INTO "push_order" VALUES(1795884217748411,0,'bob',1);
INSERT INTO "push_order" VALUES(1795884217760676,1,'Alice',1);
CREATE TABLE push_run (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    patience INTEGER NOT NULL,
    lost_since INTEGER,
    lost_until INTEGER
);
CREATE TABLE quiet_hours (account INTEGER PRIMARY KEY, value INTEGER NOT NULL);
INSERT INTO "quiet_hours" VALUES(1,14127276812);
CREATE TABLE quota (id INTEGER PRIMARY KEY, due INTEGER NOT NULL);
INSERT INTO "quota" VALUES(4294967297,1795884253729000);
INSERT INTO "quota" VALUES(4294967298,1795884223129000);
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
) WITHOUT ROWID;
CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO "secret" VALUES('requests',X'762414E6911EBA2F3EC7735307629780');
CREATE TABLE sent (
    period INTEGER NOT NULL,
    client_id TEXT NOT NULL,
    account INTEGER NOT NULL,
    message INTEGER NOT NULL, digest BLOB,
    PRIMARY KEY (period, client_id, account)
) WITHOUT ROWID;
INSERT INTO "sent" VALUES(20785,'g1',2,1795884217748411,X'0B852D02A8281D4F4E6425CE5924D894');
INSERT INTO "sent" VALUES(20785,'g2',1,1795884217760676,X'58B43D13B2263FC175F1EB203D93342E');
INSERT INTO "sent" VALUES(20785,'m1',1,1795884217598848,X'E85647CE16643A49BCC763F263C2188B');
INSERT INTO "sent" VALUES(20785,'m1',2,1795884217642076,X'41CDC43C180AFE9867D3A8002FD21D1F');
INSERT INTO "sent" VALUES(20785,'m1',3,1795884217857640,X'B0C4F0B2E1A5C991341ADCCE2BA90E4F');
INSERT INTO "sent" VALUES(20785,'m2',1,1795884217605693,X'C1C752F295710428A4D9161C73711861');
INSERT INTO "sent" VALUES(20785,'m3',1,1795884217608448,X'C571911FF05AB49D3741115600EC827D');
INSERT INTO "sent" VALUES(20785,'m4',1,1795884217613668,X'FC2880510B3C6A03FBD5F0BAFECBFC9B');
INSERT INTO "sent" VALUES(20785,'m5',1,1795884217617624,X'0CE1D5FB59E57EADB92A88190CDCCB6F');
INSERT INTO "sent" VALUES(20785,'m6',1,1795884217625919,X'D175FC6167CA98EFFFBD210ED283F35D');
INSERT INTO "sent" VALUES(20785,'m7',1,1795884217633922,X'8EAB0BB543D08488B44FFD8635309991');
CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE shared_file (
    id INTEGER PRIMARY KEY,
    team INTEGER NOT NULL,
    owner INTEGER NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    url TEXT,
    received INTEGER NOT NULL
);
INSERT INTO "shared_file" VALUES(1795884217797796,1,1,'f.txt',3,'https://files.test/f',3);
CREATE TABLE stream_event (
    id INTEGER PRIMARY KEY,
    stamp INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    conversation INTEGER NOT NULL,
    value INTEGER NOT NULL
, detail TEXT, device TEXT);
INSERT INTO "stream_event" VALUES(4294967297,1795884217599543,3,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(4294967298,1795884217649879,1,1,1795884217649,NULL,NULL);
INSERT INTO "stream_event" VALUES(4294967299,1795884217666641,2,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(4294967300,1795884217673992,2,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(4294967301,1795884217682331,5,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(4294967302,1795884217697857,4,0,1,'[{"userID":"bob"}]',NULL);
INSERT INTO "stream_event" VALUES(4294967303,1795884217698109,2,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(4294967304,1795884217704553,4,0,1,'[{"userID":"carol"}]',NULL);
INSERT INTO "stream_event" VALUES(4294967305,1795884217730322,6,1,7,'{"groupID":"1","inviter":"alice","message":"","self":true}',NULL);
INSERT INTO "stream_event" VALUES(4294967306,1795884217730502,6,1,2,'{"groupID":"1","invitee":"bob"}',NULL);
INSERT INTO "stream_event" VALUES(4294967307,1795884217730681,6,1,2,'{"groupID":"1","invitee":"carol"}',NULL);
INSERT INTO "stream_event" VALUES(4294967308,1795884217731044,3,2,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(4294967309,1795884217765511,6,1,14,'{"groupID":"1","added":"bob"}',NULL);
INSERT INTO "stream_event" VALUES(4294967310,1795884217769582,6,1,11,'{"groupID":"1","added":["carol"],"muteExpire":-1,"self":true}',NULL);
INSERT INTO "stream_event" VALUES(4294967311,1795884217777980,6,1,2,'{"groupID":"1","invitee":"dave"}',NULL);
INSERT INTO "stream_event" VALUES(4294967312,1795884217786366,6,1,4,'{"groupID":"1","user":"erin","reason":"let me"}',NULL);
INSERT INTO "stream_event" VALUES(4294967313,1795884217821559,7,1,0,'[{"userId":"bob","subscribeType":1,"operationType":0,"subscribeTime":1795884217821,"expiry":86400},{"userId":"carol","subscribeType":1,"operationType":0,"subscribeTime":1795884217821,"expiry":86400}]','phone');
INSERT INTO "stream_event" VALUES(8589934593,1795884217600232,3,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(8589934594,1795884217658331,2,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(8589934595,1795884217682706,2,1,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(8589934596,1795884217697896,4,0,1,'[{"userID":"alice"}]',NULL);
INSERT INTO "stream_event" VALUES(8589934597,1795884217730486,6,1,7,'{"groupID":"1","inviter":"alice","message":""}',NULL);
INSERT INTO "stream_event" VALUES(8589934598,1795884217731138,3,2,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(8589934599,1795884217765541,6,1,14,'{"groupID":"1","added":"bob"}',NULL);
INSERT INTO "stream_event" VALUES(8589934600,1795884217769567,6,1,11,'{"groupID":"1","added":["carol"],"muteExpire":-1}',NULL);
INSERT INTO "stream_event" VALUES(8589934601,1795884217786388,6,1,4,'{"groupID":"1","user":"erin","reason":"let me"}',NULL);
INSERT INTO "stream_event" VALUES(12884901889,1795884217704573,4,0,1,'[{"userID":"alice"}]',NULL);
INSERT INTO "stream_event" VALUES(12884901890,1795884217730667,6,1,7,'{"groupID":"1","inviter":"alice","message":""}',NULL);
INSERT INTO "stream_event" VALUES(12884901891,1795884217731231,3,2,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(12884901892,1795884217769541,6,1,11,'{"groupID":"1","added":["carol"],"muteExpire":-1}',NULL);
INSERT INTO "stream_event" VALUES(12884901893,1795884217804439,6,1,8,'{"groupID":"1","reason":1,"self":true}',NULL);
INSERT INTO "stream_event" VALUES(12884901894,1795884217857861,3,4,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(17179869185,1795884217777951,6,1,7,'{"groupID":"1","inviter":"alice","message":""}',NULL);
INSERT INTO "stream_event" VALUES(17179869186,1795884217778231,3,2,0,NULL,NULL);
INSERT INTO "stream_event" VALUES(25769803777,1795884217857942,3,4,0,NULL,NULL);
CREATE TABLE subscription (
    publisher INTEGER NOT NULL,
    type INTEGER NOT NULL,
    subscriber INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    subscribed_at INTEGER NOT NULL,
    expiry INTEGER NOT NULL, news_from INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (publisher, type, subscriber)
) WITHOUT ROWID;
INSERT INTO "subscription" VALUES(2,1,1,1795884217821,1795884217821,86400,0);
INSERT INTO "subscription" VALUES(3,1,1,1795884217821,1795884217821,86400,0);
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
);
INSERT INTO "team" VALUES(1,0,1795884217729744,1,2,'Team','','','','Welcome',0,200,0,0,0);
CREATE TABLE team_event (
    id INTEGER PRIMARY KEY,
    stamp INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    exception INTEGER NOT NULL,
    detail TEXT NOT NULL
);
INSERT INTO "team_event" VALUES(4294967297,1795884217730514,9,2,'{"groupID":"1","user":"bob"}');
INSERT INTO "team_event" VALUES(4294967298,1795884217730693,9,3,'{"groupID":"1","user":"carol"}');
INSERT INTO "team_event" VALUES(4294967299,1795884217777999,9,4,'{"groupID":"1","user":"dave"}');
INSERT INTO "team_event" VALUES(4294967300,1795884217789661,16,0,'{"groupID":"1","announcement":"Welcome"}');
INSERT INTO "team_event" VALUES(4294967301,1795884217798054,17,0,'{"groupID":"1","added":{"fileID":"1795884217797796","name":"f.txt","owner":"alice","size":3,"createTime":1795884217797,"url":"https://files.test/f"}}');
INSERT INTO "team_event" VALUES(4294967302,1795884217804470,10,0,'{"groupID":"1","user":"carol"}');
CREATE TABLE team_number (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL);
INSERT INTO "team_number" VALUES(1,1);
CREATE TABLE team_receipt (
    message INTEGER PRIMARY KEY,
    team INTEGER NOT NULL,
    sender INTEGER NOT NULL,
    unread TEXT NOT NULL,
    read TEXT NOT NULL
);
INSERT INTO "team_receipt" VALUES(1795884217748411,1,2,'1 3','');
CREATE TABLE unheard (
    account INTEGER PRIMARY KEY,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    due INTEGER NOT NULL
);
CREATE TABLE usage (account INTEGER PRIMARY KEY, day INTEGER NOT NULL, bytes INTEGER NOT NULL);
CREATE UNIQUE INDEX conversation_pair ON conversation (low, high);
CREATE INDEX conversation_high ON conversation (high);
CREATE UNIQUE INDEX message_seq ON message (conversation, seq) WHERE seq % 64 = 0;
CREATE INDEX handled_stamp ON handled (stamp);
CREATE INDEX contact_other ON contact (other, kind);
CREATE INDEX request_other ON request (other);
CREATE INDEX member_account ON member (account, joined_at);
CREATE INDEX application_applicant ON application (applicant);
CREATE INDEX shared_file_team ON shared_file (team);
CREATE INDEX shared_file_open ON shared_file (id) WHERE received < size;
CREATE INDEX message_at_all ON message (conversation, seq) WHERE settings & 512 != 0;
CREATE INDEX membership_held_last ON membership (held_last) WHERE held_last != 0;
CREATE UNIQUE INDEX hosted_profile_unique_id ON hosted_profile (unique_id) WHERE unique_id != '';
CREATE INDEX presence_online ON presence (id) WHERE is_online = 1;
CREATE INDEX subscription_subscriber ON subscription (subscriber, type, first_at);
CREATE INDEX push_fact_account ON push_fact (account, id);
CREATE UNIQUE INDEX push_address_device ON push_address (account, device) WHERE gone = 0;
CREATE INDEX push_address_account ON push_address (account);
CREATE INDEX push_address_gone ON push_address (gone) WHERE gone != 0;
CREATE INDEX push_order_open ON push_order (message) WHERE is_decided = 0;
CREATE UNIQUE INDEX push_message ON push (message, account, address);
CREATE INDEX push_due ON push (provider, due) WHERE state = 0;
CREATE UNIQUE INDEX push_address_token ON push_address (provider, token_key) WHERE gone = 0;
CREATE INDEX unheard_due ON unheard (due);
CREATE INDEX invitation_invitee ON invitation (invitee, stamp);
CREATE INDEX invitation_stamp ON invitation (stamp);
CREATE INDEX application_team ON application (team, stamp);
CREATE INDEX application_stamp ON application (stamp);
CREATE INDEX usage_day ON usage (day);
CREATE INDEX job_subject ON job (subject);
COMMIT;
