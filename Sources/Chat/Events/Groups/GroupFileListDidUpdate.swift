import ClientProtocol
import Domain
import JSON

struct GroupFileListDidUpdate: GroupEventContent {
    static let kind = GroupEventKind.fileListDidUpdate
    static let declaration = Event(
        ofGroup: "fileListDidUpdate", "To all members.", to: .members, in: .group,
        Field(optional: "added", SharedFile.type, "A file."),
        Field(optional: "removed", .string, "Only if a file was removed: its id."))

    enum Change {
        case added(SharedFile)
        case removed(id: FileNumber)
    }

    let change: Change

    func write(to json: inout JSONWriter) {
        switch change {
        case .added(let file): json.object("added") { $0.file(file) }
        case .removed(let id): json.field("removed", String(id))
        }
    }
}
