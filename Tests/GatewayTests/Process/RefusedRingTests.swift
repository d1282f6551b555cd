import Client
import JSON
import Testing

/// A gateway where the kernel refuses io_uring or has an older one: containers, Linux before 6.1.
@Suite(.alone("A process's life, files, log and command lines.")) struct RefusedRingTests {
    @Test(arguments: ["EPERM", "ENOSYS", "ENOMEM"])
    func `a gateway that is denied what Docker's default profile denies sends without io_uring`(error: String) throws {
        try withGateway(["shards.count": "1"], launcher: try Deny.launcher(error)) { gateway in
            #expect(try gateway.logged("listening").map { $0["ioUring"]?.bool } == [false])
            try gateway.deliverToAllDevices()
        }
    }

    @Test func `a kernel without the later flags of io_uring gives a plain ring, and messages leave by it`() throws {
        try withGateway(["shards.count": "1"], launcher: try Deny.launcher("old")) { gateway in
            let isOffered = try gateway.logged("listening").first?["ioUring"]?.bool
            let without = try withoutDenial()
            #expect(isOffered == without)
            try gateway.deliverToAllDevices()
        }
    }

    /// Whether this machine's kernel has a ring at all.
    private func withoutDenial() throws -> Bool? {
        var isOffered: Bool?
        try withGateway { isOffered = try $0.logged("listening").first?["ioUring"]?.bool }
        return isOffered
    }
}

extension GatewayProcess {
    /// So many that the shard would hand them to a ring together.
    fileprivate func deliverToAllDevices() throws {
        let devices = try (1...8).map { try session("bert", device: "d\($0)", platform: "web") }
        let anna = try session("anna")
        for number in 1...3 {
            try anna.write("\(number)", to: "bert")
            for device in devices {
                let message = try device.event("message.new")
                #expect(message["body"]?["text"]?.string == "\(number)")
            }
        }
    }
}
