/// A page that is on its way, and those who wait until there is something to show.
final class PageCall {
    private var waiting: [(MartletError?) -> Void] = []
    private var isShown = false

    func wait(_ done: @escaping (MartletError?) -> Void) {
        if isShown { done(nil) } else { waiting.append(done) }
    }

    /// Those who have seen stale messages hear nothing of a failure.
    func show(_ error: MartletError? = nil) {
        isShown = true
        let waiting = waiting
        self.waiting = []
        for done in waiting { done(error) }
    }
}

/// Reads pages of conversations, of this device or of the gateway, into the windows that show them.
final class Pages {
    struct Actions {
        /// Is done when the rows of the device are shown, if they can be read.
        let whenOpened: (@escaping () -> Void) -> Void
        /// A page of the gateway's `message.history`.
        let history: (_ page: JSON, @escaping (Reply) -> Void) -> Void
        /// If not, the window was forgotten or trimmed meanwhile: a page does not go on where it ends.
        let isAt: (_ id: String, _ window: MessageWindow, _ cursor: Int) -> Bool
        let changed: (_ id: String) -> Void
    }

    private let local: LocalStore?
    private let actions: Actions

    init(_ local: LocalStore?, _ actions: Actions) {
        self.local = local
        self.actions = actions
    }

    /// Reads the next page. Stale messages are shown at once, until the gateway has answered; `done` does not wait for
    /// that.
    func read(_ id: String, _ window: MessageWindow, limit: Int, _ done: @escaping (MartletError?) -> Void) {
        if let loading = window.loading { return loading.wait(done) }
        let call = PageCall()
        call.wait(done)
        window.loading = call
        actions.whenOpened { [self] in
            guard let local else { return readRemote(id, window, limit, call) }
            let cursor = window.cursor
            local.read(id, before: cursor, limit: limit) { [self] page in
                guard actions.isAt(id, window, cursor) else { return end(id, window, call, nil) }
                guard let page else { return readRemote(id, window, limit, call) }
                if !page.isStale {
                    window.addOlder(page)
                    actions.changed(id)
                    return end(id, window, call, nil)
                }
                if !window.isLoaded { window.stale = page.messages.reversed() }
                actions.changed(id)
                call.show()
                readRemote(id, window, limit, call)
            }
        }
    }

    private func readRemote(_ id: String, _ window: MessageWindow, _ limit: Int, _ call: PageCall) {
        let cursor = window.cursor
        let asked: JSON = ["conversationID": JSON(id), "limit": JSON(limit), "cursor": JSON(cursor)]
        actions.history(asked) { [self] reply in
            switch reply {
            case .failure(let error): end(id, window, call, error)
            case .success(let json):
                if actions.isAt(id, window, cursor) { take(MessagePage(json), id, window, cursor) }
                end(id, window, call, nil)
            }
        }
    }

    private func take(_ page: MessagePage, _ id: String, _ window: MessageWindow, _ cursor: Int) {
        var shown = page
        // Behind the last page there may be messages that only the device has.
        if page.isFinished, let bottom = page.messages.last, let local, local.hasOlder(id) {
            (shown.cursor, shown.isFinished) = (bottom.seq, false)
        }
        window.addOlder(shown)
        local?.page(id, before: cursor, page)
        actions.changed(id)
    }

    private func end(_ id: String, _ window: MessageWindow, _ call: PageCall, _ error: MartletError?) {
        window.loading = nil
        if error != nil, window.fail() { actions.changed(id) }
        call.show(error)
    }
}
