import Storage

extension Schema {
    static let release2 = Migration(
        number: 7, name: "release 0.2",
        statements: [
            "DROP INDEX IF EXISTS none_yet"
        ])
}
