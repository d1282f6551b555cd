import Chat
import ClientProtocol
import JSON

/// `group.setAnnouncement`, and `admin.group.setAnnouncement` in a member's name.
enum SetAnnouncement: LeaderOperation {
    static let declaration = Operation.group(
        "group.setAnnouncement", "Sets the announcement.",
        [GroupParameters.groupID.description, announcementText.description],
        errors: [.noGroupRight]
    ).hooked(.replaces(except: ["groupID"]))

    private static let announcementText = Parameter<String>(
        "announcement", type: .characters(0...512), "The text for all members."
    ) { value throws(Mismatch) in try value.text(characters: 0...512) }

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let text = try request(announcementText)
        return { chat, me, _ throws(CommandError) in
            try chat.groupSettings.announce(text, in: id, by: me)
        }
    }
}
