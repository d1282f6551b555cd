import Bytes
import CAllocator
import Meters

/// The metrics of the allocator. All are read together once a scrape, so that they belong to one moment.
struct AllocatorMetric {
    let name: String
    let help: String
    let bytes: @Sendable (martlet_allocator_memory) -> Int64

    static let info = "martlet_memory_allocator_info"
    static let infoHelp = "Always 1; the labels have the allocator that runs."

    static let all = [
        AllocatorMetric(
            name: "martlet_memory_allocator_allocated_bytes",
            help: "Bytes that the program holds. Only jemalloc tells this and the next three.",
            bytes: \.allocated),
        AllocatorMetric(
            name: "martlet_memory_allocator_active_bytes", help: "Bytes of the pages that have some of these.",
            bytes: \.active),
        AllocatorMetric(
            name: "martlet_memory_allocator_resident_bytes",
            help: "Bytes of memory that the allocator has from the system, its own and unused pages included.",
            bytes: \.resident),
        AllocatorMetric(
            name: "martlet_memory_allocator_retained_bytes",
            help: "Bytes of addresses that it keeps without memory behind them.", bytes: \.retained),
    ]

    static func write(to buffer: inout ByteBuffer) {
        Exposition.writeHead(info, .gauge, infoHelp, to: &buffer)
        let labels = [("name", Allocator.name), ("version", Allocator.version)]
        Exposition.writeSample(info, labels.map { MetricLabelValue(name: $0, value: $1) }, "1", to: &buffer)
        guard let memory = Allocator.memory else { return }
        for metric in all {
            Exposition.writeHead(metric.name, .gauge, metric.help, to: &buffer)
            Exposition.writeSample(metric.name, [], String(metric.bytes(memory)), to: &buffer)
        }
    }
}
