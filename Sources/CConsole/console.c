#include "CConsole.h"

// #embed is C23, and clang has it in older dialects too. As literals of Swift the same bytes take half a minute to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct console_file files[] = {
    {"api.js", (const char[]){
#embed "Page/api.js"
    , 0}},
    {"audit.js", (const char[]){
#embed "Page/audit.js"
    , 0}},
    {"channels.js", (const char[]){
#embed "Page/channels.js"
    , 0}},
    {"chart.js", (const char[]){
#embed "Page/chart.js"
    , 0}},
    {"cluster.js", (const char[]){
#embed "Page/cluster.js"
    , 0}},
    {"console.css", (const char[]){
#embed "Page/console.css"
    , 0}},
    {"console.js", (const char[]){
#embed "Page/console.js"
    , 0}},
    {"conversations.js", (const char[]){
#embed "Page/conversations.js"
    , 0}},
    {"dom.js", (const char[]){
#embed "Page/dom.js"
    , 0}},
    {"events.js", (const char[]){
#embed "Page/events.js"
    , 0}},
    {"find.js", (const char[]){
#embed "Page/find.js"
    , 0}},
    {"groups.js", (const char[]){
#embed "Page/groups.js"
    , 0}},
    {"icon.svg", (const char[]){
#embed "Page/icon.svg"
    , 0}},
    {"index.html", (const char[]){
#embed "Page/index.html"
    , 0}},
    {"media.js", (const char[]){
#embed "Page/media.js"
    , 0}},
    {"metrics.js", (const char[]){
#embed "Page/metrics.js"
    , 0}},
    {"overview.js", (const char[]){
#embed "Page/overview.js"
    , 0}},
    {"reports.js", (const char[]){
#embed "Page/reports.js"
    , 0}},
    {"rulesChinese.js", (const char[]){
#embed "Page/rulesChinese.js"
    , 0}},
    {"sending.js", (const char[]){
#embed "Page/sending.js"
    , 0}},
    {"settings.js", (const char[]){
#embed "Page/settings.js"
    , 0}},
    {"settingsChinese.js", (const char[]){
#embed "Page/settingsChinese.js"
    , 0}},
    {"statistics.js", (const char[]){
#embed "Page/statistics.js"
    , 0}},
    {"tables.js", (const char[]){
#embed "Page/tables.js"
    , 0}},
    {"texts.js", (const char[]){
#embed "Page/texts.js"
    , 0}},
    {"textsChinese.js", (const char[]){
#embed "Page/textsChinese.js"
    , 0}},
    {"thread.js", (const char[]){
#embed "Page/thread.js"
    , 0}},
    {"users.js", (const char[]){
#embed "Page/users.js"
    , 0}},
    {"webhooks.js", (const char[]){
#embed "Page/webhooks.js"
    , 0}},
    {"words.js", (const char[]){
#embed "Page/words.js"
    , 0}},
    {"", ""},
};

const struct console_file *console_files(void) { return files; }
