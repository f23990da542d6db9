// A form made of a tool's `inputSchema`. What it gives is JSON texts, so that digits stay as they were typed.
(() => {
  "use strict";
  const { element } = McpData;
  const preview = (globalThis.McpPreview ??= {});

  const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
  const INTEGER = /^-?(?:0|[1-9]\d*)$/;
  const SCALARS = ["string", "integer", "number", "boolean"];

  const isSchema = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** The arguments of a tool: `[{name, schema, isRequired}]`. */
  preview.argumentsOf = (tool) => {
    const { properties = {}, required = [] } = isSchema(tool.inputSchema) ? tool.inputSchema : {};
    return Object.entries(properties).map(([name, schema]) => ({
      name, schema: isSchema(schema) ? schema : {}, isRequired: Array.isArray(required) && required.includes(name),
    }));
  };

  preview.examplesOf = (schema) => (Array.isArray(schema.examples) ? schema.examples : []);

  preview.choicesOf = (schema) => (Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : null);

  /** Whether a number, or a BigInt, is within a schema's bounds. */
  preview.isWithin = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }, number) => !(
    number < minimum || number > maximum || number <= exclusiveMinimum || number >= exclusiveMaximum
  );

  /** Whether a text keeps a schema's pattern and length. */
  preview.isFitting = ({ pattern, minLength = 0, maxLength = Infinity }, text) => {
    const length = [...text].length;
    if (length < minLength || length > maxLength) return false;
    try {
      return typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
    } catch {
      return true;
    }
  };

  const plain = (value) => (typeof value === "string" ? value : preview.jsonText(value));

  function bounds(schema, texts) {
    // Digits without separators: they are read to be typed, and many are years.
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    const parts = [];
    if (minimum !== undefined && maximum !== undefined) parts.push(texts.range(String(minimum), String(maximum)));
    else if (minimum !== undefined) parts.push(texts.atLeast(String(minimum)));
    else if (maximum !== undefined) parts.push(texts.atMost(String(maximum)));
    if (exclusiveMinimum !== undefined) parts.push(texts.moreThan(String(exclusiveMinimum)));
    if (exclusiveMaximum !== undefined) parts.push(texts.lessThan(String(exclusiveMaximum)));
    if (multipleOf !== undefined) parts.push(texts.multipleOf(String(multipleOf)));
    const sizes = [["minLength", "maxLength", texts.characters], ["minItems", "maxItems", texts.items]];
    for (const [least, most, say] of sizes) {
      if (schema[least] !== undefined || schema[most] !== undefined) parts.push(say(schema[least], schema[most]));
    }
    if (typeof schema.pattern === "string") parts.push(texts.pattern(schema.pattern));
    return parts;
  }

  /** What a field takes, in a line: type, bounds, default, examples. */
  function hint(schema, kind, texts) {
    const parts = [schema.format === "date" ? texts.types.date : texts.types[kind], ...bounds(schema, texts)];
    if (kind === "list" && isSchema(schema.items)) parts.push(...bounds(schema.items, texts));
    if (schema.default !== undefined) parts.push(texts.defaultIs(plain(schema.default)));
    const examples = preview.examplesOf(schema).slice(0, 3).map(plain).filter((example) => example.length < 80);
    if (examples.length > 0) parts.push(texts.forExample(examples.join(", ")));
    return parts.join(" · ");
  }

  function kindOf({ schema, isRequired }) {
    if (preview.choicesOf(schema)) return "choice";
    if (schema.type === "boolean") return isRequired || typeof schema.default === "boolean" ? "check" : "yesNo";
    if (schema.type === "array" && isSchema(schema.items) && SCALARS.includes(schema.items.type)) return "list";
    return ["string", "integer", "number"].includes(schema.type) ? schema.type : "json";
  }

  /** The text of a scalar as JSON. What is no number goes as a text: the server says what is wrong with it. */
  function scalarText(type, raw) {
    if ((type === "integer" || type === "number") && NUMBER.test(raw)) return raw;
    if (type === "boolean" && (raw === "true" || raw === "false")) return raw;
    return JSON.stringify(raw);
  }

  /** What is wrong with a text in a field, if the schema says so; it can be sent all the same. */
  function objection(schema, kind, raw, texts) {
    if (raw === "") return null;
    if (kind === "integer" || kind === "number") {
      if (!NUMBER.test(raw)) return texts.notNumber(JSON.stringify(raw));
      if (kind === "integer" && !INTEGER.test(raw) && !Number.isInteger(Number(raw))) return texts.notInteger;
      return preview.isWithin(schema, INTEGER.test(raw) ? BigInt(raw) : Number(raw)) ? null : texts.outside;
    }
    if (kind === "string") return preview.isFitting(schema, raw) ? null : texts.notFitting;
    return null;
  }

  /** Controls by kind: `{control, read() -> JSON text or null, write(JSON text), extras}`. */
  const makers = {
    choice({ schema, isRequired }, attributes, texts) {
      const values = preview.choicesOf(schema).map(preview.jsonText);
      const options = preview.choicesOf(schema).map((value, index) => element("option", { value: values[index] }, plain(value)));
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
      const read = () => (lines().length ? `[${lines().map((line) => scalarText(schema.items.type, line)).join(", ")}]` : null);
      const write = (text) => { control.value = list(text).map(plain).join("\n"); };
      return { control, read, write };
    },
    json(_, attributes) {
      const control = element("textarea", { ...attributes, rows: "4", spellcheck: "false", class: "code" });
      const read = () => {
        if (control.value.trim() === "") return null;
        JSON.parse(control.value);
        return preview.oneLine(control.value);
      };
      return { control, read, write: (text) => { control.value = text; } };
    },
  };

  function line({ schema }, attributes, type) {
    const examples = preview.examplesOf(schema).map(plain);
    const list = examples.length > 0 && element("datalist", { id: `${attributes.id}-examples` }, ...examples.map((value) => element("option", { value })));
    // Not of the type "number": such a field hides what is no number, and wrong values are sent on purpose here.
    const control = element("input", {
      ...attributes, type: "text", autocomplete: "off", spellcheck: "false", list: list && list.id, placeholder: examples[0],
      inputmode: type === "integer" ? "numeric" : type === "number" ? "decimal" : null,
    });
    const raw = () => (type === "string" ? control.value : control.value.trim());
    const read = () => (raw() === "" ? null : scalarText(type, raw()));
    const write = (text) => { control.value = plain(preview.parse(text)); };
    // A number's digits are kept as the link has them.
    const writeNumber = (text) => { control.value = NUMBER.test(text) ? text : plain(preview.parse(text)); };
    return { control, read, write: type === "string" ? write : writeNumber, extra: list };
  }
  for (const type of ["string", "integer", "number"]) makers[type] = (argument, attributes) => line(argument, attributes, type);

  const list = (text) => {
    const value = preview.parse(text);
    return Array.isArray(value) ? value : [];
  };

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
    const label = element("label", { for: id }, element("span", { class: "argument" }, name),
      element("span", { class: isRequired ? "required" : "optional" }, isRequired ? texts.required : texts.optional));
    const about = schema.description && element("p", { class: "about", id: ids.about }, String(schema.description));
    const whole = element("div", { class: `field ${kind}` }, isCheck && made.control, label, about, !isCheck && made.control, made.extra,
      element("p", { class: "hint", id: ids.hint }, hint(schema, kind, texts)), wrong);

    /** The JSON text, null where there is none; `undefined` for a text that is no JSON. */
    const read = () => {
      try {
        const text = made.read();
        complain(objection(schema, kind, made.control.value, texts));
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
      made.write(text);
      const held = read();
      const isHeld = typeof held === "string" && same(held, text);
      if (!isHeld) clear();
      return isHeld;
    };
    return { name, element: whole, control: made.control, read, write, clear };
  }

  /** The field for arguments that the schema does not have, or not so: a person can try what the server says. */
  function otherField(texts) {
    const id = "other-arguments";
    const made = makers.json({}, { id, "aria-describedby": `${id}-hint ${id}-wrong`, placeholder: '{"name": "value"}' });
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
