// A form made of a tool's `inputSchema`. What it gives is JSON texts, so that digits stay as they were typed.
(() => {
  "use strict";
  const { element } = McpData;
  const preview = (globalThis.McpPreview ??= {});

  const SCALARS = ["string", "integer", "number", "boolean", "null"];

  const plain = (value) => (typeof value === "string" ? value : preview.jsonText(value));

  /** What a field takes, in a line: how it is filled in, what the schema asks for, default, examples. */
  function hint(schema, kind, texts) {
    const asked = preview.wordParts(schema, texts);
    const ways = {
      list: [texts.types.list, preview.words(preview.itemsOf(schema), texts), ...asked.slice(1), ...quotes(preview.itemsOf(schema), texts)],
      json: [texts.types.json, ...asked],
      mixed: [...asked, ...quotes(schema, texts)],
    };
    const parts = ways[kind] ?? (["string", "integer", "number"].includes(kind) ? asked : [texts.types[kind]]);
    if (schema.default !== undefined) parts.push(texts.defaultIs(McpData.isolated(plain(schema.default))));
    const examples = preview.examplesOf(schema).slice(0, 3).map(plain).filter((example) => example.length < 80);
    if (examples.length > 0) parts.push(texts.forExample(examples.map(McpData.isolated).join(", ")));
    return parts.join(" · ");
  }

  /** A text needs quotes where it could be a number, too. */
  const quotes = (schema, texts) => (preview.typesOf(schema).includes("string") && preview.typesOf(schema).length > 1 ? [texts.quoted] : []);

  /** Whether a line of text can stand for a value. */
  const areScalars = (schema) => {
    const types = preview.typesOf(schema);
    return types.length > 0 && types.every((type) => SCALARS.includes(type));
  };

  function kindOf({ schema, isRequired }) {
    if (preview.choicesOf(schema)) return "choice";
    if (schema.type === "array" && !schema.prefixItems && areScalars(preview.itemsOf(schema))) return "list";
    if (!areScalars(schema)) return "json";
    const types = preview.typesOf(schema);
    if (types.join() === "boolean") return isRequired || typeof schema.default === "boolean" ? "check" : "yesNo";
    if (types.every((type) => type === "integer" || type === "number")) return types.includes("number") ? "number" : "integer";
    return types.join() === "string" ? "string" : "mixed";
  }

  /** Reads a text as JSON if it is a scalar of it; else undefined. */
  function scalar(text) {
    try {
      const value = preview.parse(text);
      return typeof value === "object" && value !== null ? undefined : value;
    } catch {
      return undefined;
    }
  }

  /**
   * The JSON of a text that stands for a scalar. What is no number goes as a text: the server says what is wrong with it.
   * Where a schema takes texts, too, quotes make a text of what would be a number.
   */
  function scalarText(schema, raw) {
    const types = preview.typesOf(schema);
    const asText = JSON.stringify(raw);
    const value = types.join() === "string" ? undefined : scalar(raw);
    const isOfType = { number: ["integer", "number"], bigint: ["integer", "number"], object: ["null"] }[typeof value] ?? [typeof value];
    if (value === undefined || !isOfType.some((type) => types.includes(type))) return asText;
    const isMeant = !types.includes("string") || !preview.judge(schema, value) || preview.judge(schema, raw);
    return isMeant ? raw.trim() : asText;
  }

  /** The text that stands for a scalar's JSON: digits as they are, texts without quotes where they need none. */
  function shownText(schema, text) {
    const value = preview.parse(text);
    return typeof value === "string" && scalarText(schema, value) === JSON.stringify(value) ? value : text;
  }

  /** What is wrong with an argument, if the schema says so; it can be sent all the same. */
  function objection({ name, schema, isRequired }, text, texts) {
    const value = text === null ? null : preview.parse(text);
    const isAbsent = text === null || (value === null && !isRequired);
    const fault = isAbsent ? null : preview.judge(schema, value, name);
    return fault && `${preview.faultWords(fault, name, texts)} ${texts.sentAsIs}`;
  }

  /** Controls by kind: `{control, read() -> JSON text or null, write(JSON text), extras}`. */
  const makers = {
    choice({ schema, isRequired }, attributes, texts) {
      const values = preview.choicesOf(schema).map(preview.jsonText);
      const options = values.map((value) => element("option", { value, data: shownText(schema, value) }));
      const none = element("option", { value: "" }, isRequired ? texts.choose : texts.unset);
      const control = element("select", attributes, none, ...options);
      return { control, read: () => control.value || null, write: (text) => { control.value = preview.jsonText(preview.parse(text)); } };
    },
    yesNo(_, attributes, texts) {
      const options = [["", texts.unset], ["true", texts.yes], ["false", texts.no]];
      const control = element("select", attributes, ...options.map(([value, text]) => element("option", { value }, text)));
      return { control, read: () => control.value || null, write: (text) => { control.value = text; } };
    },
    check(_, attributes) {
      const control = element("input", { ...attributes, type: "checkbox" });
      return { control, read: () => String(control.checked), write: (text) => { control.checked = text === "true"; } };
    },
    list({ schema }, attributes) {
      const control = element("textarea", { ...attributes, rows: "3", spellcheck: "false" });
      const lines = () => control.value.split("\n").map((line) => line.trim()).filter(Boolean);
      const read = () => (lines().length ? `[${lines().map((line) => scalarText(schema.items, line)).join(", ")}]` : null);
      const write = (text) => { control.value = preview.items(text).map((item) => shownText(schema.items, item)).join("\n"); };
      return { control, read, write };
    },
    json({ schema }, attributes) {
      const control = element("textarea", { ...attributes, rows: "4", spellcheck: "false", class: "code", placeholder: attributes.placeholder ?? preview.examplesOf(schema).map(preview.jsonText)[0] });
      const read = () => {
        if (control.value.trim() === "") return null;
        JSON.parse(control.value);
        return preview.oneLine(control.value);
      };
      return { control, read, write: (text) => { control.value = text; } };
    },
  };

  function line({ schema }, attributes, type) {
    const examples = preview.examplesOf(schema).map((value) => shownText(schema, preview.jsonText(value)));
    const list = examples.length > 0 && element("datalist", { id: `${attributes.id}-examples` }, ...examples.map((value) => element("option", { value })));
    // Not of the type "number": such a field hides what is no number, and wrong values are sent on purpose here.
    const control = element("input", {
      ...attributes, type: "text", dir: "auto", autocomplete: "off", spellcheck: "false", list: list && list.id, placeholder: examples[0],
      inputmode: type === "integer" ? "numeric" : type === "number" ? "decimal" : null,
    });
    const raw = () => (type === "string" ? control.value : control.value.trim());
    const read = () => (raw() === "" ? null : scalarText(schema, raw()));
    return { control, read, write: (text) => { control.value = shownText(schema, text); }, extra: list };
  }
  for (const type of ["string", "integer", "number", "mixed"]) makers[type] = (argument, attributes) => line(argument, attributes, type);

  const same = (left, right) => preview.jsonText(preview.parse(left)) === preview.jsonText(preview.parse(right));

  /** A field: label, description, control and hint, bound together for those who hear them. */
  function field(argument, id, texts) {
    const { name, schema, isRequired } = argument;
    const kind = kindOf(argument);
    const ids = { about: `${id}-about`, hint: `${id}-hint`, wrong: `${id}-wrong` };
    const describedBy = [schema.description && ids.about, ids.hint, ids.wrong].filter(Boolean).join(" ");
    const attributes = { id, name, "aria-describedby": describedBy, "aria-required": isRequired && kind !== "check" && "true" };
    const made = makers[kind](argument, attributes, texts);
    const wrong = element("p", { class: "wrong", id: ids.wrong, hidden: true });
    const complain = (text) => {
      wrong.textContent = text ?? "";
      wrong.hidden = !text;
      if (text) made.control.setAttribute("aria-invalid", "true");
      else made.control.removeAttribute("aria-invalid");
    };
    const isCheck = kind === "check";
    const label = element("label", { for: id }, element("span", { class: "argument", data: name }),
      element("span", { class: isRequired ? "required" : "optional" }, isRequired ? texts.required : texts.optional));
    const about = schema.description && element("p", { class: "about", id: ids.about, data: String(schema.description) });
    const whole = element("div", { class: `field ${kind}` }, isCheck && made.control, label, about, !isCheck && made.control, made.extra,
      element("p", { class: "hint", id: ids.hint }, hint(schema, kind, texts)), wrong);

    /** The JSON text, null where there is none; `undefined` for a text that is no JSON. */
    const read = () => {
      try {
        const text = made.read();
        complain(objection(argument, text, texts));
        return text;
      } catch {
        complain(texts.notJson);
        return undefined;
      }
    };
    const clear = () => {
      // A box cannot be absent, and absent means the default.
      if (isCheck) made.control.checked = schema.default === true;
      else made.control.value = "";
    };
    /** Puts a JSON text into the field; whether the field can hold exactly it. */
    const write = (text) => {
      clear();
      try {
        made.write(text);
      } catch {
        return false;
      }
      const held = read();
      const isHeld = typeof held === "string" && (held === text || same(held, text));
      if (!isHeld) clear();
      return isHeld;
    };
    return { name, element: whole, control: made.control, read, write, clear };
  }

  /** The field for arguments that the schema does not have, or not so: a person can try what the server says. */
  function otherField(texts) {
    const id = "other-arguments";
    const made = makers.json({ schema: {} }, { id, "aria-describedby": `${id}-hint ${id}-wrong`, placeholder: '{"name": "value"}' });
    const wrong = element("p", { class: "wrong", id: `${id}-wrong`, hidden: true });
    const whole = element("details", { class: "other" }, element("summary", { text: texts.others }),
      element("div", { class: "field" }, element("label", { for: id, text: texts.othersLabel }), made.control,
        element("p", { class: "hint", id: `${id}-hint`, text: texts.othersHint }), wrong));
    const complain = (text) => {
      wrong.textContent = text ?? "";
      wrong.hidden = !text;
      if (text) whole.open = true;
    };
    const read = () => {
      complain(null);
      if (made.control.value.trim() === "") return new Map();
      try {
        return new Map(Array.from(preview.members(made.control.value), ([name, text]) => [name, preview.oneLine(text)]));
      } catch {
        complain(texts.notObject);
        return undefined;
      }
    };
    const write = (members) => {
      made.control.value = members.size ? preview.object(members) : "";
      whole.open = members.size > 0;
    };
    return { element: whole, control: made.control, read, write };
  }

  /**
   * The form of a tool: `element`; `read()`, which gives `{members, wrong}`, JSON texts by name and the
   * control whose text is no JSON; `write(members)`; `state()` and `restore(state)`, what was typed as it was typed.
   */
  preview.form = (tool, texts) => {
    const fields = preview.argumentsOf(tool).map((argument, index) => ({ argument, ...field(argument, `argument-${index}`, texts) }));
    const other = otherField(texts);
    const none = fields.length === 0 && element("p", { class: "quiet", text: texts.noArguments });

    const read = () => {
      const members = new Map();
      let wrong = null;
      for (const { name, read: readField, control } of fields) {
        const text = readField();
        if (text === undefined) wrong ??= control;
        else if (text !== null) members.set(name, text);
      }
      const others = other.read();
      if (others === undefined) wrong ??= other.control;
      else others.forEach((text, name) => members.set(name, text));
      return { members, wrong };
    };

    const write = (given) => {
      const rest = new Map(given);
      for (const { name, write: writeField, clear } of fields) {
        if (!rest.has(name)) clear();
        else if (writeField(rest.get(name))) rest.delete(name);
      }
      other.write(rest);
    };

    const controls = [...fields.map(({ control }) => control), other.control];
    const state = () => ({ values: controls.map(({ value, checked }) => ({ value, checked })), open: other.element.open });
    const restore = ({ values, open }) => {
      values.forEach(({ value, checked }, index) => {
        controls[index].value = value;
        if (controls[index].type === "checkbox") controls[index].checked = checked;
      });
      other.element.open = open;
      read();
    };

    write(preview.defaultsOf(tool));
    return { element: element("div", { class: "fields" }, none, ...fields.map((made) => made.element), other.element), read, write, state, restore };
  };

  /** The defaults of a tool's arguments as JSON texts. */
  preview.defaultsOf = (tool) => new Map(preview.argumentsOf(tool)
    .filter(({ schema }) => schema.default !== undefined && schema.default !== null)
    .map(({ name, schema }) => [name, preview.jsonText(schema.default)]));
})();
