// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

/** The families of a user's operations. */
export const families =
    "session message receipt groupReceipt conversation stream profile media friend pendency blacklist " +
    "friendGroup group channel broadcast room call report userProfile subscription push";
