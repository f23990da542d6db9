// A conversation as one file that needs nothing else: no script, no network, and nothing that data could run.
(() => {
  "use strict";
  const chat = (globalThis.McpChat ??= {});
  const { element } = McpData;

  const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  /** What a reader of the file cannot use. */
  const CONTROLS = "button:not(th button), input, .mcp-tools, .mcp-foot > .mcp-count, .actions, .state:empty";

  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  const text = async (path) => (await fetch(path)).text();

  /** A copy of what is shown: charts as pictures, tables with all their rows, no controls. */
  function copyOf(conversation) {
    const copy = conversation.cloneNode(true);
    const canvases = conversation.querySelectorAll("canvas");
    copy.querySelectorAll("canvas").forEach((canvas, index) => {
      const source = canvases[index];
      const picture = source.width && source.height ? source.toDataURL("image/png") : "data:,";
      canvas.replaceWith(element("img", { src: picture, alt: source.getAttribute("aria-label") ?? "" }));
    });
    copy.querySelectorAll("th button").forEach((button) => button.replaceWith(element("bdi", { data: button.textContent })));
    copy.querySelectorAll(CONTROLS).forEach((control) => control.remove());
    copy.querySelectorAll("[aria-sort], [aria-busy]").forEach((node) => {
      node.removeAttribute("aria-sort");
      node.removeAttribute("aria-busy");
    });
    return copy;
  }

  /** The file's text. */
  chat.exported = async (conversation, title, locale) => {
    const texts = McpData.texts(locale);
    const closed = Array.from(conversation.querySelectorAll("details:not([open])"));
    // The numbers of a chart are made when they are opened, the rows of a long table when they are asked for.
    const filled = closed.map((node) => new Promise((done) => { node.addEventListener("toggle", done, { once: true }); }));
    closed.forEach((node) => { node.open = true; });
    await Promise.all(filled);
    // Charts are pictures of one theme, so the file has one: that of paper.
    const theme = document.documentElement.dataset.theme;
    McpData.setTheme("light");
    await frames();
    conversation.querySelectorAll(".mcp-table").forEach((table) => table.mcpPrint?.());
    const copy = copyOf(conversation);
    McpData.setTheme(theme);
    closed.forEach((node) => { node.open = false; });

    const styles = await Promise.all(["viewer.css", "chat.css"].map(text));
    const page = document.implementation.createHTMLDocument(title);
    page.documentElement.lang = McpData.language(locale);
    page.documentElement.dataset.theme = "light";
    page.head.append(
      element("meta", { charset: "utf-8" }),
      element("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }),
      element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }));
    const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(new Date());
    page.body.append(element("main", {},
      element("h1", { text: title }), element("p", { class: "hint", text: texts.exportedOn(date) }), copy));
    // Serialized by the browser, which escapes all text and attributes. The style sheets are the page's own;
    // as an element they would fall under this page's policy.
    const style = `<style>\n${styles.join("\n")}</style></head>`;
    return `<!DOCTYPE html>\n${page.documentElement.outerHTML.replace("</head>", () => style)}\n`;
  };
})();
