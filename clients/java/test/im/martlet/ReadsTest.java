package im.martlet;

import im.martlet.json.Json;
import im.martlet.protocol.EventType;
import im.martlet.protocol.Events;
import im.martlet.protocol.GroupCalls;
import im.martlet.protocol.GroupDetails;
import im.martlet.protocol.GroupKind;
import im.martlet.protocol.HistoryDirection;
import im.martlet.protocol.Message;
import im.martlet.protocol.MessageCalls;
import im.martlet.protocol.Operations;
import im.martlet.protocol.StreamedEvent;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a real gateway answers is what the types promise. */
final class ReadsTest {
    private final Operations alice;
    private final Operations bob;

    ReadsTest(Operations alice, Operations bob) {
        this.alice = alice;
        this.bob = bob;
    }

    void messages() {
        Json body = Json.object().put("text", "Hi").build();
        MessageCalls.SendRequest hi = new MessageCalls.SendRequest("c2c_bob", "m-1", 0, body).expireSeconds(3600L);
        MessageCalls.SendResult sent = alice.message().send(hi).join();
        AdminClientTest.equal(bob.message().react("c2c_alice", sent.msgId, "👍").join().message.seq, sent.seq);
        MessageCalls.HistoryRequest page = new MessageCalls.HistoryRequest("c2c_alice");
        Message message = bob.message().history(page.direction(HistoryDirection.OLDER)).join().messages.get(0);
        AdminClientTest.equal(message.body, body);
        AdminClientTest.equal(message.reactions.get(0).reaction, "👍");
        AdminClientTest.equal(message.replyTo == null, true);
        AdminClientTest.equal(bob.conversation().list().join().conversations.get(0).lastMessage.msgId, sent.msgId);
        bob.receipt().send("c2c_alice", message.time).join();
    }

    void groups() {
        GroupCalls.CreateRequest team = new GroupCalls.CreateRequest("Team").isInviteNeedConfirm(false)
            .invitees(Collections.singletonList("bob"));
        String id = alice.group().create(team).join().groupID;
        GroupDetails group = alice.group().get(new GroupCalls.GetRequest(id).fetchMembers(true)).join().group;
        AdminClientTest.equal(group.kind, GroupKind.TEAM);
        AdminClientTest.equal(group.self.role, 2L);
        AdminClientTest.equal(alice.group().members(id).join().members, Collections.singletonList("bob"));
        AdminClientTest.equal(bob.group().joined().join().groups.get(0).groupID, id);
        alice.group().muteAll(id, true).join();
        AdminClientTest.equal(alice.group().getMany(Arrays.asList(id)).join().groups.get(0).isAllMemberMuted, true);
        AdminClientTest.equal(bob.group().joinRequests().join().requests.isEmpty(), true);
    }

    void people() {
        AdminClientTest.equal(alice.profile().getSelf().join().profile.userID, "alice");
        AdminClientTest.equal(alice.profile().get(Arrays.asList("bob")).join().profiles.size(), 1);
        AdminClientTest.equal(alice.userProfile().getMine().join().profile.userId, "alice");
        AdminClientTest.equal(alice.subscription().query(Arrays.asList("bob"), 1).join().events.isEmpty(), true);
        AdminClientTest.equal(alice.session().list().join().sessions.isEmpty(), true);
        AdminClientTest.equal(alice.push().getGlobalDnd().join().enabled, false);
        AdminClientTest.equal(alice.blacklist().list().join().users.isEmpty(), true);
    }

    /** What was done above has made events. */
    void events() throws IllegalAccessException {
        Map<String, EventType<?>> types = new HashMap<>();
        for (Field field : Events.class.getFields()) {
            EventType<?> type = (EventType<?>) field.get(null);
            types.put(type.name, type);
        }
        Set<String> names = new TreeSet<>();
        for (Operations user : Arrays.asList(alice, bob)) {
            for (StreamedEvent event : user.stream().events(0).join().events) {
                names.add(event.event);
                Object data = types.get(event.event).read(event.data);
                AdminClientTest.equal(data.getClass().getEnclosingClass(), Events.class);
            }
        }
        String wanted = "conversation.new, friend.changed, group.allMemberMuteChanged, group.didJoin, "
            + "group.invitationDidAccept, receipt.new";
        AdminClientTest.equal(String.join(", ", names), wanted);
    }
}
