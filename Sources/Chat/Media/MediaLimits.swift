import Domain

/// The limits and periods of media (docs/media.md).
package struct MediaLimits: Sendable {
    /// Of one file.
    package var bytes: Int64 = 104_857_600
    package var types = ["*/*"]
    /// 0: no limit, as of the other three.
    package var userBytes: Int64 = 1 << 30
    package var dayBytes: Int64 = 512 << 20
    package var dayFiles: Int64 = 500
    package var diskBytes: Int64 = 50 << 30
    package var gracePeriod = Milliseconds.hours(24)
    package var unusedPeriod = Milliseconds.hours(24)
    /// U-32: others see an upload only after a review.
    package var isReviewed = false
    /// U-34: without a review it is ready after so long; nil: never.
    package var reviewPeriod: Milliseconds?

    package init() {}

    /// U-11: `image/*` names all pictures.
    func takes(_ type: String) -> Bool {
        let kind = type.prefix { $0 != "/" }
        return types.contains { $0 == "*/*" || $0 == type || $0 == "\(kind)/*" }
    }
}

/// How many bytes an avatar has at most (U-29).
let bytesPerAvatar: Int64 = 1 << 20
/// Of a thumbnail (U-19).
let bytesPerThumbnail: Int64 = 65_536
let pixelsPerThumbnailSide: Int64 = 640
/// How many messages may refer to one upload: the most that a question for its URL looks at.
let usesPerMedia: Int64 = 10_000
