// An answer as a person sees it: table, charts, verbatim text and sources, each from the structured part.
(() => {
  "use strict";
  const mcpData = (globalThis.McpData ??= {});
  const { element } = mcpData;

  const list = (value) => (Array.isArray(value) ? value : []);

  /** The text of a result's content, as the model reads it. */
  mcpData.contentText = (result) => list(result?.content).filter((block) => block?.type === "text").map((block) => String(block.text)).join("\n\n");

  /** A link in a new window, or through the host; what is no web link is text. */
  function anchor(url, text, options) {
    const link = mcpData.link(url);
    if (!link) return element("span", { class: "mcp-no-link" }, element("bdi", { data: text }), ` (${mcpData.texts(options.locale).noLink})`);
    const open = options.openLink && ((event) => {
      event.preventDefault();
      options.openLink(link.href);
    });
    return element("a", { href: link.href, target: "_blank", rel: "noopener noreferrer", ...(open && { onclick: open }), data: text });
  }

  /** A license: a link, or the name of one on the SPDX list (https://spdx.org/licenses/). */
  function license(name, options) {
    if (mcpData.link(name)) return anchor(name, mcpData.address(name), options);
    return /^(?:MIT|ISC|[A-Za-z0-9.+-]*-[A-Za-z0-9.+-]+)$/.test(name) ? anchor(`https://spdx.org/licenses/${name}.html`, name, options) : element("bdi", { data: name });
  }

  function source(url, details, options) {
    const texts = mcpData.texts(options.locale);
    const known = details.find((entry) => entry?.url === url) ?? {};
    const text = (name) => (typeof known[name] === "string" && known[name] ? known[name] : null);
    const said = (name) => text(name) && element("span", {}, `${texts[name]} `, name === "license" ? license(text(name), options) : element("bdi", { data: text(name) }));
    const notes = [
      text("publisher") && element("bdi", { data: text("publisher") }),
      ...["version", "license", "modified", "retrieved"].map(said),
      // A title can say anything; where the link leads is seen beside it.
      text("title") && element("bdi", { class: "mcp-address", dir: "ltr", text: mcpData.link(url)?.href ?? url }),
    ].filter(Boolean);
    const line = element("span", { class: "mcp-details" }, ...notes.flatMap((note) => [" · ", note]).slice(1));
    return element("li", {}, anchor(url, text("title") ?? mcpData.address(url), options), " ", notes.length > 0 && line);
  }

  /** The sources of an answer as lines of text, for a picture. */
  function sourceLines(structured, texts) {
    const details = list(structured.source_details);
    return list(structured.sources).slice(0, 3).map((url) => {
      const known = details.find((entry) => entry?.url === url) ?? {};
      return `${texts.source}: ${[known.title, known.publisher, mcpData.address(url)].filter((part) => typeof part === "string" && part).map(mcpData.isolated).join(" · ")}`;
    });
  }

  function tablePart(structured, options) {
    const [header, ...rows] = list(structured.table).filter(Array.isArray);
    if (!header) return [];
    const texts = mcpData.texts(options.locale);
    const { shown_rows: sent, total_rows: total } = structured.truncated ?? {};
    const cut = structured.truncated && texts.truncated(...[sent, total].map((count) => mcpData.number(count, options.locale)));
    return [element("div", {}, mcpData.table(header, rows, options), cut && element("p", { class: "mcp-truncated", text: cut }))];
  }

  function sourcesPart(structured, options) {
    const urls = list(structured.sources).map(mcpData.plain);
    if (urls.length === 0) return [];
    const texts = mcpData.texts(options.locale);
    const items = urls.map((url) => source(url, list(structured.source_details), options));
    return [element("section", { class: "mcp-sources", "aria-label": texts.sources },
      element(`h${options.headingLevel ?? 3}`, { text: texts.sources }), element("ul", {}, ...items))];
  }

  /** A locale as this browser knows it: some call theirs "en_US" or "en-US@posix". */
  function known(locale) {
    try {
      return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0];
    } catch {
      return mcpData.language(locale);
    }
  }

  /** Shows a `CallToolResult` as the last child of `parent`; docs/viewer.md has the options. */
  mcpData.show = (parent, result, options = {}) => {
    const locale = known(String(options.locale ?? navigator.language));
    const texts = mcpData.texts(locale);
    const structured = result?.structuredContent;
    const charts = [];
    const text = mcpData.contentText(result) || texts.empty;
    let parts = [];
    if (result?.isError) {
      parts = [element("div", { class: "mcp-error", role: "alert" }, element("strong", { text: texts.error }), element("p", { data: text }))];
    } else if (structured && typeof structured === "object") {
      const shared = { ...options, locale, sources: sourceLines(structured, texts) };
      charts.push(...list(structured.charts).map((chart, position) => mcpData.chart(chart, position, shared)));
      parts = [
        ...charts.map((chart) => chart.element),
        ...tablePart(structured, shared),
        ...(typeof structured.force === "string" ? [element("section", { class: "mcp-force", "aria-label": texts.force, data: structured.force })] : []),
        ...sourcesPart(structured, shared),
      ];
    }
    if (parts.length === 0) parts = [element("div", { class: "mcp-text", data: text })];
    const answer = {
      element: element("div", { class: "mcp-answer", lang: mcpData.language(locale) }, ...parts),
      remove() {
        charts.forEach((chart) => chart.remove());
        answer.element.remove();
      },
    };
    parent.append(answer.element);
    return answer;
  };

  // Paper has no dark side, does not scroll and cannot be clicked.
  let screenTheme;
  addEventListener("beforeprint", () => {
    screenTheme = document.documentElement.dataset.theme;
    document.documentElement.dataset.printing = "";
    mcpData.setTheme("light");
    document.querySelectorAll(".mcp-answer .mcp-table").forEach((table) => table.mcpPrint());
  });
  addEventListener("afterprint", () => {
    delete document.documentElement.dataset.printing;
    mcpData.setTheme(screenTheme);
  });
})();
