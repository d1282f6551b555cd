import Storage

extension Schema {
    /// Messages that backends have brought along: `MessageImports`. Their ids are as old as they are, so who follows messages
    /// by their ids finds them here.
    static let imports = Migration(
        number: 17, name: "imported messages",
        statements: [
            // messages: a JSON array of ids, all taken at that stamp.
            """
            CREATE TABLE message_import (
                stamp INTEGER PRIMARY KEY,
                messages TEXT NOT NULL
            )
            """
        ])
}
