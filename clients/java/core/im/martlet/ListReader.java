package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the whole list of conversations. What events say meanwhile is newer than a page, or another event follows it.
 */
final class ListReader {
    private final Loop loop;
    private final Feed feed;
    private final Map<String, Json> list = new LinkedHashMap<>();
    /** What events have said: null for deleted. */
    private final Map<String, Json> touched = new LinkedHashMap<>();

    ListReader(Loop loop, Feed feed) {
        this.loop = loop;
        this.feed = feed;
    }

    void change(Json conversation) {
        touched.put(conversation.string("conversationID"), conversation);
    }

    void delete(String conversationID) {
        touched.put(conversationID, null);
    }

    Promise<List<Json>> read() {
        Promise<List<Json>> read = new Promise<>(loop);
        read(0, read);
        return read;
    }

    private void read(long nextSeq, Promise<List<Json>> read) {
        Json asked = Json.object().put("nextSeq", nextSeq).put("count", 100).build();
        feed.request("conversation.list", asked).then(page -> {
            for (Json conversation : page.list("conversations")) {
                list.put(conversation.string("conversationID"), conversation);
            }
            if (page.isTrue("isFinished")) read.resolve(result());
            else read(page.integer("nextSeq"), read);
        }, read::reject);
    }

    private List<Json> result() {
        touched.forEach((id, conversation) -> {
            if (conversation == null) list.remove(id);
            else list.put(id, conversation);
        });
        return new ArrayList<>(list.values());
    }
}
