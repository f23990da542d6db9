// The page: who the server is, its tools, one tool's form, and what a call of it gives.
(() => {
  "use strict";
  const preview = globalThis.McpPreview;
  const byId = (id) => document.getElementById(id);

  /** From this width on the list of tools stands beside the tool. */
  const wide = matchMedia("(min-width: 72rem)");
  /** From this width on the call in writing stands beside the form. */
  const half = matchMedia("(min-width: 56.25rem)");

  const settings = JSON.parse(document.querySelector('meta[name="mcp-data"]').content);

  const state = {
    locale: "en", server: null, tools: [], tool: null, form: null, question: null,
    running: null, token: null, says: null, problem: null,
  };

  const texts = () => McpData.texts(state.locale).preview;

  // Messages are kept as functions of the texts, so that they change their language with the page.

  function say(message) {
    state.says = message;
    byId("status").textContent = message ? message(texts()) : "";
  }

  function complain(message, { canRetry = false } = {}) {
    state.problem = message;
    byId("problem").textContent = message ? message(texts()) : "";
    byId("retry").hidden = !canRetry;
  }

  // The header and the texts of the page itself.

  function setLanguage(language) {
    state.locale = preview.localeOf(language);
    document.documentElement.lang = language;
    byId("language").value = language;
    for (const node of document.querySelectorAll("[data-text]")) node.textContent = texts()[node.dataset.text];
    for (const node of document.querySelectorAll("[data-placeholder]")) node.placeholder = texts()[node.dataset.placeholder];
    showServer();
    showTools();
    showOverview();
    if (state.tool) {
      const typed = state.form.state();
      showTool();
      state.form.restore(typed);
      showCall();
    }
    showChosen();
    preview.showAgain(texts(), state.locale);
    say(state.says);
    complain(state.problem, { canRetry: !byId("retry").hidden });
  }

  const serverName = () => String(state.server?.serverInfo?.name ?? "server");

  function showServer() {
    if (!state.server) return;
    const { serverInfo = {}, instructions } = state.server;
    byId("server").textContent = serverInfo.title ?? serverName();
    delete byId("server").dataset.text;
    byId("version").textContent = serverInfo.version ?? "";
    byId("instructions").hidden = !instructions;
    McpData.fill(byId("instructions").querySelector("p"), instructions);
    document.title = `${state.tool ? `${preview.titleOf(state.tool)} – ` : ""}${serverName()} – ${texts().eyebrow}`;
  }

  // The catalog.

  const page = () => ({ texts: texts(), locale: state.locale, current: state.tool, pick, ask });

  function showTools() {
    const wanted = byId("search").value;
    const found = preview.search(state.tools, wanted);
    byId("tools").replaceChildren(...preview.toolItems(found, page()));
    byId("found").textContent = wanted.trim() ? texts().found(McpData.number(found.length, state.locale), found.length) : "";
    if (state.tool) byId("home").removeAttribute("aria-current");
    else byId("home").setAttribute("aria-current", "true");
  }

  function showOverview() {
    byId("overview").replaceChildren(...(state.tool ? [] : preview.pluginCards(state.tools, page())));
  }

  // One tool.

  function showTool() {
    const { tool } = state;
    byId("tool").hidden = false;
    byId("about").replaceChildren(...preview.aboutTool(tool, page()));
    state.form = preview.form(tool, texts());
    byId("fields").replaceChildren(state.form.element);
    const siblings = state.tools.filter((other) => preview.pluginOf(other) === preview.pluginOf(tool));
    const questions = preview.questionItems(siblings, page());
    byId("more").hidden = questions.length === 0;
    byId("more").querySelector("ul").replaceChildren(...questions);
  }

  const placeMessages = () => (state.tool ? byId("here") : byId("main")).prepend(byId("messages"));

  /** Opens a tool with arguments that are JSON texts, else with its defaults; null opens the overview. */
  function select(tool, members) {
    stop();
    preview.dismissQuestion();
    preview.clearAnswer();
    complain(null);
    say(null);
    Object.assign(state, { tool, question: null });
    placeMessages();
    showTools();
    showOverview();
    showServer();
    byId("tool").hidden = !tool;
    if (!tool) return;
    showTool();
    if (members) state.form.write(members);
    showCall();
    showChosen();
    if (!wide.matches) byId("catalog").open = false;
  }

  /** A person picks a tool from a list. */
  function pick(tool) {
    select(tool);
    writeFragment();
    byId("tool-title").focus();
  }

  function goHome() {
    select(null);
    history.replaceState(null, "", location.pathname + location.search);
    byId("main").focus();
  }

  /** The call as it is in the form now, as JSON and as command lines. */
  function showCall() {
    const callArguments = preview.object(state.form.read().members);
    const { name } = state.tool;
    byId("json").textContent = preview.indented(preview.object([["name", JSON.stringify(name)], ["arguments", callArguments]]));
    byId("command").textContent = preview.commandLine(serverName(), name, callArguments);
    byId("curl").textContent = preview.curlLine(name, callArguments, needsToken());
  }

  // Sample questions and links.

  function showChosen() {
    const { question } = state;
    byId("chosen").hidden = !question;
    if (!question) return;
    byId("chosen").textContent = texts().chosen(McpData.isolated(question), McpData.isolated(preview.titleOf(state.tool)));
  }

  /** Fills in the call that answers a sample question: there is no model here that would choose. */
  function ask({ question, tool: name, arguments: given }) {
    const tool = state.tools.find((known) => known.name === name);
    const members = new Map(Object.entries(given ?? {}).map(([argument, value]) => [argument, preview.jsonText(value)]));
    select(tool, members);
    state.question = String(question);
    showChosen();
    writeFragment();
    // A question must not change anything: whoever wants that presses Run.
    if (!preview.onlyReads(tool)) say((words) => words.pressRun);
    else run({ movesFocus: true });
  }

  const fragment = () => preview.fragment(state.tool.name, preview.object(state.form.read().members));

  function writeFragment() {
    try {
      history.replaceState(null, "", fragment());
    } catch {
      // Safari refuses more than 100 of these in half a minute; the next one will do.
    }
  }

  /** Opens what the address names. A tool that only reads is called at once. */
  function followLink() {
    const link = new URLSearchParams(location.hash.slice(1));
    const name = link.get("tool");
    if (name === null) {
      if (location.hash === "" && state.tool) select(null);
      return;
    }
    const tool = state.tools.find((known) => known.name === name);
    if (!tool) {
      select(null);
      return complain((words) => words.problems.unknownTool(McpData.isolated(name)));
    }
    let members = preview.defaultsOf(tool);
    try {
      if (link.has("arguments")) members = preview.members(link.get("arguments"));
    } catch {
      select(tool);
      return complain((words) => words.problems.badLink(McpData.isolated(link.get("arguments"))));
    }
    select(tool, members);
    const isAsked = link.has("arguments") || preview.isFilled(tool, members);
    if (preview.onlyReads(tool) && isAsked) run();
    else say((words) => words.pressRun);
  }

  // Running.

  function setRunning(running) {
    clearInterval(state.running?.clock);
    state.running = running;
    byId("stop").hidden = !running;
    byId("elapsed").textContent = "";
    byId("answer").setAttribute("aria-busy", String(Boolean(running)));
    if (!running) return;
    const seconds = new Intl.NumberFormat(state.locale, { style: "unit", unit: "second", minimumFractionDigits: 1, maximumFractionDigits: 1 });
    running.clock = setInterval(() => { byId("elapsed").textContent = seconds.format((performance.now() - running.start) / 1000); }, 100);
  }

  function stop() {
    state.running?.controller.abort();
    setRunning(null);
  }

  function tellProgress({ progress, total, message }) {
    const number = (value) => McpData.number(value, state.locale);
    const count = total === undefined ? number(progress ?? 0) : texts().of(number(progress ?? 0), number(total));
    say((words) => words.progress(message === undefined ? count : `${McpData.isolated(String(message))} (${count})`));
  }

  async function run({ movesFocus = false } = {}) {
    const { members, wrong } = state.form.read();
    complain(null);
    if (wrong) {
      complain((words) => words.problems.notJson);
      return wrong.focus();
    }
    const { tool } = state;
    const callArguments = preview.object(members);
    // Each time anew: who allowed one run has not allowed another.
    const mayRun = preview.onlyReads(tool) || (await preview.confirmed(tool, callArguments, texts()));
    if (state.tool !== tool) return undefined;
    if (!mayRun) return say((words) => words.notRun);
    stop();
    const running = { controller: new AbortController(), start: performance.now() };
    setRunning(running);
    say((words) => words.running);
    writeFragment();
    const answer = (reply) => ({ reply, tool, milliseconds: performance.now() - running.start });
    try {
      const reply = await preview.callTool(tool.name, callArguments, {
        token: state.token,
        signal: running.controller.signal,
        onProgress: (progress) => state.running === running && tellProgress(progress),
      });
      // Another call, or another tool, has taken this one's place.
      if (state.running !== running) return;
      setRunning(null);
      preview.showAnswer(answer(reply), texts(), state.locale);
      say((words) => (reply.message.result.isError ? words.answeredError : words.answered));
      if (movesFocus) preview.showHeading();
    } catch (error) {
      if (state.running !== running) return;
      setRunning(null);
      fail(error, answer);
    }
  }

  function fail(error, answer) {
    say(null);
    preview.clearAnswer();
    complain(preview.explain(error));
    // A protocol error is a reply too: its raw message can be read.
    if (error.details?.text) preview.showAnswer(answer(error.details), texts(), state.locale);
    if (error.kind === "unauthorized") askToken();
  }

  // The start.

  const needsToken = () => settings.token === true || state.token !== null;

  function askToken() {
    byId("authorize").hidden = false;
    byId("token").focus();
  }

  async function start() {
    complain(null);
    if (settings.token === true && state.token === null) {
      say((words) => words.tokenNeeded);
      return askToken();
    }
    say((words) => words.loading);
    try {
      state.server = await preview.initialize({ token: state.token });
      state.tools = await preview.listTools({ token: state.token });
    } catch (error) {
      say(null);
      complain(preview.explain(error), { canRetry: error.kind !== "unauthorized" });
      if (error.kind === "unauthorized") askToken();
      return;
    }
    byId("authorize").hidden = true;
    showServer();
    showTools();
    showOverview();
    say(state.tools.length === 0 ? (words) => words.noTools : null);
    followLink();
  }

  function authorize(event) {
    event.preventDefault();
    state.token = byId("token").value.trim() || null;
    byId("token").value = "";
    if (state.tools.length === 0) return start();
    byId("authorize").hidden = true;
    showCall();
    run({ movesFocus: true });
  }

  function listen() {
    const on = (id, type, listener) => byId(id).addEventListener(type, listener);
    on("language", "change", () => setLanguage(byId("language").value));
    on("theme", "change", () => McpData.setTheme(byId("theme").value || null));
    on("search", "input", showTools);
    on("home", "click", goHome);
    on("retry", "click", start);
    on("authorize", "submit", authorize);
    on("fields", "input", () => {
      showCall();
      writeFragment();
    });
    on("stop", "click", () => {
      stop();
      say((words) => words.stopped);
      byId("run").focus();
    });
    on("link", "click", () => preview.copy(byId("link"), new URL(fragment(), location.href).href, texts, say));
    on("copy-raw", "click", () => preview.copy(byId("copy-raw"), preview.rawText(), texts, say));
    on("save-raw", "click", () => McpData.saveFile({ name: McpData.fileName(state.tool.name, "json"), mimeType: "application/json", text: preview.rawText() }));
    on("raw", "toggle", () => preview.fillRaw(texts(), state.locale));
    // On the document: an argument named `addEventListener` would hide the form's own.
    document.addEventListener("submit", (event) => {
      if (event.target !== byId("call")) return;
      event.preventDefault();
      run({ movesFocus: true });
    });
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => preview.copy(button, byId(button.dataset.copy).textContent, texts, say));
    }
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      byId("main").focus();
    });
    addEventListener("hashchange", followLink);
    preview.openWhere(wide, byId("catalog"));
    preview.openWhere(half, byId("written"));
  }

  listen();
  setLanguage(preview.firstLanguage());
  start();
})();
