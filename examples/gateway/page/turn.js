// A question and its answer on the screen. The prose is the model's; everything else is the tools' own.
(() => {
  "use strict";
  const chat = (globalThis.McpChat ??= {});
  const { element } = McpData;

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const list = (value) => (Array.isArray(value) ? value : []);

  /** What a conversation has drawn so far: where the first of equal tables and charts is. */
  chat.Drawn = class {
    #places = new Map();
    #count = 0;
    #number = 0;

    /** The next number of an answer. */
    number() {
      return ++this.#number;
    }

    /** The id of the first that equals `part`; else null, and `place()` gives the id of this one. */
    seen(part) {
      return this.#places.get(JSON.stringify(part)) ?? null;
    }

    place(part) {
      const id = `shown-${++this.#count}`;
      this.#places.set(JSON.stringify(part), id);
      return id;
    }
  };

  /** An answer of more characters than this is read in one direction. */
  const LONGEST_ANSWER = 20_000;

  const again = (id, text) => element("p", { class: "again" }, element("a", { href: `#${id}`, text }));

  const titleOf = (chart) => {
    const title = chart?.options?.plugins?.title?.text ?? chart?.title;
    return typeof title === "string" ? title : "";
  };

  /** The structured part without what the conversation shows already, and references to it. */
  function folded(structured, drawn, texts) {
    const rest = { ...structured };
    const references = [];
    const charts = [];
    for (const chart of list(structured.charts)) {
      const id = drawn.seen(chart);
      const title = titleOf(chart);
      if (id) references.push(again(id, title ? texts.sameChart(McpData.isolated(title)) : texts.sameChartPlain));
      else charts.push({ chart, id: drawn.place(chart) });
    }
    rest.charts = charts.map(({ chart }) => chart);
    let table = null;
    if (Array.isArray(structured.table)) {
      const id = drawn.seen(structured.table);
      if (id) {
        references.push(again(id, texts.sameTable));
        delete rest.table;
        delete rest.truncated;
      } else {
        table = drawn.place(structured.table);
      }
    }
    return { rest, references, ids: { charts: charts.map(({ id }) => id), table } };
  }

  /**
   * A turn in `parent`. `options`: `locale`, `tools` (by name), `drawn`, `onRetry`. It takes events, and
   * is rendered anew by giving them to another turn.
   */
  chat.turn = (parent, question, { locale, tools, drawn, onRetry }) => {
    const texts = McpData.texts(locale);
    const shown = [];
    const calls = new Map();
    const sources = new Map();
    const details = new Map();
    let prose = null;
    let said = "";

    const parts = element("div", { class: "parts" });
    const actions = element("div", { class: "actions", hidden: true });
    const reply = element("div", { class: "reply", "aria-busy": "true" }, parts, actions);
    const heading = element("h2", { class: "said" }, element("span", { class: "unseen", text: `${texts.you}: ` }), element("span", { class: "question", data: question }));
    const whole = element("article", { class: "turn" }, element("div", { class: "asked" }, heading), reply);
    parent.append(whole);

    const show = (place, structured, name, options) => {
      const answer = McpData.show(place, { structuredContent: structured }, { locale, headingLevel: 3, ...options });
      // A page with many answers has many tables; who hears it needs to tell them apart.
      const number = drawn.number();
      answer.element.querySelectorAll("section[aria-label], [role=region]").forEach((region, index) => {
        region.setAttribute("aria-label", `${region.getAttribute("aria-label")}: ${name} (${[number, index + 1].join(".")})`);
      });
      shown.push(answer);
      return answer;
    };

    /** What is said about a call: which tool was asked, and for what. */
    function call({ id, tool, arguments: asked }) {
      prose = null;
      const about = tools.get(tool);
      const isEmpty = isObject(asked) && Object.keys(asked).length === 0;
      const text = typeof asked === "string" ? asked : JSON.stringify(asked, null, 2);
      const state = element("p", { class: "state", text: texts.running });
      const title = element("span", { class: "title", data: about?.title ?? tool });
      const block = element("div", { class: "call" },
        element("details", { class: "request" },
          element("summary", {}, title, " ", element("code", { data: tool })),
          element("p", { class: "hint", text: isEmpty ? texts.noArguments : texts.asked }), !isEmpty && element("pre", { tabindex: "0", dir: "ltr", text })),
        state);
      calls.set(id, { block, state, about });
      parts.append(block);
    }

    /** The person's part of an answer. Its sources go under the whole answer, its verbatim text is a message of its own. */
    function result({ id, tool, structured, is_error: isError }) {
      prose = null;
      const { block, state, about } = calls.get(id) ?? {};
      if (!block) return;
      if (isError || !isObject(structured)) {
        state.textContent = isError ? texts.failed : texts.onlyText;
        if (isError) block.classList.add("failed");
        return;
      }
      const { rest, references, ids } = folded(structured, drawn, texts);
      if (rest.charts.length > 0 || rest.table) {
        const answer = show(block, rest, about?.title ?? tool, { name: tool, columns: about?._meta?.columns });
        answer.element.querySelectorAll(".mcp-force, .mcp-sources").forEach((part) => part.remove());
        answer.element.querySelectorAll(".mcp-chart").forEach((figure, index) => figure.setAttribute("id", ids.charts[index]));
        answer.element.querySelector(".mcp-table:not(.mcp-chart .mcp-table)")?.setAttribute("id", ids.table);
        state.remove();
      } else if (references.length > 0 || typeof structured.force === "string") {
        state.remove();
      } else {
        state.textContent = list(structured.sources).length > 0 ? texts.onlySources : texts.onlyText;
      }
      block.append(...references);
      if (typeof structured.force === "string") {
        const message = element("div", { class: "verbatim" });
        show(message, { force: structured.force }, about?.title ?? tool);
        block.after(message);
      }
      for (const url of list(structured.sources)) sources.set(url, true);
      for (const entry of list(structured.source_details)) details.set(entry?.url, entry);
    }

    function answer({ text }) {
      if (!prose) {
        prose = element("p", { class: "prose", dir: "auto", "data-lines": true });
        parts.append(prose);
        if (said) said += "\n\n";
      }
      prose.append(text);
      said += text;
      // To find the direction of very long lines takes too long to do it again for each word.
      if (said.length > LONGEST_ANSWER) prose.removeAttribute("data-lines");
    }

    function problem({ message }) {
      prose = null;
      parts.append(element("p", { class: "problem", role: "alert", data: message }));
    }

    function note({ message }) {
      prose = null;
      parts.append(element("p", { class: "state note", role: "status", data: message }));
    }

    function stopped() {
      prose = null;
      parts.append(element("p", { class: "state", text: texts.stopped }));
    }

    function copied() {
      const lines = Array.from(sources.keys(), (url) => `- ${[details.get(url)?.title, url].filter((part) => typeof part === "string").join(": ")}`);
      return [said.trim(), lines.length > 0 && `${texts.sources}:\n${lines.join("\n")}`].filter(Boolean).join("\n\n");
    }

    const takers = { tool_call: call, tool_result: result, answer, error: problem, note, stopped };
    return {
      element: whole,
      take: ({ name, data }) => takers[name]?.(data),
      /** The turn is over: its sources, and what can be done with it. */
      end(tell) {
        for (const { state } of calls.values()) if (state.textContent === texts.running) state.textContent = texts.cancelled;
        if (sources.size > 0) {
          show(parts, { sources: [...sources.keys()], source_details: [...details.values()] }, question);
        }
        const copy = async () => tell((await McpData.copy(copied())) ? texts.copiedAnswer : texts.notCopied);
        actions.append(
          ...(said ? [element("button", { type: "button", class: "copy", text: texts.copyAnswer, onclick: copy })] : []),
          ...(onRetry ? [element("button", { type: "button", class: "retry", text: texts.retry, onclick: onRetry })] : []));
        actions.hidden = false;
        reply.removeAttribute("aria-busy");
      },
      remove() {
        shown.forEach((part) => part.remove());
        whole.remove();
      },
    };
  };
})();
