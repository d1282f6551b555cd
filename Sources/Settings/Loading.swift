extension Configuration {
    /// Reads the file, where there is one, and the environment over it, and makes sure that the files they name are readable,
    /// unless they are not to be looked at.
    package static func load(
        file path: String?, environment: [String: String], checkFiles: Bool = true
    ) throws(ConfigurationError) -> Configuration {
        guard let path else { return try read(nil, named: "", environment: environment, checkFiles: checkFiles) }
        let text: String
        do {
            text = try File.readText(path)
        } catch {
            throw ConfigurationError(problems: [Problem(place: path, message: "the file \(error.reason)")])
        }
        return try read(text, named: path, environment: environment, checkFiles: checkFiles)
    }

    /// As `load`, from a text in memory and without touching a file that it names.
    package static func read(
        _ text: String?, named path: String = "martlet.json5", environment: [String: String] = [:]
    ) throws(ConfigurationError) -> Configuration {
        try read(text, named: path, environment: environment, checkFiles: false)
    }

    private static func read(
        _ text: String?, named path: String, environment: [String: String], checkFiles: Bool
    ) throws(ConfigurationError) -> Configuration {
        var source = SettingReader.Source(file: path, directory: "", members: [], environment: environment)
        if let text { source.members = try members(of: text, path) }
        if let slash = path.lastIndex(of: "/") { source.directory = String(path[...slash]) }
        var (configuration, reader) = reading(source)
        reader.reportUnknown()
        configuration.reportContradictions(to: &reader)
        if checkFiles { configuration.reportUnreadableFiles(to: &reader) }
        guard reader.problems.isEmpty else { throw ConfigurationError(problems: reader.problems) }
        return configuration
    }

    private func reportUnreadableFiles(to reader: inout SettingReader) {
        for (path, file) in [("auth.keysFile", auth.keysFile), ("auth.adminKeysFile", auth.adminKeysFile)] {
            guard let file else { continue }
            do throws(FileError) {
                _ = try File.readSecret(file)
            } catch {
                reader.report(path, "is \(quoted(file)), but the file \(error.reason)")
            }
        }
        for pair in tls.certificates {
            for (file, isSecret) in [(pair.certificate, false), (pair.key, true)] {
                do throws(FileError) {
                    _ = try isSecret ? File.readSecret(file) : File.read(file)
                } catch {
                    reader.report("tls.certificates", "names \(quoted(file)), but the file \(error.reason)")
                }
            }
        }
    }

    private static func members(of text: String, _ path: String) throws(ConfigurationError) -> [JSON5.Member] {
        let problem: Problem
        do {
            let root = try JSON5Reader.read(text)
            if case .object(let members) = root.kind { return members }
            problem = Problem(place: "\(path):\(root.line)", message: "the file must hold one object of sections")
        } catch {
            problem = Problem(place: "\(path):\(error.line)", message: error.reason)
        }
        throw ConfigurationError(problems: [problem])
    }
}
