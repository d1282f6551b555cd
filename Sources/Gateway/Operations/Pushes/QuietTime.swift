import Chat
import ClientProtocol
import Domain
import JSON

/// The time of the day in which only forced pushes come.
extension OperationTable {
    @OperationList static var quietTime: [OperationDefinition] {
        let enabled = Parameter.flag("enabled", "Whether there is a quiet time.")
        let start = minute("start", "When the quiet time begins each day.")
        let end = minute(
            "end", "When it ends; before `start`: on the next day; the same as `start`: the whole day is quiet.")
        let offset = Parameter.integer(
            "utcOffset", in: Int(QuietHours.offsets.lowerBound)...Int(QuietHours.offsets.upperBound), standard: 0,
            "How many minutes the user's clock is ahead of UTC.")
        Operation(
            "push.setGlobalDnd", "Sets a quiet time of the day, in which only forced pushes come.", roles: .user,
            parameters: [enabled, start, end, offset],
            errors: [.unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let hours = QuietHours(
                isOn: try request(enabled), start: try request(start),
                end: try request(end), offset: Int64(try request(offset)))
            return .change { chat, _ throws(CommandError) in
                try chat.pushes.setQuietHours(hours, of: caller.account)
            }
        }

        Operation(
            "push.getGlobalDnd", "Tells the quiet time, in which only forced pushes come.", roles: .user,
            parameters: [],
            result: PushGlobalDndChanged.declaration.data, errors: [.unavailable]
        ).user { _, caller throws(Refusal) in
            .read { transaction, json throws(CommandError) in
                let hours = try stored(Pushes.quietHours(of: caller.account, in: transaction))
                PushGlobalDndChanged(hours: hours).write(to: &json)
            }
        }
    }
}

private func minute(_ name: StaticString, _ meaning: String) -> Parameter<Int64> {
    Parameter(
        name, type: .called("string `H:MM`", .pattern("^([01]?[0-9]|2[0-3]):[0-5][0-9]$")), absent: 0,
        shown: .text("0:00"), meaning
    ) { value throws(Mismatch) in
        guard let minute = value.string.flatMap(QuietHours.minute) else {
            throw Mismatch("must be a time from 0:00 to 23:59")
        }
        return minute
    }
}
