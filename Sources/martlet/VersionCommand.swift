import Commands
import Telemetry

extension Command {
    static let version = Command("version", "Prints the version, and the allocator that runs.") { _ in
        say("martlet \(Build.version)\nallocator \(Allocator.title)\n")
        return ExitCode.success
    }
}
