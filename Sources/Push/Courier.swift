import EventLoop

/// Brings parcels to one provider, on a thread of its own.
///
/// It keeps nothing: what it has not answered when it ends, its sender still has to have.
package final class Courier: Sendable {
    private let satchel: Satchel
    private let multi: Multi
    private let thread: Thread

    /// Both functions are called on the courier's thread, and must not wait. `hasRoom` says that it takes parcels again
    /// after it took none: because some were answered, or because the provider has rested for long enough.
    package init(
        _ provider: Provider, options: CourierOptions = CourierOptions(),
        answered: @escaping @Sendable ([Answer]) -> Void, hasRoom: @escaping @Sendable () -> Void
    ) {
        let satchel = Satchel(size: options.queue)
        let multi = Multi(connectionsToOneHost: provider.connections(options))
        self.satchel = satchel
        self.multi = multi
        thread = Thread.start(name: "push-\(provider.name)") {
            Rounds(provider.carrier, satchel, multi, options, answered: answered, hasRoom: hasRoom).run()
        }
    }

    /// How many parcels it takes now: none while the provider rests.
    package var room: Int { satchel.room }

    /// No more than there was room for; never waits.
    package func send(_ parcels: [Parcel]) {
        satchel.put(parcels)
        multi.wake()
    }

    /// Ends the thread; requests that are under way are given up. Called once, and not from `answered` or `hasRoom`.
    package func stop() {
        satchel.close()
        multi.wake()
        thread.join()
    }
}
