import Domain
import Storage

/// U-29: avatars live as long as a profile or a group names them by their URL.
extension Uploads {
    /// A profile or group names another avatar than before. `period`: how long the former one stays if nothing else names it;
    /// nil: for `media.graceHours`, since others may still show it.
    func replaceAvatar(
        _ former: String, by text: String, period: Milliseconds? = nil
    ) throws(CommandError) {
        if text.isSpelled(like: former) { return }
        if let media = try avatar(in: text) { try use(media) }
        if let media = try avatar(in: former) {
            try release(media.number, after: period ?? work.options.media.gracePeriod)
        }
    }

    /// However far it is: what is named before it has come counts as well.
    private func avatar(in text: String) throws(CommandError) -> StoredMedia? {
        guard let id = MediaURL.id(in: text), let media = try stored(StoredMedia.find(id, in: work.store)),
            media.use == .avatar
        else { return nil }
        return media
    }
}

/// The formats whose size the gateway reads itself, so that an avatar is a picture for certain.
let avatarTypes: Set = ["image/png", "image/jpeg", "image/gif", "image/webp"]
