import ClientProtocol
import Domain
import JSON
import Security
import Settings
import Transport

/// The settings and keys in force.
extension OperationTable {
    @OperationList static var settingsAndKeys: [OperationDefinition] {
        Operation(
            "admin.setting.list",
            "Lists all settings with their values in force, as [configuration.md](configuration.md).",
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
            ]
        ).admin { request, _ throws(Refusal) in
            let sections = request.context.configuration.sections
            return .reply { json in
                json.array("sections") { json in
                    for section in sections { write(section, to: &json) }
                }
            }
        }

        Operation(
            "admin.key.list", "Lists the keys and certificates in force, without their secrets.", roles: .admin,
            result: [
                Field(
                    "adminKeys",
                    .list(
                        .object([
                            Field("name", .string), Field(optional: "scopes", .strings),
                            Field(optional: "addresses", .strings), Field(optional: "requestsPerSecond", .integer),
                        ])), "Without `scopes` a key may do everything, without `addresses` from everywhere."),
                Field(
                    "tokenKeys",
                    .list(
                        .object([
                            Field(optional: "issuer", .string), Field(optional: "kid", .string),
                            Field("algorithm", .string),
                        ])), "Of `auth.keysFile`, without `issuer`, and of `auth.jwks`."),
                Field(
                    "certificates",
                    .list(
                        .object([
                            Field("file", .string), Field("names", .strings), Field("begins", .milliseconds),
                            Field("ends", .milliseconds),
                        ])), "Of `tls.certificates` and `tls.acme`."),
            ]
        ).admin { request, _ throws(Refusal) in
            let keys = request.context.keys
            return .reply { json in
                json.array("adminKeys") { json in
                    for key in keys.adminKeys { write(key, to: &json) }
                }
                json.array("tokenKeys") { json in
                    for key in keys.tokenKeys { write(key, to: &json) }
                }
                json.array("certificates") { json in
                    for certificate in keys.certificates { write(certificate, to: &json) }
                }
            }
        }
    }
}

private func write(_ section: SectionDescription, to json: inout JSONWriter) {
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

private func write(_ key: AdminKeys.Key, to json: inout JSONWriter) {
    json.object { json in
        json.field("name", key.name)
        write(key.scopes, "scopes", to: &json)
        write(key.addresses, "addresses", to: &json)
        if let rate = key.rate { json.field("requestsPerSecond", rate.perSecond) }
    }
}

private func write(_ key: KeysInForce.TokenKey, to json: inout JSONWriter) {
    json.object { json in
        if let issuer = key.issuer { json.field("issuer", issuer) }
        if let id = key.id { json.field("kid", id) }
        json.field("algorithm", key.algorithm)
    }
}

private func write(_ certificate: TLSContext.Validity, to json: inout JSONWriter) {
    json.object { json in
        json.field("file", certificate.file)
        write(certificate.names, "names", to: &json)
        json.field("begins", certificate.begins * 1_000)
        json.field("ends", certificate.ends * 1_000)
    }
}

private func write(_ texts: [String]?, _ name: StaticString, to json: inout JSONWriter) {
    guard let texts else { return }
    json.array(name) { json in
        for text in texts { json.value(text) }
    }
}
