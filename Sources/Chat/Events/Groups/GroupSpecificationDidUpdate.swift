import ClientProtocol
import JSON

struct GroupSpecificationDidUpdate: GroupEventContent {
    static let kind = GroupEventKind.specificationDidUpdate
    static let declaration = Event(
        ofGroup: "specificationDidUpdate", "To all members.", to: .members, in: .group,
        Field("group", GroupView.type, "The group as it is now."))

    let group: GroupView

    func write(to json: inout JSONWriter) { json.object("group") { $0.specification(group) } }
}
