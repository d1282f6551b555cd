/** What a setting's value must be, in simplified Chinese. */

/** The phrases in which the gateway says what a value must be. */
const phrases = [
    [/an integer from (\S+) to ([^\s,]+)/, "$1 到 $2 的整数"],
    [/a number from (\S+) to (\S+)/, "$1 到 $2 的数"],
    [/a text of up to (\S+) printable characters without spaces/, "最多 $1 个可见字符、不含空格的文本"],
    [/a text of up to (\S+) bytes/, "最多 $1 字节的文本"],
    [/a text of (\S+) to (\S+) bytes/, "$1 到 $2 字节的文本"],
    [/a text of (\S+) letters and digits/, "$1 个字母和数字"],
    [/a URL of up to (\S+) bytes that begins with https:\/\//, "以 https:// 开头、最多 $1 字节的 URL"],
    [/a URL that begins with https:\/\/ or http:\/\//, "以 https:// 或 http:// 开头的 URL"],
    [/a URL that begins with https:\/\//, "以 https:// 开头的 URL"],
    [/a list of objects (\{[^}]*\}) that name two PEM files/, "对象 $1 的列表，各指明两个 PEM 文件"],
    [/a list of objects (\{[^}]*\})/, "对象 $1 的列表"],
    [/a list of lists of platforms: (.+)/, "平台列表的列表：$1"],
    [/a list of names like (.+)/, "名称的列表，例如 $1"],
    [/a list of addresses like (.+) or networks like (.+)/, "地址（例如 $1）或网段（例如 $2）的列表"],
    [/a list of origins like ("[^"]*"), or "\*" alone for all/, "来源的列表，例如 $1；或单独一个 \"*\" 表示全部"],
    [/a list of media types, such as (.+) or (.+)/, "媒体类型的列表，例如 $1 或 $2"],
    [/a list of types of events/, "事件类型的列表"],
    [/a list of names/, "名称的列表"],
    [/a list of texts/, "文本的列表"],
    [/a list of integers from (\S+) to (\S+)/, "$1 到 $2 的整数的列表"],
    [/a list of (".+)/, "列表：$1"],
    [/an object of up to (\S+) names of (\S+) to (\S+) letters, each with (.+)/, "对象，最多 $1 个 $2 到 $3 个字母的名称，各对应 $4"],
    [/false, a port, an address with a port, or the path of a Unix socket of up to (\S+) bytes/, "false、端口、带端口的地址，或最多 $1 字节的 Unix 套接字路径"],
    [/a numeric IPv4 or IPv6 address/, "数字形式的 IPv4 或 IPv6 地址"],
    [/a language's tag, such as (\S+)/, "语言标签，例如 $1"],
    [/a user id/, "用户标识"],
    [/a path/, "路径"],
    [/, or empty/, "，或留空"],
    [/, or null/, "，或 null"],
    [/ or /g, " 或 "],
];

export const chineseRule = (text) => phrases.reduce((said, [phrase, chinese]) => said.replace(phrase, chinese), text);
