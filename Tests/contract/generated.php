<?php
// Uses the client that openapi-generator makes: requests with choices, their results, and errors.
require "GuzzleHttp/autoload.php";

spl_autoload_register(function (string $name): void {
    if (str_starts_with($name, "OpenAPI")) {
        require getenv("CONTRACT_PHP") . str_replace(["OpenAPI\\Client\\", "\\"], ["/lib/", "/"], $name) . ".php";
    }
});

use OpenAPI\Client\Api;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;

function check(bool $is, mixed $what): void
{
    if (!$is) {
        throw new RuntimeException(print_r($what, true));
    }
}

$key = (new Configuration())->setHost(getenv("CONTRACT_URL"))->setApiKey("Martlet-Key", getenv("CONTRACT_KEY"));
$token = (new Configuration())->setHost(getenv("CONTRACT_URL"))->setAccessToken(getenv("CONTRACT_TOKEN"));
$admin = new Api\AdminApi(config: $key);

$accounts = [new Model\AdminAccountCreateRequestAccountsInner(["user_id" => "kay"])];
$created = $admin->adminAccountCreate(new Model\AdminAccountCreateRequest(["accounts" => $accounts]))->getOk();
check($created->getResults()[0]->getCreated(), $created);

// Messages to one and to many: one type for both.
$message = new Model\AdminMessageSendRequest(["type" => 0, "body" => ["text" => "hello"]]);
try {
    check(false, $admin->adminMessageSend($message, idempotency_key: "php-0"));
} catch (ApiException $refused) {
    check($refused->getResponseObject()->getError()->getName() === "messageParameters", $refused);
}
$message->setFrom("kay")->setConversationId("c2c_alice");
$sent = $admin->adminMessageSend($message, idempotency_key: "php-1")->getOk();
check($sent->getSeq() === 1 && $sent->getTime() > 1 << 32 && $sent->getAt() === null, $sent);
$wanted = new Model\MessageHistoryRequest(["conversation_id" => "c2c_kay"]);
$page = (new Api\MessageApi(config: $token))->messageHistory($wanted)->getOk();
check($page->getMessages()[0]->getBody() == ["text" => "hello"] && $page->getIsFinished(), $page);

// In a user's name.
$request = new Model\GroupCreateRequest(["name" => "Team"]);
$group = (new Api\GroupApi(config: $key))->groupCreate($request, martlet_as: "kay")->getOk();
check($group->getGroupId() !== "", $group);
