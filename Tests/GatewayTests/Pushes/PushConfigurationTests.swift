import Testing

/// A fault in a provider's settings is reported by `config check`, and stops the start.
struct PushConfigurationTests {
    @Test(arguments: [
        ("webhook.secretFile", ["webhook.url": #""http://hook.test/""#, "webhook.secretFile": #""short""#]),
        ("webhook.secretFile", ["webhook.url": #""http://hook.test/""#, "webhook.secretFile": #""open""#]),
        ("apns.keyFile", apns("short")),
        ("apns.keyFile", apns("missing")),
        ("apns.keyId", apns("short").merging(["apns.keyId": #""x""#]) { $1 }),
        ("fcm.serviceAccountFile", ["fcm.serviceAccountFile": #""short""#]),
        ("webPush.keyFile", ["webPush.keyFile": #""short""#, "webPush.subject": #""mailto:a@b.test""#]),
        ("push.authorities", ["push.authorities": #""missing""#]),
        ("push.authorities", ["push.authorities": #""short""#]),
    ])
    func `a provider that is set up wrongly is named by config check and by a start`(
        key: String, settings: [String: String]
    ) throws {
        let workspace = try Workspace()
        try workspace.write("short", "short")
        try workspace.write("open", "hQ7-vX2_pLr9sTk4wZb8nEy3mUc6gJd1", mode: 0o644)
        let standard = ["listen.port": "0", "auth.testMode": "true"]
        let text = GatewayProcess.text(of: standard.merging(settings) { $1 })
        let file = try workspace.write("martlet.json5", text)
        for command in [["config", "check"], ["serve"]] {
            let run = try Martlet.run(command + ["--config", file], in: workspace)
            #expect(run.end == .exited(78))
            #expect(run.errors.contains(key), "\(command): \(run.errors)")
        }
    }
}

private func apns(_ file: String) -> [String: String] {
    [
        "apns.keyFile": #""\#(file)""#, "apns.keyId": #""KEY1234567""#, "apns.teamId": #""TEAM123456""#,
        "apns.topic": #""test.birds""#,
    ]
}
