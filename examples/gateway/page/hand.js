// Tools by hand: a form for each, and the answer as a person sees it and as the model would read it.
(() => {
  "use strict";
  const chat = (globalThis.McpChat ??= {});
  const { element } = McpData;

  /** A control for an argument; `read()` gives its value, or undefined where it is not given. */
  function control(id, schema, texts) {
    const choices = Array.isArray(schema.enum) ? schema.enum : schema.type === "boolean" ? [true, false] : null;
    if (choices) {
      const options = choices.map((choice, index) => element("option", { value: String(index) }, String(choice)));
      const select = element("select", { id }, element("option", { value: "" }, texts.unset), ...options);
      return { node: select, read: () => (select.value === "" ? undefined : choices[Number(select.value)]) };
    }
    const isNumber = ["integer", "number"].includes(schema.type);
    const example = Array.isArray(schema.examples) ? schema.examples[0] : schema.default;
    const placeholder = example === undefined ? null : typeof example === "string" ? example : JSON.stringify(example);
    const input = element("input", { id, type: "text", autocomplete: "off", placeholder, inputmode: isNumber ? "decimal" : null });
    const read = () => {
      const text = input.value.trim();
      if (text === "") return undefined;
      // What is no number goes as it is: the server says what it expects.
      if (isNumber) return Number.isNaN(Number(text)) ? text : Number(text);
      return schema.type === "string" ? input.value : JSON.parse(text);
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

    const say = (message) => place.replaceChildren(element("p", { class: "problem", role: "alert", text: message }));
    const run = async (event) => {
      event.preventDefault();
      shown?.remove();
      shown = null;
      place.replaceChildren(element("p", { class: "state", role: "status", text: texts.running }));
      const asked = {};
      for (const { name, read, node } of fields) {
        try {
          const value = read();
          if (value !== undefined) asked[name] = value;
        } catch {
          node.focus();
          return say(texts.wrongJson);
        }
      }
      try {
        const body = { tool: tool.name, arguments: asked, language: language() };
        const result = await chat.json("call", texts, chat.posting(body));
        place.replaceChildren();
        shown = McpData.show(place, result, { locale, name: tool.name, columns: tool._meta?.columns, headingLevel: 3 });
        place.append(element("details", {}, element("summary", { text: texts.modelReads }),
          element("pre", { tabindex: "0", text: McpData.contentText(result) })));
      } catch (error) {
        say(error.message);
      }
    };

    const rows = fields.map(({ name, id, schema, node }) => element("div", { class: "field" },
      element("label", { for: id }, element("code", { text: name }), required.includes(name) && ` ${texts.required}`),
      node, schema.description && element("p", { class: "hint", text: String(schema.description) })));
    return element("details", { class: "tool" },
      element("summary", {}, element("span", { class: "title", text: tool.title ?? tool.name }), " ", element("code", { text: tool.name })),
      element("p", { class: "gist", text: tool.description ?? "" }),
      element("form", { onsubmit: run, novalidate: true }, ...rows, element("button", { class: "primary", text: texts.run })), place);
  }

  /** The tools in `parent`. `options`: `locale`, `language()`. */
  chat.byHand = (parent, tools, options) => parent.replaceChildren(...tools.map((tool, index) => form(tool, index, options)));
})();
