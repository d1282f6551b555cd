extension Configuration {
    package struct Hooks: Equatable, Sendable {
        package var before: [Hook]
        package var authorities: String?

        init(_ setting: inout SettingReader) {
            setting.section(
                "hooks", "Your backend decides about users' requests before they are carried out (docs/hooks.md).")
            before = setting(
                "before",
                .list(of: .hook, "objects {url, operations, secretFile, timeoutMilliseconds, onFailure}"), or: [],
                "The URLs to ask, each with the operations that it decides about and the file of the secrets that sign "
                    + "the requests: `whsec_` and Base64, one in each line. `timeoutMilliseconds` is 10 to 3000, default "
                    + "1000. Without an answer, `onFailure` decides: `refuse` (default) or `allow`. SIGHUP reads the "
                    + "files again.")
            authorities = setting(
                "authorities", .optional(.path), or: nil,
                "A PEM file with the certificate authorities to trust for hooks, instead of the system's.")
        }
    }
}

/// A URL that is asked before operations are carried out.
package struct Hook: Equatable, Sendable {
    package enum FailurePolicy: String, CaseIterable, Sendable {
        case allow, refuse
    }

    package let url: String
    package let operations: [String]
    package let secretFile: String
    package let timeoutMilliseconds: Int
    /// The decision where the backend makes none.
    package let onFailure: FailurePolicy
}

extension SettingType<Hook> {
    fileprivate static let hook = Self(
        name: "{url, operations, secretFile, timeoutMilliseconds, onFailure}", environmentForm: .list
    ) { kind, directory in
        guard case .object(let members) = kind, members.allSatisfy({ memberNames.contains($0.name) }) else {
            return nil
        }
        func value<Member>(_ name: String, _ type: SettingType<Member>, or standard: Member? = nil) -> Member? {
            guard let member = members.first(where: { $0.name == name }) else { return standard }
            return type.read(member.value.kind, directory)
        }
        guard let url = value("url", .endpoint), !url.isEmpty,
            let operations = value("operations", .list(of: .text, "operations")), !operations.isEmpty,
            let secretFile = value("secretFile", .path),
            let timeout = value("timeoutMilliseconds", .integer(10...3_000), or: 1_000),
            let policy = value("onFailure", SettingType<Hook.FailurePolicy>.choice, or: .refuse)
        else { return nil }
        return Hook(
            url: url, operations: operations, secretFile: secretFile, timeoutMilliseconds: timeout, onFailure: policy)
    } show: { hook in
        "{url: \(quoted(hook.url)), operations: [\(hook.operations.map(quoted).joined(separator: ", "))], "
            + "secretFile: \(quoted(hook.secretFile)), timeoutMilliseconds: \(hook.timeoutMilliseconds), "
            + "onFailure: \(quoted(hook.onFailure.rawValue))}"
    }
}

private let memberNames: Set = ["url", "operations", "secretFile", "timeoutMilliseconds", "onFailure"]
