// The chat: what is asked, and what of it is on the screen. A conversation lives here and nowhere else.
(() => {
  "use strict";
  const chat = (globalThis.McpChat ??= {});
  const { element } = McpData;
  const at = (id) => document.getElementById(id);

  const state = {
    language: McpData.language(navigator.language),
    status: null,
    tools: [],
    /** The turns: `{question, events, isOver, view}`. */
    turns: [],
    drawn: new chat.Drawn(),
    running: null,
  };

  const texts = () => McpData.texts(state.language);

  /** The reader's own variety of the language, by which numbers are written. */
  const locale = () => (McpData.language(navigator.language) === state.language ? navigator.language : state.language);

  const tell = (text) => { at("status").textContent = text; };

  function translate() {
    document.documentElement.lang = state.language;
    at("language").value = state.language;
    document.querySelectorAll("[data-text]").forEach((node) => { node.textContent = texts()[node.dataset.text]; });
    document.querySelectorAll("[data-placeholder]").forEach((node) => { node.placeholder = texts()[node.dataset.placeholder]; });
  }

  /** The head of the page, notices, cards and tools. */
  function showStatus() {
    const { model, model_problem: noModel, server, server_problem: noServer, server_note: note, plugins } = state.status;
    if (server?.name) at("server").textContent = server.name;
    document.title = server?.name ? `${server.name} · ${texts().chat}` : texts().chat;
    at("about").textContent = texts().about(model && McpData.isolated(model), server?.name && McpData.isolated(`${server.name} ${server.version}`.trim()));
    const notices = [noModel, noServer].filter(Boolean).map((text) => element("p", { class: "notice", data: text }));
    if (notices.length > 0) notices.push(element("button", { type: "button", text: texts().tryAgain, onclick: loadAgain }));
    if (note) notices.push(element("p", { class: "notice", data: note }));
    at("notices").replaceChildren(...notices);
    at("cards").replaceChildren(...plugins.map(card));
    chat.byHand(at("tools"), state.tools, { locale: locale(), language: () => state.language });
    at("hand").hidden = state.tools.length === 0;
    at("ask").hidden = !model;
    if (!model) at("hand").open = true;
  }

  function card({ name, description, sample_questions: questions }) {
    const items = questions.map((question) => element("li", {}, state.status.model
      ? element("button", { type: "button", class: "sample", data: question, onclick: () => ask(question) })
      : element("span", { data: question })));
    return element("section", { class: "card", "aria-label": name },
      element("h3", { data: name }), description && element("p", { data: description }), items.length > 0 && element("ul", {}, ...items));
  }

  let loads = 0;

  async function load() {
    const headers = { "accept-language": state.language };
    const number = ++loads;
    let status, tools = [];
    try {
      status = await chat.json("status", texts(), { headers });
      if (status.server) ({ tools } = await chat.json("tools", texts(), { headers }));
    } catch (error) {
      status = { model: null, model_problem: null, server: null, server_problem: error.message, plugins: [] };
    }
    // What was asked for before, in another language, may come after.
    if (number !== loads) return;
    Object.assign(state, { status, tools });
    showStatus();
  }

  async function loadAgain() {
    await load();
    (at("notices").querySelector("button") ?? at("question")).focus();
  }

  function view(turn, index) {
    const isLast = index === state.turns.length - 1;
    const onRetry = isLast ? () => retry(turn) : null;
    const tools = new Map(state.tools.map((tool) => [tool.name, tool]));
    turn.view = chat.turn(at("conversation"), turn.question, { locale: locale(), tools, drawn: state.drawn, onRetry });
    turn.events.forEach(turn.view.take);
    if (turn.isOver) turn.view.end(tell);
  }

  /** Draws the conversation anew, in another language or without a turn. */
  function redraw() {
    state.turns.forEach((turn) => turn.view?.remove());
    state.drawn = new chat.Drawn();
    state.turns.forEach(view);
    const isEmpty = state.turns.length === 0;
    at("landing").hidden = !isEmpty;
    at("new").hidden = at("export").hidden = isEmpty;
  }

  /** What the model gets of the turns before: questions, and answers that were whole. */
  function messages(question) {
    const earlier = state.turns.flatMap(({ question: asked, events }) => {
      const content = events.filter(({ name }) => name === "answer").map(({ data }) => data.text).join("");
      const isWhole = content.trim() && events.at(-1)?.name === "done" && !events.some(({ name }) => name === "error");
      return isWhole ? [{ role: "user", content: asked }, { role: "assistant", content }] : [];
    });
    return [...earlier, { role: "user", content: question }];
  }

  const isAtEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 80;

  async function ask(question) {
    if (state.running || !question.trim()) return;
    const body = { messages: messages(question), language: state.language };
    const turn = { question, events: [], isOver: false };
    const stopping = new AbortController();
    state.running = stopping;
    // Only the last question can be asked again.
    state.turns.at(-1)?.view.element.querySelector(".retry")?.remove();
    state.turns.push(turn);
    at("landing").hidden = true;
    at("send").hidden = true;
    at("stop").hidden = false;
    at("new").hidden = at("export").hidden = true;
    view(turn, state.turns.length - 1);
    turn.view.element.scrollIntoView({ block: "start" });
    tell(texts().answering);
    const take = (event) => {
      const follow = isAtEnd();
      turn.events.push(event);
      turn.view.take(event);
      if (follow) scrollTo(0, document.documentElement.scrollHeight);
    };
    try {
      for await (const event of chat.events(body, texts(), stopping.signal)) take(event);
    } catch (error) {
      take(stopping.signal.aborted ? { name: "stopped" } : { name: "error", data: { message: error.message } });
    }
    const came = new Set(turn.events.map(({ name }) => name));
    // A fault is an alert, and has said what there is to say.
    const outcome = came.has("stopped") ? texts().stopped : came.has("error") ? "" : texts().answered;
    // Who is busy elsewhere, in a table above, stays there.
    const isIdle = [document.body, at("stop"), at("question")].includes(document.activeElement);
    turn.isOver = true;
    turn.view.end(tell);
    state.running = null;
    at("send").hidden = false;
    at("stop").hidden = true;
    at("new").hidden = at("export").hidden = false;
    tell(outcome);
    if (isIdle) at("question").focus({ preventScroll: true });
    // What was missing may be there again.
    if (at("notices").hasChildNodes()) load();
  }

  /** What a turn has called that may change data, and will perhaps call again. */
  function writers(turn) {
    const called = new Set(turn.events.filter(({ name }) => name === "tool_call").map(({ data }) => data.tool));
    return state.tools.filter((tool) => called.has(tool.name) && !chat.onlyReads(tool));
  }

  async function retry(turn) {
    const titles = writers(turn).map((tool) => String(tool.title ?? tool.name)).join("\n");
    if (titles && !(await chat.confirmed(texts().confirmRetry, [texts().mayRepeat], titles, texts()))) return;
    if (state.running) return;
    state.turns = state.turns.filter((other) => other !== turn);
    turn.view.remove();
    redraw();
    ask(turn.question);
  }

  async function save() {
    const title = document.title;
    const text = await chat.exported(at("conversation"), title, locale());
    await McpData.saveFile({ name: McpData.fileName(title, "html"), mimeType: "text/html", text });
    tell(texts().exported);
  }

  at("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const question = at("question").value;
    if (state.running || !question.trim()) return;
    at("question").value = "";
    ask(question);
  });
  at("question").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    at("ask").requestSubmit();
  });
  at("stop").addEventListener("click", () => state.running?.abort());
  at("export").addEventListener("click", save);
  at("new").addEventListener("click", () => {
    state.turns.forEach((turn) => turn.view?.remove());
    state.turns = [];
    redraw();
    tell("");
    at("question").focus();
  });
  at("theme").addEventListener("change", () => McpData.setTheme(at("theme").value || null));
  at("language").addEventListener("change", async () => {
    state.language = at("language").value;
    tell("");
    translate();
    if (!state.running) redraw();
    await load();
  });

  translate();
  load();
})();
