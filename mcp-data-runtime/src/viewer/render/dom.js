// Elements, links and files. Data become text nodes; nothing here, or above it, parses HTML.
(() => {
  "use strict";
  const mcpData = (globalThis.McpData ??= {});
  /** Letters and marks that are not written from left to right. */
  const OTHER_DIRECTION = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

  /** A browser needs minutes to find the direction of a line of a million characters. */
  const LONGEST_LINE = 20_000;

  /** Fills an element with data, read in its own direction, and where it has many lines, each in its own. */
  mcpData.fill = (node, value) => {
    const lines = mcpData.plain(value).split("\n");
    Object.assign(node, { textContent: lines.join("\n"), dir: "auto" });
    node.toggleAttribute("data-lines", lines.length > 1 && lines.every((line) => line.length < LONGEST_LINE));
  };

  /** Makes an element. `text` is the page's own, `data` one of the data, read in its own direction; `on…` are listeners; absent (false, null) attributes are left out. */
  mcpData.element = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (name === "text") node.textContent = value;
      else if (name === "data") mcpData.fill(node, value);
      else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
      else node.setAttribute(name, value === true ? "" : value);
    }
    node.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
    return node;
  };

  /** What another server put where a text belongs, as a text. */
  mcpData.plain = (value) => {
    if (value === undefined || value === null) return "";
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };

  mcpData.isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** The beginning of a text that is longer than there is room for. */
  mcpData.short = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

  /** Returns a text of the data for a sentence of the page or a canvas, where its direction must not turn what stands around it. */
  mcpData.isolated = (text) => (OTHER_DIRECTION.test(text) ? `\u2068${text}\u2069` : text);

  /** A web link, or null for whatever else calls itself a URL: scripts, data, names with passwords. */
  mcpData.link = (url) => {
    if (typeof url !== "string" || !/^https?:\/\//i.test(url)) return null;
    try {
      const link = new URL(url);
      return link.username || link.password ? null : link;
    } catch {
      return null;
    }
  };

  /** A link as people read it: as it was sent, unless that hides where it leads; then in its normal form. */
  mcpData.address = (url) => (/^https?:\/\/[!-~]+?(?:[/?#][^\p{C}\p{Z}]*)?$/iu.test(url) ? url : (mcpData.link(url)?.href ?? mcpData.plain(url)));

  /** Saves a file `{name, mimeType, text | base64}` as browsers do where no host does it for them. */
  mcpData.saveFile = ({ name, mimeType, text, base64 }) => {
    const bytes = base64 === undefined ? text : Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
    const anchor = mcpData.element("a", { href: url, download: name });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    // The browser has taken the file by then; a URL that is kept keeps the file in memory.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };

  /** Saves a file, through the page or as browsers do; whether that went well. */
  mcpData.isSaved = (file, { saveFile = mcpData.saveFile }) => Promise.resolve(file).then(saveFile).then((isSaved) => isSaved !== false, () => false);

  /** Puts a text on the clipboard; whether that was allowed. */
  mcpData.copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // In a frame without that permission the older way may still be open.
      const field = mcpData.element("textarea", { class: "mcp-clipboard", "aria-hidden": "true" });
      field.value = text;
      const focused = document.activeElement;
      document.body.append(field);
      field.select();
      const copied = document.execCommand("copy");
      field.remove();
      focused?.focus();
      return copied;
    }
  };

  /** A file name of a tool's name: no hidden one, and none of those that Windows keeps for devices. */
  mcpData.fileName = (name, extension) => {
    const plain = String(name || "data").replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\./, "_.").slice(0, 80);
    return `${/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? "_" : ""}${plain}.${extension}`;
  };
})();
