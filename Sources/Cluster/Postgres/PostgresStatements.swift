/// The texts of the log's statements, for one schema.
struct PostgresStatements {
    let setup: String
    /// Tells the number of tables by the name `record`.
    let lookUp: String
    let create: String
    /// Tells how many of the newest column and the newest sequence are there: an earlier version has made neither.
    let lookUpLater: String
    /// How many are there if nothing is missing.
    static let laterThings: Int64 = 2
    /// Nodes of earlier versions may be at work meanwhile.
    let addLater = """
        ALTER TABLE member \(Self.laterColumns.map { "ADD COLUMN IF NOT EXISTS \($0)" }.joined(separator: ", "));
        DO $$ BEGIN
            IF to_regclass('message_order') IS NULL THEN DROP TABLE IF EXISTS message; \(Self.messages); END IF;
        END $$
        """
    let begin: String
    let clusterName: String
    let append: String
    let find: String
    let confirm: String
    let read: String
    let renew: String
    /// The numbers of partitions: those that are in use, those that an interrupted trimming has begun to detach, and those that
    /// it has detached and not dropped.
    let partitions = Self.partitions("NOT inhdetachpending")
    let pendingPartitions = Self.partitions("inhdetachpending")
    let formerPartitions = """
        SELECT substr(relname, 8)::bigint FROM pg_class
        WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'record'::regclass)
            AND relkind = 'r' AND relname ~ '^record_[0-9]+$' AND NOT relispartition ORDER BY 1
        """
    let claim = Self.claiming
    let keepSnapshot = Self.keeping
    let forgetSnapshots: String
    let forgetChunks: String

    init(_ options: PostgresLogOptions) {
        let schema = options.schema
        // An append is never cancelled, so there is no `statement_timeout`: the caller stops waiting instead. Locks are
        // waited for by `lock_timeout`, after which nothing was done.
        setup = """
            SET search_path = \(schema); SET synchronous_commit = \(options.synchronousCommit);
            SET statement_timeout = 0; SET lock_timeout = \(options.timeoutMilliseconds);
            SET idle_in_transaction_session_timeout = \(options.timeoutMilliseconds); SET jit = off;
            SET client_min_messages = warning
            """
        lookUp = "SELECT count(*) FROM pg_class WHERE oid = to_regclass('\(schema).record')"
        // Sent together, they are one transaction.
        create = Self.tables(schema)
        lookUpLater = """
            SELECT (SELECT count(*) FROM pg_attribute
                    WHERE attrelid = to_regclass('\(schema).member') AND attname = 'migrations')
                + (SELECT count(*) FROM pg_class WHERE oid = to_regclass('\(schema).message_order'))
            """
        // Record 0 is what everything chains to.
        begin = """
            WITH named AS (
                INSERT INTO cluster (name, lease) VALUES ($1, 0) ON CONFLICT DO NOTHING RETURNING name)
            INSERT INTO record (position, digest, previous, writer, serial, bytes)
            SELECT 0, $2, $2, 0, 0, '' FROM named
            """
        clusterName = "SELECT name FROM cluster"
        append = """
            WITH appended AS (
                INSERT INTO record (position, digest, previous, writer, serial, bytes)
                SELECT $1, $2, $3, $4, $5, $6
                WHERE EXISTS (SELECT FROM record WHERE position = $1 - 1 AND digest = $3)
                ON CONFLICT (position) DO NOTHING RETURNING position)
            SELECT pg_notify('\(schema)', position::text) FROM appended
            """
        find = "SELECT writer, serial FROM record WHERE position = $1"
        confirm = "UPDATE confirmation SET count = count + 1"
        read = """
            SELECT 0::bigint, position, digest, previous, bytes FROM (
                SELECT *, sum(octet_length(bytes)) OVER (ORDER BY position) - octet_length(bytes) AS before
                FROM (SELECT * FROM record WHERE position > $1 ORDER BY position LIMIT 1000) AS next) AS measured
            WHERE before = 0 OR before + octet_length(bytes) <= $2
            UNION ALL (SELECT 1::bigint, position, digest, digest, '' FROM record ORDER BY position LIMIT 1)
            UNION ALL (SELECT 2::bigint, position, digest, digest, '' FROM record ORDER BY position DESC LIMIT 1)
            ORDER BY 1, 2
            """
        renew = Self.renewal
        forgetSnapshots = """
            DELETE FROM snapshot WHERE position < (SELECT position FROM snapshot ORDER BY position DESC OFFSET 1 LIMIT 1)
            """
        forgetChunks = """
            WITH gone AS (
                DELETE FROM chunk WHERE digest IN (
                    SELECT digest FROM chunk WHERE position < (SELECT min(position) FROM snapshot) LIMIT $1)
                AND position < (SELECT min(position) FROM snapshot) RETURNING digest)
            SELECT count(*) FROM gone
            """
    }

    private static func partitions(_ condition: String) -> String {
        """
        SELECT substr(relname, 8)::bigint FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'record'::regclass AND \(condition) ORDER BY 1
        """
    }

