import Commands
import Telemetry

extension Command {
    static let version = Command("version", "Prints the version.") { _ in
        say("martlet \(Build.version)\n")
        return ExitCode.success
    }
}
