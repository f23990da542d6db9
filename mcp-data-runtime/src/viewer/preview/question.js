// A sample question, without a model: the tool whose words are nearest to it, and arguments taken from it.
(() => {
  "use strict";
  const preview = (globalThis.McpPreview ??= {});

  /** Words that say nothing about a question's subject, of three letters or more, in the three languages. */
  const STOP_WORDS = new Set(("the and for was were are has have had how does did its who whom can this that these those there than then into with "
    + "que qué una uno los las del por para con como cómo fue son han hay cual cuál esta este entre sus "
    + "uma dos das nos nas pelo pela com não foi são tem há qual essa esse seu sua mais").split(" ").map(fold));
  const STEM = 6;

  /** Case and accents do not count: "Año" is "ano". */
  function fold(text) {
    return String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  }
  preview.fold = fold;

  const split = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

  /** The words of a text by their beginnings, so that "renewables" meets "renewable" and "generated" "generation". */
  function stems(text) {
    const words = split(text).filter((word) => word.length >= 3 && /\p{L}/u.test(word) && !STOP_WORDS.has(word));
    return new Set(words.map((word) => word.replace(/s$/, "").slice(0, STEM)));
  }

  /** A text among others as whole words: "net_generation" is in "What does net generation mean?". */
  const occursIn = (text, question) => {
    const words = split(text).join(" ");
    return words !== "" && ` ${split(question).join(" ")} `.includes(` ${words} `);
  };

  const isOutOfScope = (tool) => /(?:^|_)out_of_scope$/.test(tool.name);
  const isNumeric = ({ schema }) => !preview.choicesOf(schema) && (schema.type === "integer" || schema.type === "number");

  /** The numbers of a question in order, each with the text before it. */
  function numbersIn(question) {
    return Array.from(question.matchAll(/\d+(?:[.,]\d+)*/g), ({ 0: digits, index }) => {
      const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits);
      return { text: isGrouped ? digits.replace(/[.,]/g, "") : digits.replace(",", "."), before: fold(question.slice(0, index)) };
    }).filter(({ text }) => Number.isFinite(Number(text)));
  }

  /** 0 for the beginning of a range, 2 for its end, 1 for what is neither. */
  function place({ name }) {
    const words = split(name);
    if (words.some((word) => /^(?:from|start|first|begin|since|min|after|desde|inicio|inicial|de)$/.test(word))) return 0;
    if (words.some((word) => /^(?:to|end|last|until|max|before|hasta|ate|fin|fim|final)$/.test(word))) return 2;
    return 1;
  }

  const span = ({ schema: { minimum = -Infinity, maximum = Infinity } }) => Number(maximum) - Number(minimum);

  const SINCE = /\b(?:since|from|after|desde|a partir de(?:l ano)?|depois de)\s*$/;
  const UNTIL = /\b(?:until|till|up to|before|hasta|antes de|ate)\s*$/;

  /** Puts the numbers of a question into the numeric arguments that admit them. */
  function placeNumbers(question, given, found) {
    // The narrowest range first: a year is a year before it is a number of rows.
    const free = given.filter(isNumeric).sort((a, b) => (span(a) - span(b) || 0) || place(a) - place(b));
    const numbers = numbersIn(question);
    const admits = ({ schema }, text) => preview.isWithin(schema, Number(text)) && (schema.type === "number" || /^\d+$/.test(text));
    for (const { text, before } of numbers) {
      const fitting = free.filter((argument) => !found.has(argument.name) && admits(argument, text));
      const argument = (UNTIL.test(before) && fitting.find((other) => place(other) === 2)) || fitting[0];
      if (argument) found.set(argument.name, text);
    }
    // "In 2017" is from 2017 to 2017; "since 2001" has no end, and "until 2010" no beginning.
    const [only, ...others] = numbers.filter(({ text }) => [...found.values()].includes(text));
    if (!only || others.length > 0 || SINCE.test(only.before) || UNTIL.test(only.before)) return;
    const start = free.find((argument) => found.has(argument.name));
    const end = free.find((argument) => place(argument) === 2 && place(start) === 0 && !found.has(argument.name) && admits(argument, only.text));
    if (end) found.set(end.name, only.text);
  }

  /** A text for a string argument, or undefined. */
  function textFor({ schema, isRequired }, question, tool) {
    const choices = preview.choicesOf(schema);
    const examples = preview.examplesOf(schema);
    const named = [...(choices ?? []), ...examples].filter((value) => typeof value === "string" && occursIn(value, question));
    // The longest says most: "renewable share" rather than "renewables".
    if (named.length > 0) return named.reduce((best, value) => (value.length > best.length ? value : best));
    if (!isRequired) return undefined;
    if (isOutOfScope(tool)) return question;
    const quoted = question.match(/["“«]([^"”»]+)["”»]/)?.[1].trim();
    const names = question.slice(1).match(/\p{Lu}[\p{L}\p{N}]*(?:\s+\p{Lu}[\p{L}\p{N}]*)*/u);
    // A word of the question is no date and no address, whatever the schema's format is.
    const isFree = !choices && schema.format === undefined;
    const candidates = [...(isFree ? [quoted] : []), ...examples, schema.default, ...(choices ?? (isFree ? [names?.[0], question] : []))];
    return candidates.find((value) => value !== undefined && (choices || (typeof value === "string" && preview.isFitting(schema, value))));
  }

  /** What a required argument takes where the question does not say it. */
  function standIn(schema) {
    const candidates = [schema.default, ...preview.examplesOf(schema), ...(preview.choicesOf(schema) ?? []), schema.maximum, schema.minimum];
    const empty = { boolean: false, integer: 1, number: 1, array: [], object: {} }[schema.type];
    return [...candidates, empty].find((value) => value !== undefined && value !== null);
  }

  /** Arguments for a tool from a question: `{found, members}`, JSON texts; `found` are those the question says. */
  function argumentsFrom(question, tool) {
    const given = preview.argumentsOf(tool);
    const found = new Map();
    placeNumbers(question, given, found);
    const members = new Map([...preview.defaultsOf(tool), ...found]);
    for (const argument of given) {
      const { name, schema, isRequired } = argument;
      if (found.has(name)) continue;
      const isText = schema.type === "string" || preview.choicesOf(schema);
      const text = isText ? textFor(argument, question, tool) : undefined;
      if (text !== undefined) {
        members.set(name, preview.jsonText(text));
        if (occursIn(String(text), question)) found.set(name, members.get(name));
      } else if (isRequired && !members.has(name)) {
        const value = standIn(schema);
        if (value !== undefined) members.set(name, preview.jsonText(value));
      }
    }
    return { found, members };
  }

  const joined = (tool) => [
    tool.name, tool.title ?? "", tool.description ?? "",
    ...preview.argumentsOf(tool).flatMap(({ schema }) => [schema.description ?? "", ...(preview.choicesOf(schema) ?? [])]),
  ].join(" ");

  /** How near tools are to a question: a shared word counts the more, the fewer tools have it, and double in a name. */
  function scores(question, tools) {
    const asked = stems(question);
    const texts = tools.map((tool) => ({ all: stems(joined(tool)), name: stems(`${tool.name.replaceAll("_", " ")} ${tool.title ?? ""}`) }));
    const plugin = (tool) => String(tool._meta?.plugin ?? "");
    return tools.map((tool, index) => {
      let score = 0;
      for (const stem of asked) {
        if (!texts[index].all.has(stem)) continue;
        const isInName = texts[index].name.has(stem) && !stems(plugin(tool)).has(stem);
        score += (isInName ? 2 : 1) / texts.filter(({ all }) => all.has(stem)).length;
      }
      const choices = preview.argumentsOf(tool).flatMap(({ schema }) => preview.choicesOf(schema) ?? []);
      if (choices.some((choice) => occursIn(String(choice), question))) score += 0.5;
      return { tool, score };
    });
  }

  /** How well a question's numbers fill a tool's arguments: less than 0 where some have no place or are missing. */
  function fit(question, tool) {
    const found = new Map();
    const given = preview.argumentsOf(tool);
    placeNumbers(question, given, found);
    const used = [...found.values()];
    const unplaced = numbersIn(question).filter(({ text }) => !used.includes(text)).length;
    const distinct = new Set(used).size;
    const missing = given.filter((argument) => argument.isRequired && isNumeric(argument) && argument.schema.default === undefined).length - distinct;
    return -0.3 * unplaced - 0.3 * Math.max(missing, 0);
  }

  /** The tool and the arguments for a sample question of a plugin: `{tool, members, found}`. */
  preview.choose = (question, plugin, tools) => {
    const own = tools.filter((tool) => tool._meta?.plugin === plugin);
    const best = (candidates) => scores(question, candidates.filter((tool) => !isOutOfScope(tool)))
      .filter(({ score }) => score > 0)
      .map(({ tool, score }) => ({ tool, score: score + fit(question, tool) }))
      .reduce((top, next) => (top && top.score >= next.score ? top : next), null)?.tool;
    const tool = best(own) ?? best(tools) ?? own.find(isOutOfScope) ?? own[0] ?? tools[0];
    return { tool, ...argumentsFrom(question, tool) };
  };
})();
