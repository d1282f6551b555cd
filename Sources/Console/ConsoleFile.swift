/// A file of the operators' console. Its bytes are in the binary.
package struct ConsoleFile: Sendable {
    package let name: String
    package let bytes: [UInt8]

    /// As HTTP says it.
    package var type: String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: preconditionFailure("\(name) is of no type that the console has")
        }
    }

    /// All files of the folder `Page`, in the order of their names.
    package static let all = [
        ConsoleFile(name: "api.js", bytes: PackageResources.api_js),
        ConsoleFile(name: "audit.js", bytes: PackageResources.audit_js),
        ConsoleFile(name: "channels.js", bytes: PackageResources.channels_js),
        ConsoleFile(name: "chart.js", bytes: PackageResources.chart_js),
        ConsoleFile(name: "cluster.js", bytes: PackageResources.cluster_js),
        ConsoleFile(name: "console.css", bytes: PackageResources.console_css),
        ConsoleFile(name: "console.js", bytes: PackageResources.console_js),
        ConsoleFile(name: "conversations.js", bytes: PackageResources.conversations_js),
        ConsoleFile(name: "dom.js", bytes: PackageResources.dom_js),
        ConsoleFile(name: "events.js", bytes: PackageResources.events_js),
        ConsoleFile(name: "find.js", bytes: PackageResources.find_js),
        ConsoleFile(name: "groups.js", bytes: PackageResources.groups_js),
        ConsoleFile(name: "icon.svg", bytes: PackageResources.icon_svg),
        ConsoleFile(name: "index.html", bytes: PackageResources.index_html),
        ConsoleFile(name: "media.js", bytes: PackageResources.media_js),
        ConsoleFile(name: "metrics.js", bytes: PackageResources.metrics_js),
        ConsoleFile(name: "overview.js", bytes: PackageResources.overview_js),
        ConsoleFile(name: "reports.js", bytes: PackageResources.reports_js),
        ConsoleFile(name: "rulesChinese.js", bytes: PackageResources.rulesChinese_js),
        ConsoleFile(name: "sending.js", bytes: PackageResources.sending_js),
        ConsoleFile(name: "settings.js", bytes: PackageResources.settings_js),
        ConsoleFile(name: "settingsChinese.js", bytes: PackageResources.settingsChinese_js),
        ConsoleFile(name: "statistics.js", bytes: PackageResources.statistics_js),
        ConsoleFile(name: "tables.js", bytes: PackageResources.tables_js),
        ConsoleFile(name: "texts.js", bytes: PackageResources.texts_js),
        ConsoleFile(name: "textsChinese.js", bytes: PackageResources.textsChinese_js),
        ConsoleFile(name: "thread.js", bytes: PackageResources.thread_js),
        ConsoleFile(name: "users.js", bytes: PackageResources.users_js),
        ConsoleFile(name: "webhooks.js", bytes: PackageResources.webhooks_js),
        ConsoleFile(name: "words.js", bytes: PackageResources.words_js),
    ]
}
