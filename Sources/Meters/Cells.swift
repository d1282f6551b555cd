import Synchronization

/// The memory behind one writer's metrics: whole cache lines that nobody else writes to.
///
/// `@unchecked` is sound: only the initialisers of `ShardMetrics` and `ProcessMetrics` call `take`, before anybody else has
/// the object; from then on nothing changes but the cells, and those are atomic.
final class Cells: @unchecked Sendable {
    private var slabs: [UnsafeMutablePointer<Atomic<Int>>] = []
    private var next: UnsafeMutablePointer<Atomic<Int>>?
    private var unused = 0

    private static let slabCells = 1024
    /// Two lines of 64 bytes, since processors prefetch in pairs.
    private static let alignment = 128

    /// Cells in a row, all zero, that live as long as this object.
    func take(_ count: Int) -> UnsafeMutablePointer<Atomic<Int>> {
        if count > unused { addSlab(cells: max(count, Self.slabCells)) }
        // There are unused cells, so there is a slab.
        let first = next!
        next = first + count
        unused -= count
        return first
    }

    private func addSlab(cells count: Int) {
        let bytes = count * MemoryLayout<Atomic<Int>>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.alignment)
        let slab = memory.bindMemory(to: Atomic<Int>.self, capacity: count)
        for cell in 0..<count { (slab + cell).initialize(to: Atomic(0)) }
        slabs.append(slab)
        next = slab
        unused = count
    }

    deinit {
        for slab in slabs { UnsafeMutableRawPointer(slab).deallocate() }
    }
}
