/** The types and the calls of the Python client: clients/python/martlet/protocol.py and operations.py. */
import { families, objectsOf, typeName, withoutNull } from "./document.js";
import { filled, wrapped } from "./texts.js";

const keywords = new Set(["and", "as", "class", "def", "del", "from", "global", "import", "in", "is", "not", "or", "pass", "with"]);

const literal = (value) => JSON.stringify(value);

/** A docstring in lines of at most 120 characters. */
function docstring(text, indent) {
    if (!text) return "";
    const lines = wrapped(`"""${text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '\\"')}"""`, 120 - indent.length);
    return lines.map((line) => `${indent}${line}\n`).join("");
}

/** \`list\` is what a list is called where it is used: a class with a function \`list\` has another \`list\`. */
function printed(type, list = "list") {
    switch (type.kind) {
        case "integer":
            return "int";
        case "number":
            return "float";
        case "string":
            return "str";
        case "boolean":
            return "bool";
        case "true":
            return "Literal[True]";
        case "null":
            return "None";
        case "named":
            return type.name;
        case "enum":
            return `Literal[${type.values.map(literal).join(", ")}]`;
        case "choice":
            return [...new Set(type.of.map((choice) => printed(choice, list)))].join(" | ");
        case "list":
            return `${list}[${printed(type.of, list)}]`;
        case "map":
            return `dict[str, ${printed(type.of, list)}]`;
        case "json":
            return "dict[str, Any]";
        case "object":
            // A typed dictionary has no members beside those that it names.
            return type.isOpen || type.members.length === 0 ? "dict[str, Any]" : type.name;
        default:
            return "Any";
    }
}

/** Long choices in lines of their own, as a list of words is. */
function annotation(text, indent) {
    if (indent.length + text.length <= 120) return `${indent}${text}\n`;
    const [, before, words, after] = text.match(/^(.*?Literal\[)(.*)(\].*)$/);
    const lines = filled(words.split(", "), 115 - indent.length).map((line) => `${indent}    ${line},\n`);
    return `${indent}${before}\n${lines.join("")}${indent}${after}\n`;
}

const noted = ({ isRequired, type }) => (isRequired ? printed(type) : `NotRequired[${printed(type)}]`);

function typedDictionary({ name, members }, text) {
    const plain = members.filter((member) => !keywords.has(member.name));
    const others = members.filter((member) => keywords.has(member.name));
    // Members that are words of Python can be named in this form alone.
    const fields = others.map((member) => `${literal(member.name)}: ${literal(noted(member))}`);
    const base = others.length === 0 ? "TypedDict" : `_${name}`;
    const above = others.length === 0 ? "" : `_${name} = TypedDict("_${name}", {${fields.join(", ")}})\n\n\n`;
    const lines = plain.map((member) => annotation(`${member.name}: ${noted(member)}`, "    ") + docstring(member.text, "    "));
    const body = docstring(text, "    ") + (text && lines.length > 0 ? "\n" : "") + lines.join("");
    return `${above}class ${name}(${base}):\n${body || "    pass\n"}`;
}

const isClass = (object) => printed(object) === object.name;

export function protocol(model) {
    const classes = [
        ...model.schemas.flatMap(({ text, type }) => objectsOf(type).map((object) => [object, object === type ? text : undefined])),
        ...model.operations
            .filter(({ isForUsers }) => isForUsers)
            .flatMap(({ name, data, result }) => [
                ...objectsOf(data).filter((object) => object !== data).map((object) => [object]),
                ...objectsOf(result).map((object) => [object, object === result ? `The result of \`${name}\`.` : undefined]),
            ]),
        ...model.events.flatMap(({ name, data }) =>
            objectsOf(data).map((object) => [object, object === data ? `The data of the event \`${name}\`.` : undefined]),
        ),
    ].filter(([object]) => isClass(object));
    const handlers = model.events.map(
        ({ name, data }) =>
            `    @overload\n    def __call__(\n        self, name: Literal["${name}"],\n` +
            `        handler: Callable[[${printed(data)}], object]) -> Callable[[], None]: ...\n\n`,
    );
    return `# Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.
"""What results and events have. Members that are newer than these types are in the same dictionaries."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, overload

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired


${classes.map(([object, text]) => typedDictionary(object, text)).join("\n\n")}

class On(Protocol):
    """Calls \`handler(data)\` for each event of the name; the function that this returns ends it."""

${handlers.join("")}    @overload
    def __call__(self, name: str, handler: Callable[[Any], object]) -> Callable[[], None]: ...
`;
}

const parameterName = (name) => (keywords.has(name) ? `${name}_` : name);

/** A function whose parameters are the members of the data. */
function call({ name: op, method, text, data, result }) {
    const parameters = data.members.map(({ name, isRequired, type }) => {
        const own = withoutNull(type).type;
        return `${parameterName(name)}: ${printed(own, "List")}${isRequired ? "" : " | None = None"}`;
    });
    const end = `trace: dict[str, str] | None = None) -> ${printed(result)}:`;
    const signature = filled(["self", "*", ...parameters, "timeout: float | None = 30", end], 107);
    const texts = data.members.filter((member) => member.text).map((member) => `\`${parameterName(member.name)}\`: ${member.text}`);
    const documented = texts.length === 0 ? `"""${text}"""` : [`"""${text}`, "", ...texts, '"""'];
    const pairs = data.members.map(({ name }) => `"${name}": ${parameterName(name)}`);
    const asked = `return await self._ask("${op}", {${pairs.join(", ")}}, timeout, trace)`;
    return [
        `    async def ${parameterName(method)}(`,
        ...signature.map((line, at) => `            ${line}${at === signature.length - 1 ? "" : ","}`),
        ...[documented].flat().flatMap((line) => wrapped(line, 112, texts.includes(line) ? "    " : "").map((part) => part && `        ${part}`)),
        ...(asked.length <= 112
            ? [`        ${asked}`]
            : [
                  `        return await self._ask("${op}", {`,
                  ...filled(pairs, 107).map((line) => `            ${line},`),
                  "        }, timeout, trace)",
              ]),
        "",
    ].join("\n");
}

export function operations(model) {
    const found = [...families(model)];
    const own = found.flatMap(([, list]) =>
        list.flatMap(({ data, result }) => [...objectsOf(data).filter((object) => object !== data), ...objectsOf(result)]),
    );
    const classes = found.map(
        ([family, list]) => `class ${typeName(family)}Calls(Family):\n${list.map(call).join("\n")}`,
    );
    const members = found.map(
        ([family]) => `    @cached_property\n    def ${family}(self) -> ${typeName(family)}Calls:\n        return ${typeName(family)}Calls(self)\n`,
    );
    const text = `${classes.join("\n\n")}\n\nclass Operations(Asking):\n    """The families of operations."""\n\n${members.join("\n")}`;
    const names = [...new Set([...own.filter(isClass).map(({ name }) => name), ...model.schemas.map(({ name }) => name)])]
        .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
        .sort();
    return `# Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.
# mypy: disable-error-code="no-any-return"
"""The operations of users, as functions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, List, Literal

from .families import Asking, Family

if TYPE_CHECKING:
    from .protocol import (
${names.map((name) => `        ${name},\n`).join("")}    )


${text}`;
}
