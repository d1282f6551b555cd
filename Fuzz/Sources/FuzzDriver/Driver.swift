/// libFuzzer's own entrance (FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

package enum Driver {
    /// Calls `target` with input after input until libFuzzer has had enough, and returns the exit code.
    package static func run(_ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) -> CInt {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        return runDriver(&count, &arguments, target)
    }
}

/// An input whose first bytes say how the rest arrives: every decoder must give the same under every split.
package struct Split: ~Copyable {
    private var sizes: [UInt8]
    private var rest: UnsafeRawBufferPointer
    private var next = 0

    /// Up to four sizes, used in turn; 0 stands for all that is left.
    package init?(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        guard let start, count > 4 else { return nil }
        sizes = (0..<4).map { start[$0] }
        rest = UnsafeRawBufferPointer(start: start + 4, count: count - 4)
    }

    /// The next piece, in memory of its own so that the sanitizer sees a read beyond it. The caller frees it.
    package mutating func piece() -> UnsafeMutableRawBufferPointer? {
        guard !rest.isEmpty else { return nil }
        let size = sizes[next % sizes.count]
        next += 1
        let taken = size == 0 ? rest.count : min(Int(size), rest.count)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: taken, alignment: 1)
        piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<taken]))
        rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        return piece
    }
}
