import Commands
import JSON

extension Command {
    static let controlOfCluster = [controlHandOver, controlCluster]

    private static let controlCluster = control(
        "cluster", "Shows the nodes of the gateway's cluster: who leads, and how far each is."
    ) { _, gateway, printer in
        printer.show(try gateway.request("admin.cluster.status")) { result in
            guard result["clustered"]?.bool == true else { return "This gateway runs alone.\n" }
            let facts = TextTable(pairs: [
                ("cluster", result.cell("cluster")), ("asked", result.cell("node")), ("leader", result.cell("leader")),
                ("epoch", result.cell("epoch")), ("position", result.cell("position")),
                ("lease until", result.time("leaseUntil")),
            ])
            return facts.text + section("Nodes", nodeTable(result))
        }
    }

    private static func nodeTable(_ result: JSONValue) -> TextTable {
        var table = TextTable("NODE", "ROLE", "POSITION", "LAG", "SINCE", "VERSION")
        for node in result.list("nodes") {
            table.add(
                node.cell("node"), node.cell("role"), node.cell("position"),
                "\(node.cell("lagRecords")) records, \(node.cell("lagMilliseconds")) ms", node.time("since"),
                node.cell("version"))
        }
        return table
    }

    private static let controlHandOver = control(
        "cluster hand-over", "Has another node of the cluster lead: the one that is named, or the one least behind.",
        operands: ["[NODE]"], patience: .seconds(30)
    ) { invocation, gateway, printer in
        let result = try gateway.request("admin.cluster.handOver") { json in
            if let node = invocation.operands.first { json.field("to", node) }
        }
        printer.show(result) {
            "\(TextTable.harmless($0.cell("leader"))) leads now; it took \($0.cell("milliseconds")) ms.\n"
        }
    }
}
