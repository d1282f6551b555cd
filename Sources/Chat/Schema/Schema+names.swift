import Storage

extension Schema {
    /// Tables, columns and indices by the words of the code.
    static let names = Migration(
        number: 8, name: "names of tables",
        statements: [
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
        ])
}
