# Of scripts/semantics: reads the checklist, an xUnit file and the event streams beside it, and tells which rows they show.
# `names` are the sections and ids to tell of, all if none; `json` is the file to write.

BEGIN {
    asked = split(names, name, " ")
    few = 5  # A test or a case that names more rows shows them weakly.
    id = "([RSGCTXEHMQOIKFABWLUNJVYZD]-[QDM]?[0-9]+|P-[0-9][0-9])"
    ids_in_front = id "(, " id ")*: "
}

FNR == 1 { files++ }

files == 1 && /^\| [RSGCTXEHMQOIKFABWPLUNJVYZD]-[QDM]?[0-9]+ \|/ {
    cells = split($0, cell, / *\| */)
    ids[++rows] = cell[2]
    beside[cell[2]] = cell[3] == "client"
    for (i = 3; i <= cells; i++) if (cell[i] == "Out of scope.") beside[cell[2]] = 1
}

files == 2 && /<testcase / {
    take()
    suite = attribute("classname")
    test = attribute("name")
    gsub(/`/, "", test)
    verdict = "passed"
}
files == 2 && /<failure|<error/ { verdict = "failed" }
files == 2 && /<skipped/ { verdict = "skipped" }

# {…,"messages":[{…,"text":"Test case passing 1 argument field → R-14: userID to …"}],"testID":"<suite>\/<test>\/<place>"},…}
files > 2 && /"kind":"testCaseStarted"/ {
    line = $0
    gsub(/\\\//, "/", line)
    gsub(/\\"/, "\"", line)
    its_test = values = line
    sub(/^.*"testID":"/, "", its_test)
    sub(/\/[^\/]*\.swift:[0-9]+:[0-9]+".*$/, "", its_test)
    gsub(/`/, "", its_test)
    sub(/^.*"text":"Test case passing [0-9]+ arguments? /, "", values)
    test_of[++cases] = its_test
    values_of[cases] = values
}

END {
    take()
    if (!tests["passed"] && !tests["failed"]) give_up("there is no end-to-end test among the results")
    for (i = 1; i <= cases; i++) take_case(verdict_of[test_of[i]], values_of[i])
    for (i = 1; i <= rows; i++) if (is_asked(ids[i])) judge(ids[i], section(ids[i]))
    for (i = 1; i <= asked; i++) if (!known[i]) give_up("the checklist has no section and no row " name[i])

    printf "%d end-to-end tests passed, %d failed, %d skipped%s\n", \
        tests["passed"], tests["failed"], tests["skipped"], broken
    for (i = 1; i <= sections; i++) tell(title[i])
    printf "{\"covered\": %d, \"weak\": %d, \"needed\": %d, \"sections\": {%s\n}}\n", \
        all_covered, all_weak, all_needed, objects > json
    printf "%d of %d covered%s\n", all_covered, all_needed, all_weak ? ", " all_weak " weakly shown" : ""
    exit asked && all_covered < all_needed
}

function give_up(reason) {
    print "semantics: " reason > "/dev/stderr"
    exit 2
}

# Takes note of the test that has ended, and of the ids in front of its name.
function take() {
    if (suite !~ /^GatewayTests[.]/) return
    tests[verdict]++
    if (verdict == "failed") broken = broken "\n    " test
    show(verdict, test)
    gsub(/&lt;/, "<", test); gsub(/&gt;/, ">", test); gsub(/&quot;/, "\"", test); gsub(/&apos;/, "'", test)
    gsub(/&amp;/, "\\&", test)
    verdict_of[suite "/" test] = verdict
}

# Takes note of a case, of which is known what became of its test, and of the ids in front of the description of an
# argument. A case of a test that is not among the results shows nothing.
function take_case(verdict, values,    list, count, i) {
    count = split(values, list, / → /)
    for (i = 2; i <= count; i++) if (match(list[i], "^" ids_in_front)) break
    if (verdict && i <= count) show(verdict, list[i])
}

# Takes note of the ids in front of what has passed or failed.
function show(verdict, text,    list, count, i) {
    if (!match(text, "^" ids_in_front)) return
    count = split(substr(text, 1, RLENGTH - 2), list, ", ")
    for (i = 1; i <= count; i++) outcome[verdict == "passed" && count > few ? "weak" : verdict, list[i]] = 1
}

function attribute(key) {
    if (!match($0, " " key "=\"[^\"]*\"")) return ""
    return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 4)
}

# R-Q01 is of section R; of section X its two tables are told apart.
function section(id) { return id ~ /^X-[DM]/ ? substr(id, 1, 3) : substr(id, 1, 1) }

function is_asked(id,    i, is) {
    is = !asked
    for (i = 1; i <= asked; i++)
        if (name[i] == id || name[i] == section(id) || name[i] == substr(id, 1, 1)) {
            is = known[i] = 1
            if (name[i] == id) beside[id] = 0  # Asked for by its id, a row counts, whatever it is.
        }
    return is
}

function judge(id, of,    is_shown, is_weak) {
    if (!seen[of]++) title[++sections] = of
    is_shown = (("passed", id) in outcome) && !(("failed", id) in outcome)
    is_weak = !is_shown && (("weak", id) in outcome) && !(("failed", id) in outcome)
    if (beside[id]) {
        others[of]++
        others_shown[of] += is_shown || is_weak
        return
    }
    needed[of]++
    if (is_shown) covered[of]++
    else if (is_weak) weak[of] = weak[of] " " id
    else missing[of] = missing[of] " " id
}

function tell(of,    lists) {
    printf "%-3s %3d of %3d", of, covered[of], needed[of]
    if (others[of]) printf ", beside %d of %d for clients or out of scope", others_shown[of], others[of]
    print ""
    lists = "\"missing\": [" tell_ids("", missing[of]) "]"
    lists = lists ", \"weak\": [" tell_ids("weakly shown:", weak[of]) "]"
    all_weak += told
    all_covered += covered[of]
    all_needed += needed[of]
    objects = objects sprintf("%s\n    \"%s\": {\"covered\": %d, \"needed\": %d, %s}", \
        objects ? "," : "", of, covered[of], needed[of], lists)
}

# Prints the ids in lines, and returns them quoted. How many there are is in `told`.
function tell_ids(what, text,    list, count, i, line, quoted) {
    told = count = split(text, list, " ")
    line = what ? " " what : ""
    for (i = 1; i <= count; i++) {
        quoted = quoted (i > 1 ? ", " : "") "\"" list[i] "\""
        if (length(line list[i]) > 100) {
            print "   " line
            line = ""
        }
        line = line " " list[i]
    }
    if (count) print "   " line
    return quoted
}
