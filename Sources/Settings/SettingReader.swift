/// Reads every setting once, from the environment, the file or its default, and remembers what settings there are.
///
/// A section's initialiser is its table: each line names a setting, its type, its default and its sentence. The same run
/// yields the values, the problems and, over nothing, the reference page. After a problem reading goes on with the default,
/// so that all problems are told at once.
struct SettingReader {
    private(set) var sections: [SectionDescription] = []
    private(set) var problems: [Problem] = []
    private let source: Source
    /// Where a setting that is not left at its default was set.
    private var places: [String: String] = [:]
    private var unfit: Set<String> = []

    struct Source {
        var file: String
        /// The file's directory with its last slash, where the file's relative paths start.
        var directory: String
        var members: [JSON5.Member]
        var environment: [String: String]

        static let nothing = Source(file: "", directory: "", members: [], environment: [:])
    }

    init(_ source: Source) {
        self.source = source
    }

    /// Opens a section; the settings that follow belong to it.
    mutating func section(_ name: String, _ doc: String) {
        sections.append(SectionDescription(name: name, doc: doc, settings: []))
    }

    mutating func callAsFunction<Value>(
        _ name: String, _ type: SettingType<Value>, or standard: Value, _ doc: String
    ) -> Value {
        let shown = type.show(standard)
        var description = SettingDescription(
            // `section` is called before any setting.
            section: sections.last!.name, name: name, type: type.name, standard: shown, value: shown, doc: doc)
        defer { sections[sections.count - 1].settings.append(description) }
        guard let written = written(description, form: type.environmentForm) else { return standard }
        places[description.path] = written.place
        if let value = type.read(written.value.kind, written.directory) {
            description.value = type.show(value)
            return value
        }
        report(description.path, "is \(written.value), but must be \(type.name)")
        unfit.insert(description.path)
        return standard
    }

    /// Reads an object of a list as if it were a section of that name. `path`: the list's.
    mutating func object<Section>(
        _ members: [JSON5.Member], as name: String, of path: String, _ read: (inout SettingReader) -> Section
    ) -> Section {
        var inner = SettingReader(
            Source(
                file: source.file, directory: source.directory,
                members: [JSON5.Member(name: name, value: JSON5(kind: .object(members)))], environment: [:]))
        let section = read(&inner)
        inner.reportUnknown()
        let place = places[path] ?? source.file
        problems += inner.problems.map { Problem(place: place, message: "\(path): \($0.message)") }
        return section
    }

    /// Reports what is wrong with a setting, where it was set, or else where the setting it disagrees with was.
    ///
    /// Silent while one of the two could not be read: its default would be blamed for nothing.
    mutating func report(_ path: String, _ fault: String, with other: String? = nil) {
        let involved = [path, other].compactMap(\.self)
        guard unfit.isDisjoint(with: involved) else { return }
        let place = involved.compactMap { places[$0] }.first ?? (source.file.isEmpty ? "configuration" : source.file)
        problems.append(Problem(place: place, message: "\(path) \(fault)"))
    }

    /// Reports every key and variable that no setting has read.
    mutating func reportUnknown() {
        for section in source.members {
            guard let known = sections.first(where: { $0.name == section.name }) else {
                reportUnknown(section.name, line: section.value.line)
                continue
            }
            guard case .object(let members) = section.value.kind else {
                let message = "\(section.name) is \(section.value), but must be an object of settings"
                problems.append(Problem(place: "\(source.file):\(section.value.line)", message: message))
                continue
            }
            for member in members where !known.settings.contains(where: { $0.name == member.name }) {
                reportUnknown("\(section.name).\(member.name)", line: member.value.line)
            }
        }
        for name in unknownVariables(in: source.environment, known: settings.map(\.environmentName)) {
            let meant = nearest(to: name, among: settings.map(\.environmentName))
            problems.append(Problem(place: name, message: "no setting has this name\(question(meant))"))
        }
    }

    private mutating func reportUnknown(_ path: String, line: Int) {
        let meant = nearest(to: path, among: settings.map(\.path) + sections.map(\.name))
        problems.append(
            Problem(place: "\(source.file):\(line)", message: "\(path) is not a setting\(question(meant))"))
    }

    private func question(_ meant: String?) -> String {
        meant.map { "; did you mean \($0)?" } ?? "; `martlet config doc` lists all settings"
    }

    private var settings: [SettingDescription] { sections.flatMap(\.settings) }
}

// Where a value comes from.
extension SettingReader {
    private struct Written {
        var value: JSON5
        var place: String
        var directory: String
    }

    /// The environment wins over the file. An empty variable counts as not given: compose files make those.
    private func written(_ setting: SettingDescription, form: EnvironmentForm) -> Written? {
        if let text = source.environment[setting.environmentName], !text.isEmpty {
            return Written(value: value(of: text, form), place: setting.environmentName, directory: "")
        }
        guard let section = source.members.first(where: { $0.name == setting.section }),
            case .object(let members) = section.value.kind,
            let value = members.first(where: { $0.name == setting.name })?.value
        else { return nil }
        return Written(value: value, place: "\(source.file):\(value.line)", directory: source.directory)
    }

    /// A text that does not fit the form stays a text; the setting's type then refuses it by name.
    private func value(of text: String, _ form: EnvironmentForm) -> JSON5 {
        let parsed = try? JSON5Reader.read(text)
        switch form {
        case .literal: return parsed ?? JSON5(kind: .text(text))
        case .text: return JSON5(kind: .text(text))
        case .list where text.hasPrefix("["): return parsed ?? JSON5(kind: .text(text))
        case .list:
            let elements = text.split(separator: ",").map { JSON5(kind: .text(String($0).trimmed)) }
            return JSON5(kind: .list(elements))
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
