import ClientProtocol
import Domain
import JSON
import Settings

/// `admin.setting.list`.
enum ListSettings: AdminOperation {
    static let declaration = Operation(
        "admin.setting.list", "Lists all settings with their values in force, as [configuration.md](configuration.md).",
        roles: .admin,
        result: [
            Field(
                "sections",
                .list(
                    .object([
                        Field("name", .string), Field("meaning", .string),
                        Field(
                            "settings",
                            .list(
                                .object([
                                    Field("name", .string), Field("value", .string), Field("default", .string),
                                    Field("mustBe", .string), Field("meaning", .string),
                                ]))),
                    ])),
                "`value` and `default` as the file would write them. Of a URL, what may be secret is left out.")
        ])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let sections = request.context.configuration.sections
        return .reply { json in
            json.array("sections") { json in
                for section in sections { write(section, to: &json) }
            }
        }
    }

    private static func write(_ section: SectionDescription, to json: inout JSONWriter) {
        json.object { json in
            json.field("name", section.name)
            json.field("meaning", section.doc)
            json.array("settings") { json in
                for setting in section.settings {
                    json.object { json in
                        json.field("name", setting.path)
                        json.field("value", setting.openValue)
                        json.field("default", setting.standard)
                        json.field("mustBe", setting.type)
                        json.field("meaning", setting.doc)
                    }
                }
            }
        }
    }
}
