import Commands
import Settings

extension Program {
    static let martlet = Program(
        "martlet",
        [
            .serve, .configCheck, .configDoc, .configDefaults, .storeBackup, .storeCheck, .storeCompact, .storeDigest,
            .storeReindex, .mediaCheck, .clusterFound, .clusterLeave, .token, .adminKeyAdd, .adminKeyList,
            .adminKeyRemove, .client, .importing, .exporting, .echo, .doctor,
            .version,
        ] + Command.control)
}

extension ConfigurationError: ConfigurationProblems {
    package var lines: [String] { problems.map(\.description) }
}
