// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

/** The families of a user's operations. */
export const families =
    "session message receipt groupReceipt conversation stream profile group media friend pendency " +
    "blacklist friendGroup channel broadcast room call report userProfile subscription push";