    /// It has a lock that a new partition needs, so it does not wait for long.
    func finalize(_ partition: Int64) -> String {
        "SET LOCAL lock_timeout = 300; ALTER TABLE record DETACH PARTITION record_\(partition) FINALIZE"
    }

    private static func tables(_ schema: String) -> String {
        """
        CREATE SCHEMA IF NOT EXISTS \(schema);
        CREATE TABLE cluster (name text PRIMARY KEY, lease bigint NOT NULL);
        CREATE UNIQUE INDEX cluster_only ON cluster ((true));
        CREATE TABLE record (
            position bigint PRIMARY KEY, digest bytea NOT NULL, previous bytea NOT NULL, writer bigint NOT NULL,
            serial bigint NOT NULL, bytes bytea NOT NULL) PARTITION BY RANGE (position);
        ALTER TABLE record ALTER COLUMN bytes SET STORAGE EXTERNAL;
        CREATE TABLE confirmation (id bigint PRIMARY KEY, count bigint NOT NULL);
        INSERT INTO confirmation VALUES (1, 0);
        CREATE TABLE lease (
            id bigint PRIMARY KEY, holder bigint, until timestamptz NOT NULL, giver bigint,
            given bigint);
        INSERT INTO lease VALUES (1, NULL, '-infinity', NULL, NULL);
        CREATE TABLE member (
            node text PRIMARY KEY, incarnation bigint NOT NULL, beats bigint NOT NULL, applied bigint NOT NULL,
            \(laterColumns.joined(separator: ", ")));
        CREATE TABLE replaced (
            incarnation bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
        CREATE TABLE snapshot (position bigint PRIMARY KEY, digest bytea NOT NULL, chunks bytea NOT NULL);
        CREATE TABLE chunk (digest bytea PRIMARY KEY, position bigint NOT NULL, bytes bytea NOT NULL);
        ALTER TABLE chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;
        \(messages)
        """
    }

    /// An identity column's sequence would be unlogged, as its table is, and PostgreSQL 15 may not be able to read an unlogged
    /// sequence once a standby is promoted.
    private static let messages = """
        CREATE SEQUENCE message_order;
        CREATE UNLOGGED TABLE message (
            number bigint NOT NULL DEFAULT nextval('message_order'), receiver bigint NOT NULL, sender bigint NOT NULL,
            bytes bytea NOT NULL, PRIMARY KEY (receiver, number))
        """

    private static let laterColumns = [
        "lag bigint NOT NULL DEFAULT 0", "version text NOT NULL DEFAULT ''",
        "since timestamptz NOT NULL DEFAULT now()", "seen timestamptz NOT NULL DEFAULT now()",
        "reads bigint NOT NULL DEFAULT 1", "rules text NOT NULL DEFAULT ''", "former bigint", "former_seen timestamptz",
        "migrations bigint NOT NULL DEFAULT 0",
    ]

    /// One transaction that no append comes into.
    static func founding(_ beginning: RunningDigest, in own: RunningDigest) -> String {
        """
        BEGIN;
        LOCK TABLE record IN EXCLUSIVE MODE;
        UPDATE record SET digest = '\(literal(beginning))', previous = '\(literal(beginning))'
        WHERE position = 0 AND digest = '\(literal(own))' AND NOT EXISTS (SELECT FROM record WHERE position > 0);
        UPDATE confirmation SET count = count + 1;
        COMMIT
        """
    }

