package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds what a client does against the rows of a trace: clients/conformance/README.md#traces. */
final class Matching {
    /** Clients round times, and their texts are not of one length: in milliseconds. */
    private static final long TOLERANCE = 100;

    static final class Out {
        final long at;
        final Json value;

        Out(long at, Json value) {
            this.at = at;
            this.value = value;
        }
    }

    /** What a trace's names stand for in this run. */
    private Map<String, Json> values = new HashMap<>();
    private final Set<String> ops = new HashSet<>();

    Matching(List<Json> rows) {
        for (Json row : rows) {
            Json value = row.asList().get(2);
            if (value.has("call")) ops.add(opOf(value.string("call"), value.string("op", "")));
        }
    }

    private static String opOf(String call, String op) {
        switch (call) {
            case "send":
                return "message.send";
            case "markRead":
                return "conversation.markRead";
            case "recall":
            case "history":
                return "message." + call;
            default:
                return op;
        }
    }

    /** A value of the trace with what its names stand for. */
    Json filled(Json value) {
        switch (value.kind()) {
            case STRING:
                return values.getOrDefault(value.asString(), value);
            case ARRAY:
                List<Json> items = new ArrayList<>();
                for (Json item : value.asList()) items.add(filled(item));
                return Json.array(items);
            case OBJECT:
                Map<String, Json> members = new LinkedHashMap<>();
                value.asMap().forEach((name, member) -> members.put(name, filled(member)));
                return Json.object(members);
            default:
                return value;
        }
    }

    void compare(List<Json> expected, List<Out> actual) {
        Map<String, Deque<Out>> lanes = new HashMap<>();
        for (Out out : actual) lanes.computeIfAbsent(lane(out.value), none -> new ArrayDeque<>()).add(out);
        for (Json row : expected) {
            double at = row.asList().get(0).asDouble();
            Json value = row.asList().get(2);
            Deque<Out> lane = lanes.getOrDefault(lane(value), new ArrayDeque<>());
            boolean isOptional = row.asList().get(1).asString().equals("may");
            if (isOptional && (lane.isEmpty() || !mayBe(value, lane.peek().value))) continue;
            check(!lane.isEmpty(), at, value + " does not come");
            Out next = lane.poll();
            check(fits(value, next.value), at, next.value + "\ncomes instead of\n" + filled(value));
            check(Math.abs(next.at - at) <= TOLERANCE, at, value + " comes at " + next.at);
        }
        for (Deque<Out> lane : lanes.values()) {
            for (Out left : lane) check(false, left.at, left.value + " comes, which is in no row");
        }
    }

    private static void check(boolean is, double at, String otherwise) {
        if (!is) throw new AssertionError("at " + at + ": " + otherwise);
    }

    /** Names stand for nothing that does not come. */
    private boolean mayBe(Json pattern, Json value) {
        Map<String, Json> before = new HashMap<>(values);
        boolean fits = fits(pattern, value);
        if (!fits) values = before;
        return fits;
    }

    /** What is told in one order, beside other things. */
    private String lane(Json value) {
        if (value.has("frame")) {
            String op = value.at("frame").string("op");
            return "frame " + value.integer("on") + " " + (ops.contains(op) ? "call" : op);
        }
        String what = value.asMap().keySet().iterator().next();
        return what.equals("done") || what.equals("failed") ? "call " + value.string(what) : what;
    }

    private boolean fits(Json pattern, Json value) {
        if (pattern.kind() == Json.Kind.STRING && pattern.asString().matches("\\$[rkm]\\d+")) {
            return isBound(pattern.asString(), value);
        }
        if (pattern.kind() != value.kind()) return false;
        if (pattern.kind() == Json.Kind.OBJECT) {
            if (!pattern.asMap().keySet().equals(value.asMap().keySet())) return false;
            for (String name : pattern.asMap().keySet()) {
                if (!fits(pattern.asMap().get(name), value.asMap().get(name))) return false;
            }
            return true;
        }
        if (pattern.kind() != Json.Kind.ARRAY) return pattern.equals(value);
        List<Json> items = value.asList();
        if (pattern.asList().size() != items.size()) return false;
        for (int at = 0; at < items.size(); at++) if (!fits(pattern.asList().get(at), items.get(at))) return false;
        return true;
    }

    /** A name stands for one value, and no other name stands for that. */
    private boolean isBound(String name, Json value) {
        if (values.containsKey(name)) return values.get(name).equals(value);
        // Numbers of requests begin anew with each client.
        if (value.kind() == Json.Kind.STRING && values.containsValue(value)) return false;
        values.put(name, value);
        return !value.isNull();
    }
}
