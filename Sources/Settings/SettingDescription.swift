/// The description of one setting for operators.
package struct SettingDescription: Sendable {
    package let section: String
    package let name: String
    /// Ends the sentence "the value must be …".
    package let type: String
    /// The default, written as the file would.
    package let standard: String
    /// The value in force, likewise.
    package internal(set) var value: String
    package let doc: String

    package var path: String { "\(section).\(name)" }

    /// `http.headBytes` is `MARTLET_HTTP_HEAD_BYTES`.
    package var environmentName: String {
        var words = "MARTLET"
        for part in [section, name] {
            words += "_"
            for character in part {
                if character.isUppercase { words += "_" }
                words += character.uppercased()
            }
        }
        return words
    }
}

package struct SectionDescription: Sendable {
    package let name: String
    package let doc: String
    package internal(set) var settings: [SettingDescription]
}

/// All settings with their values as they were read. They say nothing that a configuration's values do not, so they do not
/// count where two configurations are compared.
struct ReadSettings: Equatable, Sendable {
    var sections: [SectionDescription] = []

    static func == (one: ReadSettings, other: ReadSettings) -> Bool { true }
}
