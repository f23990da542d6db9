// What a schema asks for: in words, and of a value. All fields of the form are made of these two.
(() => {
  "use strict";
  const preview = (globalThis.McpPreview ??= {});

  /** Objects within objects are told so deep, and so many values of a list. */
  const DEPTH = 6;
  const MOST_VALUES = 12;
  const ANY = ["string", "number", "boolean", "object", "array"];

  const list = (value) => (Array.isArray(value) ? value : []);
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const isSchema = isObject;

  /** The arguments of a tool: `[{name, schema, isRequired}]`. */
  preview.argumentsOf = (tool) => membersOf(isSchema(tool.inputSchema) ? tool.inputSchema : {});

  const membersOf = ({ properties = {}, required }) => Object.entries(properties).map(([name, schema]) => ({
    name, schema: isSchema(schema) ? schema : {}, isRequired: list(required).includes(name),
  }));

  /** The schema of a list's items; one that takes anything where there is none. */
  preview.itemsOf = ({ items }) => (isSchema(items) ? items : {});

  preview.examplesOf = (schema) => list(schema.examples);

  /** The schemas of which a value keeps one; null where there is no such choice. */
  const alternativesOf = (schema) => [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isSchema) ?? null;

  /** The values of a closed list; null where the list is open. */
  preview.choicesOf = (schema) => {
    if (Array.isArray(schema.enum)) return schema.enum;
    if ("const" in schema) return [schema.const];
    if (schema.type === "null") return [null];
    const choices = alternativesOf(schema)?.map(preview.choicesOf);
    return choices?.every(Boolean) ? choices.flat() : null;
  };

  /** The types that a value may have; none where the schema does not say. */
  preview.typesOf = (schema) => {
    const own = [schema.type].flat().filter((type) => typeof type === "string");
    const found = own.length > 0 ? own : preview.choicesOf(schema)?.map(typeOf) ?? list(alternativesOf(schema)).flatMap(preview.typesOf);
    return [...new Set(found)];
  };

  function typeOf(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    if (typeof value === "bigint" || Number.isInteger(value)) return "integer";
    return typeof value;
  }

  const hasType = (schema, value) => {
    const types = [schema.type].flat().filter((type) => typeof type === "string");
    const type = typeOf(value);
    return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
  };

  const isSame = (left, right) => preview.jsonText(left) === preview.jsonText(right);

  /** Whether a number, or a BigInt, is within a schema's bounds. */
  preview.isWithin = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }, number) => {
    if (number < minimum || number > maximum || number <= exclusiveMinimum || number >= exclusiveMaximum) return false;
    const steps = Number(number) / (multipleOf ?? 1);
    // Decimals are no multiples of 0.1 to the last bit.
    return multipleOf === undefined || Math.abs(steps - Math.round(steps)) < 1e-9 * Math.max(1, Math.abs(steps));
  };

  const isCountWithin = (count, least = 0, most = Infinity) => count >= least && count <= most;

  function matches(pattern, text) {
    try {
      return typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
    } catch {
      return true;
    }
  }

  /** Whether a text keeps a schema's pattern and length. */
  preview.isFitting = ({ pattern, minLength, maxLength }, text) => isCountWithin([...text].length, minLength, maxLength) && matches(pattern, text);

  const within = (path, name) => (typeof name === "number" ? `${path}[${name}]` : path ? `${path}.${name}` : name);

  /** The first fault of a list of checks, each of which is run only if those before found none. */
  function firstOf(items, check) {
    for (const item of items) {
      const fault = check(item);
      if (fault) return fault;
    }
    return null;
  }

  /**
   * Judges a value that `preview.parse` has read: null, or its first fault `{kind, path, schema, value}`. `kind` is "type",
   * "choice", "outside", "unfit", "missing" or "unknown". What it finds the server refuses, too; keywords that it does not
   * know accept everything.
   */
  preview.judge = (schema, value, path = "") => {
    const fault = (kind, at = path) => ({ kind, path: at, schema, value });
    if (!hasType(schema, value)) return fault("type");
    if ((Array.isArray(schema.enum) || "const" in schema) && !preview.choicesOf(schema).some((choice) => isSame(choice, value))) return fault("choice");
    if (["number", "bigint"].includes(typeof value) && !(preview.isWithin(schema, value) && Math.abs(Number(value)) < Infinity)) return fault("outside");
    if (typeof value === "string" && !preview.isFitting(schema, value)) return fault("unfit");
    const inside = Array.isArray(value) ? judgeList : isObject(value) ? judgeObject : () => null;
    return inside(schema, value, path, fault)
      ?? firstOf(list(schema.allOf).filter(isSchema), (part) => preview.judge(part, value, path))
      ?? judgeAlternatives(schema, value, path, fault);
  };

  function judgeList(schema, value, path, fault) {
    if (!isCountWithin(value.length, schema.minItems, schema.maxItems)) return fault("unfit");
    if (schema.uniqueItems === true && new Set(value.map(preview.jsonText)).size < value.length) return fault("unfit");
    const schemas = value.map((_, index) => list(schema.prefixItems)[index] ?? schema.items);
    return firstOf(value.keys(), (index) => (isSchema(schemas[index]) ? preview.judge(schemas[index], value[index], within(path, index)) : schemas[index] === false ? fault("unfit") : null));
  }

  function judgeObject(schema, value, path, fault) {
    const { properties = {}, patternProperties = {}, required, additionalProperties: rest, propertyNames } = schema;
    const missing = list(required).find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return fault("missing", within(path, missing));
    if (!isCountWithin(Object.keys(value).length, schema.minProperties, schema.maxProperties)) return fault("unfit");
    return firstOf(Object.entries(value), ([name, item]) => {
      const at = within(path, name);
      if (isSchema(propertyNames) && preview.judge(propertyNames, name)) return fault("unknown", at);
      // Null for what may be absent is absence.
      if (Object.hasOwn(properties, name) && item === null && !list(required).includes(name)) return null;
      const own = [...(Object.hasOwn(properties, name) ? [properties[name]] : []), ...Object.keys(patternProperties).filter((pattern) => matches(pattern, name)).map((pattern) => patternProperties[pattern])];
      if (own.length === 0 && rest === false) return fault("unknown", at);
      return firstOf((own.length > 0 ? own : [rest]).filter(isSchema), (part) => preview.judge(part, item, at));
    });
  }

  /** Whether an object or a list is meant to be of this schema: by its type, and by its tag, a member of few values. */
  const isMeantFor = (schema, value) => hasType(schema, value) && membersOf(schema).every(({ name, schema: own }) => !preview.choicesOf(own) || !Object.hasOwn(value, name) || !preview.judge(own, value[name]));

  /** The fault by the one alternative that is meant; else that the value is none of them. */
  function judgeAlternatives(schema, value, path, fault) {
    const alternatives = alternativesOf(schema);
    if (!alternatives) return null;
    const faults = alternatives.map((alternative) => preview.judge(alternative, value, path));
    if (faults.includes(null)) return null;
    const meant = typeof value === "object" && value !== null ? faults.filter((_, index) => isMeantFor(alternatives[index], value)) : [];
    return meant.length === 1 ? meant[0] : fault("type");
  }

  // In words. What comes from a schema is data, and stands isolated in the page's own words.

  const named = (name) => McpData.isolated(String(name));
  const json = (value) => McpData.isolated(preview.jsonText(value));

  /** The bounds of a value, a part each. */
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
    const sizes = [["minLength", "maxLength", texts.characters], ["minItems", "maxItems", texts.items], ["minProperties", "maxProperties", texts.members]];
    for (const [least, most, say] of sizes) {
      if (schema[least] !== undefined || schema[most] !== undefined) parts.push(say(schema[least], schema[most]));
    }
    if (typeof schema.pattern === "string") parts.push(texts.pattern(named(schema.pattern)));
    return parts;
  }

  function objectWords(schema, texts, depth) {
    const { words } = texts;
    const members = membersOf(schema).map(({ name, schema: own, isRequired }) => {
      const about = [preview.words(own, texts, depth + 1), own.description && named(own.description)].filter(Boolean).join("; ");
      return `${named(name)} (${isRequired ? about : `${texts.optional}; ${about}`})`;
    });
    const rest = [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})].filter(isSchema);
    const open = rest.map((own) => words.anyName(preview.words(own, texts, depth + 1)));
    if (members.length + open.length > 0) return words.object([...members, ...open].join(", "));
    return schema.additionalProperties === false ? words.emptyObject : words.anyObject;
  }

  function listWords(schema, texts, depth) {
    const { words } = texts;
    const first = list(schema.prefixItems).filter(isSchema).map((own) => preview.words(own, texts, depth + 1));
    if (first.length > 0) return words.tuple(first.join(" · "));
    return isSchema(schema.items) ? words.list(preview.words(schema.items, texts, depth + 1)) : words.anyList;
  }

  /** What a schema asks for, in parts: its type, then its bounds. */
  preview.wordParts = (schema, texts, depth = 0) => {
    const { words } = texts;
    const types = preview.typesOf(schema);
    if (types.length === 0 || ANY.every((type) => types.includes(type))) return [words.any];
    if (depth > DEPTH) return ["…"];
    const choices = preview.choicesOf(schema);
    if (choices) {
      const shown = choices.slice(0, MOST_VALUES).map(json);
      return [words.or([...shown, ...(choices.length > MOST_VALUES ? ["…"] : [])])];
    }
    const alternatives = alternativesOf(schema);
    if (alternatives) return [words.or(alternatives.map((own) => preview.words(own, texts, depth + 1)))];
    const told = { array: listWords, object: objectWords };
    const said = depth === 0 ? { ...words, ...texts.types } : words;
    const nameOf = (type) => (type === "string" && schema.format === "date" ? said.date : said[type] ?? type);
    const kinds = types.map((type) => told[type]?.(schema, texts, depth) ?? nameOf(type));
    return [words.or(kinds), ...bounds(schema, texts)];
  };

  /** What a schema asks for, in words. */
  preview.words = (schema, texts, depth = 1) => preview.wordParts(schema, texts, depth).join(", ");

  /** What a fault of the argument `name` is, in words. */
  preview.faultWords = ({ kind, path, schema, value }, name, texts) => {
    const at = path === name ? "" : named(path);
    const { faults } = texts;
    if (kind === "missing" || kind === "unknown") return faults[kind](at);
    const isNumeric = preview.typesOf(schema).every((type) => type === "integer" || type === "number");
    if (!at && kind === "type" && isNumeric) return typeof value === "string" ? texts.notNumber(json(value)) : texts.notInteger;
    if (!at && kind === "outside") return texts.outside;
    return faults.asks(at, preview.words(schema, texts));
  };
})();
