# Leaves the bodies of functions out of an interface of Swift's.
{
    code = $0
    gsub(/"([^"\\]|\\.)*"/, "", code)
    braces = gsub(/\{/, "{", code) - gsub(/\}/, "}", code)
}
depth > 0 {
    depth += braces
    next
}
/\{$/ && braces == 1 && !/ (var|let|struct|class|enum|extension|protocol|subscript)[ (<]/ &&
    /(^|[ )])(func|init[?!]?|deinit|get|set|_read|_modify|read|modify|borrow|mutate|unsafe(Mutable)?Address)[ (<]/ {
    depth = 1
    sub(/ *\{$/, "")
}
{ print }
