import Domain

extension Configuration {
    /// Pictures and files (docs/media.md).
    package struct Media: Equatable, Sendable {
        package var store: StoreKind
        package var directory: String?
        package var isShared: Bool
        package var bytes: Int
        package var types: [String]
        package var pixels: Int
        package var uploadSeconds: Int
        package var urlSeconds: Int
        package var partBytes: Int
        package var uploads: Int
        package var threads: Int
        package var buffersBytes: Int
        package var userBytes: Int
        package var dayBytes: Int
        package var dayFiles: Int
        package var diskBytes: Int
        package var graceHours: Int
        package var unusedHours: Int
        package var review: Bool
        package var reviewFailure: ReviewFailure
        package var reviewSeconds: Int
        package var origin: String
        package var secretFile: String?
        package var urlTemplate: String
        package var s3: S3

        package enum StoreKind: String, CaseIterable, Sendable {
            case directory, s3, none
        }

        package enum ReviewFailure: String, CaseIterable, Sendable {
            case allow, deny
        }

        package struct S3: Equatable, Sendable {
            package var endpoint: String
            package var region: String
            package var bucket: String
            package var prefix: String
            package var style: Style
            package var keyFile: String?
            package var form: Bool

            package enum Style: String, CaseIterable, Sendable {
                case path, host
            }
        }

        init(_ setting: inout SettingReader) {
            setting.section("media", "Pictures and files, which messages refer to (docs/media.md).")
            store = setting(
                "store", .choice, or: .directory,
                "Where the bytes are: in a directory, in a store that speaks S3, or nowhere: no uploads.")
            directory = setting(
                "directory", .optional(.path), or: nil, "The folder of the bytes; null: `media` in data.directory.")
            isShared = setting(
                "shared", .flag, or: false,
                "All nodes of a cluster have the same directory, by a network file system. A cluster starts with no other."
            )
            bytes = setting("bytes", .integer(1...5_497_558_138_880), or: 104_857_600, "The largest file.")
            types = setting(
                "types", .list(of: .text, "media types, such as image/png, image/* or */*"), or: ["*/*"],
                "The types of files that are taken.")
            pixels = setting(
                "pixels", .integer(1...1_000_000_000_000), or: 50_000_000,
                "The most pixels of a picture: width × height.")
            uploadSeconds = setting(
                "uploadSeconds", .integer(60...604_800), or: 3_600, "How long an upload's URL can be used.")
            urlSeconds = setting(
                "urlSeconds", .integer(60...604_800), or: 3_600, "How long a URL by which media is read can be used.")
            partBytes = setting(
                "partBytes", .integer(5_242_880...5_368_709_120), or: 16_777_216,
                "Larger files go to S3 in parts of so many bytes.")
            uploads = setting(
                "uploads", .integer(1...1_000_000), or: 1_000, "How many connections may send uploads at a time.")
            threads = setting(
                "threads", .integer(1...64), or: 2, "How many threads wait for the disk or the other server.")
            buffersBytes = setting(
                "buffersBytes", .integer(1_048_576...1_073_741_824), or: 16_777_216,
                "How much of all uploads and downloads is in memory at a time.")
            userBytes = setting(
                "userBytes", .integer(0...1_125_899_906_842_624), or: 1_073_741_824,
                "The most bytes that the media of a user have together. 0: no limit.")
            dayBytes = setting(
                "dayBytes", .integer(0...1_125_899_906_842_624), or: 536_870_912,
                "The most bytes that a user uploads in one day (UTC). 0: no limit.")
            dayFiles = setting(
                "dayFiles", .integer(0...1_000_000_000), or: 500,
                "The most files that a user uploads in one day (UTC). 0: no limit.")
            diskBytes = setting(
                "diskBytes", .integer(0...1_125_899_906_842_624), or: 53_687_091_200,
                "The most bytes that all media have together; besides, 5 % of a directory's disk stay free. 0: no limit."
            )
            graceHours = setting(
                "graceHours", .integer(0...8_760), or: 24,
                "How long bytes stay that no message refers to any more because it was deleted by retention.")
            unusedHours = setting(
                "unusedHours", .integer(1...8_760), or: 24, "How long an upload stays that no message refers to yet.")
            review = setting(
                "review", .flag, or: false,
                "Others see an upload only after `admin.media.review` has said that it is ready.")
            reviewFailure = setting(
                "reviewFailure", .choice, or: .deny,
                "Without a review within reviewSeconds: `allow` shows the upload, `deny` goes on waiting.")
            reviewSeconds = setting("reviewSeconds", .integer(1...604_800), or: 300, "How long a review may take.")
            origin = setting(
                "origin", .endpoint, or: "",
                "Where clients reach media, such as `https://media.example.org`: a host of its own, so that no file can "
                    + "act as a page of yours. Empty: where they reach the gateway.")
            secretFile = setting(
                "secretFile", .optional(.path), or: nil,
                "A file with the secret that signs URLs, at least 32 bytes; null: one that the store has made.")
            urlTemplate = setting(
                "urlTemplate", .shortText, or: "",
                "The URL of a CDN in front of an S3 store, with `{key}`, `{expires}` and `{signature}`; empty: none.")
            setting.section("s3", "The store that speaks S3, if media.store is \"s3\".")
            s3 = S3(
                endpoint: setting("endpoint", .endpoint, or: "", "Its URL, such as `https://s3.example.org`."),
                region: setting("region", .text, or: "us-east-1", "Its region."),
                bucket: setting("bucket", .shortText, or: "", "The bucket, which must exist."),
                prefix: setting("prefix", .shortText, or: "", "The beginning of all names in the bucket."),
                style: setting(
                    "style", .choice, or: .path, "Where the bucket's name stands: in the path, or in the host."),
                keyFile: setting(
                    "keyFile", .optional(.path), or: nil,
                    "A JSON file with `accessKeyID` and `secretAccessKey`, and perhaps `sessionToken`. SIGHUP reads it "
                        + "again."
                ),
                form: setting(
                    "form", .flag, or: false,
                    "Clients send forms (POST) whose policy bounds the size, and not PUT requests. Not all stores take them."
                ))
        }
    }
}
