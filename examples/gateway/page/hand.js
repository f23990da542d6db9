// Tools by hand: a form for each, and the answer as a person sees it and as the model would read it.
(() => {
  "use strict";
  const chat = (globalThis.McpChat ??= {});
  const { element } = McpData;

  const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

  /** A control for an argument; `read()` gives its JSON text, digits as they were typed, or undefined where it is not given. */
  function control(id, schema, texts) {
    const choices = Array.isArray(schema.enum) ? schema.enum : schema.type === "boolean" ? [true, false] : null;
    if (choices) {
      const options = choices.map((choice, index) => element("option", { value: String(index), data: choice }));
      const select = element("select", { id }, element("option", { value: "" }, texts.unset), ...options);
      return { node: select, read: () => (select.value === "" ? undefined : JSON.stringify(choices[Number(select.value)])) };
    }
    const isNumber = ["integer", "number"].includes(schema.type);
    const example = Array.isArray(schema.examples) ? schema.examples[0] : schema.default;
    const placeholder = example === undefined ? null : typeof example === "string" ? example : JSON.stringify(example);
    const input = element("input", { id, type: "text", dir: "auto", autocomplete: "off", placeholder, inputmode: isNumber ? "decimal" : null });
    const read = () => {
      const text = input.value.trim();
      if (text === "") return undefined;
      // What is no number goes as a text: the server says what it expects.
      if (isNumber) return NUMBER.test(text) ? text : JSON.stringify(text);
      if (schema.type === "string") return JSON.stringify(input.value);
      JSON.parse(text);
      return text;
    };
    return { node: input, read };
  }

  function form(tool, index, { locale, language }) {
    const texts = McpData.texts(locale);
    const required = tool.inputSchema?.required ?? [];
    const fields = Object.entries(tool.inputSchema?.properties ?? {}).map(([name, schema], at) => {
      const id = `argument-${index}-${at}`;
      return { name, id, schema, ...control(id, schema, texts) };
    });
    const place = element("div", { class: "answer" });
    let shown = null;

    const say = (message) => place.replaceChildren(element("p", { class: "problem", role: "alert", data: message }));
    const run = async (event) => {
      event.preventDefault();
      const asked = [];
      for (const { name, read, node } of fields) {
        try {
          const value = read();
          if (value !== undefined) asked.push(`${JSON.stringify(name)}: ${value}`);
        } catch {
          node.focus();
          return say(texts.wrongJson);
        }
      }
      const args = `{${asked.join(", ")}}`;
      const question = texts.confirmRun(McpData.isolated(String(tool.title ?? tool.name)));
      if (!chat.onlyReads(tool) && !(await chat.confirmed(question, [chat.effectOf(tool, texts), texts.asked], args, texts))) return undefined;
      shown?.remove();
      shown = null;
      place.replaceChildren(element("p", { class: "state", role: "status", text: texts.running }));
      try {
        const body = `{"tool": ${JSON.stringify(tool.name)}, "arguments": ${args}, "language": ${JSON.stringify(language())}}`;
        const result = await chat.json("call", texts, chat.posting(body));
        place.replaceChildren();
        shown = McpData.show(place, result, { locale, name: tool.name, columns: tool._meta?.columns, headingLevel: 3 });
        place.append(element("details", {}, element("summary", { text: texts.modelReads }),
          element("pre", { tabindex: "0", data: McpData.contentText(result) })));
      } catch (error) {
        say(error.message);
      }
    };

    const rows = fields.map(({ name, id, schema, node }) => element("div", { class: "field" },
      element("label", { for: id }, element("code", { data: name }), required.includes(name) && ` ${texts.required}`),
      node, schema.description && element("p", { class: "hint", data: String(schema.description) })));
    return element("details", { class: "tool" },
      element("summary", {}, element("span", { class: "title", data: tool.title ?? tool.name }), " ", element("code", { data: tool.name })),
      element("p", { class: "gist", data: tool.description ?? "" }),
      element("form", { onsubmit: run, novalidate: true }, ...rows, element("button", { class: "primary", text: texts.run })), place);
  }

  /** The tools in `parent`. `options`: `locale`, `language()`. */
  chat.byHand = (parent, tools, options) => parent.replaceChildren(...tools.map((tool, index) => form(tool, index, options)));
})();
