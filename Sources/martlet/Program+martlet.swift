import Commands
import Settings

extension Program {
    static let martlet = Program(
        "martlet",
        [
            .serve, .configCheck, .configDoc, .configDefaults, .storeBackup, .storeCheck, .storeDigest, .storeReindex,
            .token, .client, .importing, .echo, .doctor, .version,
        ] + Command.control)
}

extension ConfigurationError: ConfigurationProblems {
    package var lines: [String] { problems.map(\.description) }
}
