import JSON

/// The result of a run, in a sentence, as numbers and as a picture.
struct CapacityReport {
    let steps: [CapacityStep]
    let knee: CapacityStep?
    let breach: CapacityStep?
    /// Milliseconds.
    let bound: Double

    init(_ capacity: Capacity) {
        steps = capacity.steps
        knee = capacity.knee
        breach = capacity.breach
        bound = capacity.options.bound
    }

    var sentence: String {
        guard let knee else { return "capacity: not even the least that was tried is carried\n" }
        let rate = grouped(Int(knee.perSecond.rounded()))
        var text = "capacity: \(rate) messages/s of \(grouped(knee.sessions)) sessions, p99 \(rounded(knee.p99, 1)) ms"
        if let breach {
            text += "; at \(grouped(Int(breach.perSecond.rounded()))) it breaks"
        } else {
            text += knee.isLoadExhausted ? "; the load had no more, try --threads" : "; more was not tried"
        }
        return text + "\n"
    }

    var json: String {
        var json = JSONWriter(style: .indented)
        json.object { json in
            json.field("scenario", "capacity")
            json.field("boundMilliseconds", bound)
            json.key("knee")
            if let knee { json.object { write(knee, to: &$0) } } else { json.null() }
            json.array("steps") { json in
                for step in steps { json.object { write(step, to: &$0) } }
            }
        }
        return json.text + "\n"
    }

    private func write(_ step: CapacityStep, to json: inout JSONWriter) {
        json.field("sessions", step.sessions)
        json.field("messagesPerSecond", step.perSecond)
        json.field("deliveredPerSecond", step.delivered)
        json.field("p50Milliseconds", step.p50)
        json.field("p99Milliseconds", step.p99)
        json.field("loadShare", step.load)
        json.field("isCarried", step.isCarried)
    }

    /// Nil: nothing was timed.
    var picture: String? { KneePlot(steps: steps, knee: knee, bound: bound)?.svg }
}