    private static func literal(_ digest: RunningDigest) -> String {
        "\\x" + digest.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// $1: digests, one behind the other.
    private static let wanted = """
        wanted AS (
            SELECT number, substring($1 FROM number * \(ChunkDigest.size) + 1 FOR \(ChunkDigest.size)) AS digest
            FROM generate_series(0, octet_length($1) / \(ChunkDigest.size) - 1) AS number)
        """

    /// $2: the position. Locked in one order, so that two nodes do not wait for each other.
    private static let claiming = """
        WITH \(wanted),
        held AS (
            SELECT digest FROM chunk WHERE digest IN (SELECT digest FROM wanted) ORDER BY digest FOR UPDATE),
        claimed AS (
            UPDATE chunk SET position = greatest(position, $2) WHERE digest IN (SELECT digest FROM held)
            RETURNING digest)
        SELECT number::bigint FROM wanted WHERE digest NOT IN (SELECT digest FROM claimed) ORDER BY number
        """

    /// $2: the position, $3: its digest. Returns how many chunks are missing.
    private static let keeping = """
        WITH \(wanted),
        missing AS (SELECT FROM wanted WHERE digest NOT IN (SELECT digest FROM chunk)),
        kept AS (
            INSERT INTO snapshot (position, digest, chunks)
            SELECT $2, $3, $1 WHERE EXISTS (SELECT FROM record WHERE position = $2 AND digest = $3)
                AND NOT EXISTS (SELECT FROM missing) AND NOT EXISTS (SELECT FROM snapshot WHERE position >= $2)
            ON CONFLICT DO NOTHING)
        SELECT count(*) FROM missing
        """

    /// $1 node, $2 incarnation, $3 and $4 the position that it has applied, $5 its digest, $6 wish, $7 the lease's milliseconds,
    /// $8 the renewal's number, $9 its lag, $10 its version, $11 the heir as text, which is empty if there is none, $12 the version
    /// of records that it reads, $13 its rules, $14 whose name it takes over, 0 if it knows of nobody, $15 how many migrations it knows.
    ///
    /// All parts see the tables as they were before this statement's commit: so the end that they see is kept once it is
    /// acknowledged.
    private static let renewal = """
        WITH former AS (SELECT incarnation FROM member WHERE node = $1 AND incarnation <> $2),
        gone AS (
            SELECT FROM replaced WHERE incarnation = $2 UNION ALL SELECT FROM former WHERE incarnation <> $14),
        mark AS (
            INSERT INTO replaced (incarnation) SELECT incarnation FROM former WHERE NOT EXISTS (SELECT FROM gone)
            ON CONFLICT DO NOTHING),
        beat AS (
            INSERT INTO member AS old
                (node, incarnation, beats, applied, lag, version, since, seen, reads, rules, migrations)
            SELECT $1, $2, $8, $3, $9, $10, clock_timestamp(), clock_timestamp(), $12, $13, $15
            WHERE NOT EXISTS (SELECT FROM gone)
            ON CONFLICT (node) DO UPDATE SET incarnation = $2, applied = $3, beats = $8, lag = $9, version = $10,
                reads = $12, rules = $13, migrations = $15,
                since = CASE WHEN old.incarnation <> $2 THEN excluded.since ELSE old.since END, seen = excluded.seen,
                former = CASE WHEN old.incarnation <> $2 THEN old.incarnation ELSE old.former END,
                former_seen = CASE WHEN old.incarnation <> $2 THEN old.seen ELSE old.former_seen END
                WHERE old.incarnation = $14 OR (old.incarnation = $2 AND old.beats < $8)
            RETURNING \(memberColumns)),
        heir AS (SELECT nullif($11, '')::bigint AS incarnation),
        took AS (
            UPDATE lease SET
                holder = CASE WHEN $6 = 1 THEN $2 ELSE heir.incarnation END,
                until = CASE WHEN $6 = 1 OR heir.incarnation IS NOT NULL
                    THEN clock_timestamp() + $7 * interval '1 millisecond' ELSE '-infinity' END,
                giver = CASE WHEN $6 = 1 AND holder = $2 AND until > clock_timestamp() THEN giver
                    WHEN $6 = 1 THEN given WHEN heir.incarnation IS NOT NULL THEN $2 END,
                given = CASE WHEN $6 = 2 AND heir.incarnation IS NULL THEN $2 END
            FROM heir WHERE EXISTS (SELECT FROM beat) AND (
                ($6 = 1 AND (holder IS NULL OR until <= clock_timestamp() OR holder = $2)) OR ($6 = 2 AND holder = $2))
            RETURNING holder, until, giver, given),
        held AS (
            SELECT holder, until, giver, given FROM took
            UNION ALL SELECT holder, until, giver, given FROM lease WHERE NOT EXISTS (SELECT FROM took)),
        members AS (
            SELECT * FROM beat
            UNION ALL SELECT \(memberColumns) FROM member
            WHERE node NOT IN (SELECT node FROM beat)),
        last AS (SELECT position, digest FROM record ORDER BY position DESC LIMIT 1),
        first AS (SELECT position FROM record ORDER BY position LIMIT 1)
        SELECT \(milliseconds("clock_timestamp()")),
            CASE WHEN held.until > clock_timestamp() THEN held.holder END,
            CASE WHEN held.until > clock_timestamp() THEN held.giver ELSE held.given END,
            last.position, last.digest, first.position,
            CASE WHEN $4 > last.position THEN 2
                ELSE coalesce((SELECT (digest <> $5)::int FROM record WHERE position = $4), 3) END::bigint,
            (SELECT max(position) FROM snapshot),
            members.node, members.incarnation, members.beats, members.applied, members.lag, members.version,
            \(milliseconds("members.since")), \(milliseconds("members.seen")),
            CASE WHEN held.until > clock_timestamp() THEN \(milliseconds("held.until")) END,
            members.reads, members.rules, (SELECT min(position) FROM snapshot), members.former,
            \(milliseconds("members.former_seen")), EXISTS (SELECT FROM replaced WHERE incarnation = $2)::int::bigint,
            members.migrations
        FROM held, last, first, members ORDER BY members.node
        """

    private static let memberColumns =
        "node, incarnation, beats, applied, lag, version, since, seen, reads, rules, former, former_seen, migrations"

    /// Since 1970.
    private static func milliseconds(_ time: String) -> String { "(extract(epoch FROM \(time)) * 1000)::bigint" }
}
