# Of scripts/semantics: reads the checklist, then an xUnit file, and tells what the one owes to the other.
# `names` are the sections and ids to tell of, all if none; `json` is the file to write.

BEGIN { asked = split(names, name, " ") }

FNR == 1 { files++ }

files == 1 && /^\| [RSGCTX]-[QDM]?[0-9]+ \|/ {
    split($0, cell, / *\| */)
    ids[++rows] = cell[2]
    client[cell[2]] = cell[3] == "client"
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

END {
    take()
    if (!tests["passed"] && !tests["failed"]) give_up("there is no end-to-end test among the results")
    for (i = 1; i <= rows; i++) if (is_asked(ids[i])) judge(ids[i], section(ids[i]))
    for (i = 1; i <= asked; i++) if (!known[i]) give_up("the checklist has no section and no row " name[i])

    printf "%d end-to-end tests passed, %d failed, %d skipped%s\n", \
        tests["passed"], tests["failed"], tests["skipped"], broken
    for (i = 1; i <= sections; i++) tell(title[i])
    printf "{\"covered\": %d, \"needed\": %d, \"sections\": {%s\n}}\n", all_covered, all_needed, objects > json
    printf "%d of %d covered\n", all_covered, all_needed
    exit asked && all_covered < all_needed
}

function give_up(reason) {
    print "semantics: " reason > "/dev/stderr"
    exit 2
}

# Takes note of the test that has ended, and of the ids in front of its name.
function take(    list, count, i) {
    if (suite !~ /^GatewayTests[.]/) return
    tests[verdict]++
    if (verdict == "failed") broken = broken "\n    " test
    if (!match(test, /^[RSGCTX]-[QDM]?[0-9]+(, [RSGCTX]-[QDM]?[0-9]+)*: /)) return
    count = split(substr(test, 1, RLENGTH - 2), list, ", ")
    for (i = 1; i <= count; i++) outcome[verdict, list[i]] = 1
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
            if (name[i] == id) client[id] = 0  # Asked for by its id, a row counts, whatever its kind.
        }
    return is
}

function judge(id, of,    is_shown) {
    if (!seen[of]++) title[++sections] = of
    is_shown = (("passed", id) in outcome) && !(("failed", id) in outcome)
    if (client[id]) {
        beside[of]++
        beside_shown[of] += is_shown
        return
    }
    needed[of]++
    if (is_shown) covered[of]++
    else missing[of] = missing[of] " " id
}

function tell(of,    list, count, i, line, quoted) {
    printf "%-3s %3d of %3d", of, covered[of], needed[of]
    if (beside[of]) printf ", beside %d of %d for clients", beside_shown[of], beside[of]
    print ""
    count = split(missing[of], list, " ")
    for (i = 1; i <= count; i++) {
        quoted = quoted (i > 1 ? ", " : "") "\"" list[i] "\""
        if (length(line list[i]) > 100) {
            print "   " line
            line = ""
        }
        line = line " " list[i]
    }
    if (count) print "   " line
    all_covered += covered[of]
    all_needed += needed[of]
    objects = objects sprintf("%s\n    \"%s\": {\"covered\": %d, \"needed\": %d, \"missing\": [%s]}", \
        objects ? "," : "", of, covered[of], needed[of], quoted)
}
