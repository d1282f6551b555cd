// Uses the client that openapi-generator makes: requests with choices, their results, and errors.
package main

import (
	"context"
	"fmt"
	"os"

	"martlet"
)

func check(is bool, what interface{}) {
	if !is {
		panic(fmt.Sprintf("%v", what))
	}
}

// The name of the error that a request was refused with.
func refusal(err error) string {
	failure, ok := err.(*martlet.GenericOpenAPIError)
	check(ok, err)
	refused, ok := failure.Model().(martlet.ErrorResponse)
	check(ok, err)
	return refused.Error.Name
}

func main() {
	configuration := martlet.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("CONTRACT_URL")
	client := martlet.NewAPIClient(configuration)
	key := map[string]martlet.APIKey{"key": {Key: os.Getenv("CONTRACT_KEY")}}
	admin := context.WithValue(context.Background(), martlet.ContextAPIKeys, key)
	alice := context.WithValue(context.Background(), martlet.ContextAccessToken, os.Getenv("CONTRACT_TOKEN"))

	account := martlet.NewAdminAccountCreateRequestAccountsInner("hal")
	accounts := martlet.NewAdminAccountCreateRequest([]martlet.AdminAccountCreateRequestAccountsInner{*account})
	created, _, err := client.AdminAPI.AdminAccountCreate(admin).AdminAccountCreateRequest(*accounts).Execute()
	check(err == nil && created.Ok.Results[0].GetCreated(), err)

	// Messages to one and to many: one type for both. A time does not fit 32 bits.
	message := martlet.NewAdminMessageSendRequest(0, map[string]interface{}{"text": "hello"})
	_, _, err = client.AdminAPI.AdminMessageSend(admin).AdminMessageSendRequest(*message).IdempotencyKey("go-0").Execute()
	check(refusal(err) == "messageParameters", err)
	message.SetFrom("hal")
	message.SetConversationID("c2c_alice")
	sent, _, err := client.AdminAPI.AdminMessageSend(admin).AdminMessageSendRequest(*message).IdempotencyKey("go-1").Execute()
	check(err == nil && sent.Ok.GetSeq() == 1 && sent.Ok.GetTime() > 1<<32 && !sent.Ok.HasAt(), err)
	read := martlet.NewMessageHistoryRequest("c2c_hal")
	page, _, err := client.MessageAPI.MessageHistory(alice).MessageHistoryRequest(*read).Execute()
	check(err == nil && page.Ok.Messages[0].Body["text"] == "hello" && page.Ok.IsFinished, err)

	// In a user's name.
	group, _, err := client.GroupAPI.GroupCreate(admin).MartletAs("hal").GroupCreateRequest(*martlet.NewGroupCreateRequest("Team")).Execute()
	check(err == nil && group.Ok.GroupID != "", err)

	// Texts, bytes, and members with names that the configuration has.
	values := martlet.NewProfileModifySelfRequestValues()
	text, red := "Rome", "red"
	values.SetLocation(martlet.StringAsProfileModifySelfRequestValuesLocation(&text))
	values.SetSelfSignature(martlet.BytesAsProfileModifySelfRequestValuesSelfSignature(martlet.NewBytes("aGVsbG8=")))
	values.AdditionalProperties = map[string]interface{}{"Tag_Profile_Custom_colour": red}
	change := martlet.NewProfileModifySelfRequest(*values)
	_, _, err = client.ProfileAPI.ProfileModifySelf(admin).MartletAs("hal").ProfileModifySelfRequest(*change).Execute()
	check(err == nil, err)
	wanted := martlet.NewProfileGetRequest([]string{"hal"})
	profiles, _, err := client.ProfileAPI.ProfileGet(alice).ProfileGetRequest(*wanted).Execute()
	check(err == nil && profiles.Ok.Profiles[0].Location.B == "Um9tZQ==", err)
	custom := profiles.Ok.Profiles[0].CustomInfo
	check(custom["colour"].Bytes.B == "cmVk", custom)
}
