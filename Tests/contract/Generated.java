import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AdminApi;
import org.openapitools.client.api.GroupApi;
import org.openapitools.client.api.MessageApi;
import org.openapitools.client.api.ProfileApi;
import org.openapitools.client.model.*;

/** Uses the client that openapi-generator makes: requests with choices, their results, and errors. */
class Generated {
    static ApiClient client(String header, String value) {
        var client = new ApiClient();
        client.updateBaseUri(System.getenv("CONTRACT_URL"));
        return client.setRequestInterceptor(request -> request.header(header, value));
    }

    static void check(boolean is, Object what) {
        if (!is) throw new IllegalStateException(String.valueOf(what));
    }

    public static void main(String[] arguments) throws Exception {
        var key = client("Martlet-Key", System.getenv("CONTRACT_KEY"));
        var alice = client("Authorization", "Bearer " + System.getenv("CONTRACT_TOKEN"));
        var admin = new AdminApi(key);

        var accounts = new AdminAccountCreateRequest()
                .addAccountsItem(new AdminAccountCreateRequestAccountsInner().userID("jim"));
        var created = admin.adminAccountCreate(accounts, null, null, null).getOk();
        check(created.getResults().get(0).getCreated(), created);

        // Messages to one and to many: one type for both. A time does not fit 32 bits.
        var message = new AdminMessageSendRequest()
                .type(AdminMessageSendRequest.TypeEnum.NUMBER_0).body(Map.of("text", "hello"));
        try {
            check(false, admin.adminMessageSend(message, null, "java-0", null));
        } catch (ApiException refused) {
            var error = key.getObjectMapper().readValue(refused.getResponseBody(), ErrorResponse.class).getError();
            check(error.getName() == APIError.NameEnum.MESSAGE_PARAMETERS, error);
        }
        message.from("jim").conversationID("c2c_alice");
        var sent = admin.adminMessageSend(message, null, "java-1", null).getOk();
        check(sent.getSeq() == 1 && sent.getTime() > 1L << 32 && sent.getAt() == null, sent);
        var page = new MessageApi(alice)
                .messageHistory(new MessageHistoryRequest().conversationID("c2c_jim"), null, null, null).getOk();
        check(page.getMessages().get(0).getBody().get("text").equals("hello") && page.getIsFinished(), page);

        // In a user's name.
        var group = new GroupApi(key).groupCreate(new GroupCreateRequest().name("Team"), "jim", null, null).getOk();
        check(!group.getGroupID().isEmpty(), group);

        // Texts, bytes, and members with names that the configuration has.
        var values = new ProfileModifySelfRequestValues()
                .location(new ProfileModifySelfRequestValuesLocation("Rome"))
                .selfSignature(new ProfileModifySelfRequestValuesSelfSignature(new Bytes().b("aGVsbG8=")));
        values.putAdditionalProperty("Tag_Profile_Custom_colour", new ProfileModifySelfRequestValuesValue("red"));
        new ProfileApi(key)
                .profileModifySelf(new ProfileModifySelfRequest().values(values), "jim", null, null);
        var profiles = new ProfileApi(alice)
                .profileGet(new ProfileGetRequest().userIDs(List.of("jim")), null, null, null).getOk();
        var profile = profiles.getProfiles().get(0);
        check(profile.getLocation().getB().equals("Um9tZQ=="), profile);
        check(profile.getCustomInfo().get("colour").getBytes().getB().equals("cmVk"), profile);
    }
}
