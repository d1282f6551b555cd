import Client
import Testing

/// The allocator of a gateway, by the files of its process.
@Suite(.alone("A process's memory and command lines.")) struct AllocatorTests {
    private static let libc = ["LD_PRELOAD": "libc.so.6"]

    @Test func `jemalloc runs in the gateway, and version, doctor and metrics name it`() throws {
        try withGateway { gateway in
            let files = try Workspace.read("/proc/\(gateway.process.identifier)/maps")
            try #require(files.contains("/libjemalloc.so"), "a program that is built without jemalloc is not shipped")
            let version = try self.version()
            #expect(version.hasPrefix("jemalloc 5."))
            let told = try Martlet.run(doctor(gateway), in: try Workspace())
            #expect(told.output.contains("fine  allocator\n  It is \(version).\n"), "\(told.output)\(told.errors)")
            let labels = version.split(separator: " ")
            let info = #"martlet_memory_allocator_info{name="\#(labels[0])",version="\#(labels[1])"}"#
            #expect(try gateway.metric(info) == 1)
            let bytes = try ["allocated", "active", "resident"].map {
                try gateway.metric("martlet_memory_allocator_\($0)_bytes")
            }
            #expect(bytes[0] > 100_000 && bytes == bytes.sorted(), "\(bytes)")
        }
    }

    @Test func `an allocator that takes its place is named instead`() throws {
        #expect(try version(Self.libc).hasPrefix("glibc "))
        let workspace = try Workspace()
        try workspace.write("keys.json", Keys.file(Keys().entry))
        try workspace.write("martlet.json5", GatewayProcess.text(of: ["auth.keysFile": #""keys.json""#]))
        let doctor = ["doctor", "--without-disk", "--config", workspace("martlet.json5")]
        let told = try Martlet.run(doctor, environment: Self.libc, in: try Workspace())
        #expect(told.output.contains("better  allocator\n  It is glibc "), "\(told.output)\(told.errors)")
    }

    @Test(arguments: [("", "true"), (",background_thread:false", "false")])
    func `it is tuned as it is linked, and the environment has the last word`(words: String, background: String) throws
    {
        let environment = ["MALLOC_CONF": "stats_print:true" + words]
        let run = try Martlet.run(["version"], environment: environment, in: try Workspace())
        #expect(run.errors.contains("opt.background_thread: \(background) "), "\(run.errors)")
    }

    private func doctor(_ gateway: GatewayProcess) throws -> [String] {
        let url = "http://\(try #require(gateway.adminEndpoint).authority)"
        let flags = ["--url", url, "--key-file", gateway.workspace("admin.json"), "--without-disk", "--all"]
        return ["doctor", "--config", gateway.workspace("martlet.json5")] + flags
    }

    /// The second line of `martlet version`, without its first word.
    private func version(_ environment: [String: String] = [:]) throws -> String {
        let run = try Martlet.run(["version"], environment: environment, in: try Workspace())
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 2 && lines[1].hasPrefix("allocator "), "\(run.output)\(run.errors)")
        return String(lines[1].dropFirst("allocator ".count))
    }
}
