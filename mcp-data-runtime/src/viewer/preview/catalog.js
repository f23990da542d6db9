// Plugins and tools, as a list, as cards and as the head of one tool's part of the page.
(() => {
  "use strict";
  const { element } = McpData;
  const preview = (globalThis.McpPreview ??= {});

  preview.titleOf = (tool) => String(tool.title ?? tool.annotations?.title ?? tool.name);

  preview.pluginOf = (tool) => String(tool._meta?.plugin ?? "");

  // What a tool does not say of itself counts as the protocol's default: it may write, and may destroy.

  preview.onlyReads = (tool) => tool.annotations?.readOnlyHint === true;

  preview.mayDestroy = (tool) => !preview.onlyReads(tool) && tool.annotations?.destructiveHint !== false;

  /** Tools by their plugins, `[name, tools]`; those of none come under "". */
  function plugins(tools) {
    const groups = new Map();
    for (const tool of tools) {
      const name = preview.pluginOf(tool);
      groups.set(name, [...(groups.get(name) ?? []), tool]);
    }
    return [...groups];
  }

  const metadata = (tools) => tools.map((tool) => tool._meta?.plugin_metadata).find(Boolean) ?? {};

  /** The tool's name, where its title is another. */
  const nameBeside = (tool) => preview.titleOf(tool) !== tool.name && element("code", { data: tool.name });

  // `page` is what the page knows and does: its `texts`, `locale`, the `current` tool, `pick` and `ask`.

  const toolButton = (tool, page, beside) => element("button", {
    type: "button", class: "pick", "data-tool": tool.name, "aria-current": tool === page.current && "true", onclick: () => page.pick(tool),
  }, element("span", { class: "title", data: preview.titleOf(tool) }), beside);

  const firstLine = (tool) => element("span", { class: "gist", data: String(tool.description ?? "").split("\n")[0] });

  /** The tools as items of a list, by plugin. */
  preview.toolItems = (tools, page) => plugins(tools).map(([name, own]) => element("li", {},
    name && element("p", { class: "group", data: name }), element("ul", {}, ...own.map((tool) => element("li", {}, toolButton(tool, page, nameBeside(tool)))))));

  /** Case and accents do not count: "Año" is "ano". */
  const fold = (text) => String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  /** Those tools in whose name, title or description every word of a search is. */
  preview.search = (tools, wanted) => {
    const words = fold(wanted).split(/\s+/).filter(Boolean);
    return tools.filter((tool) => {
      const text = fold(`${tool.name} ${tool.title ?? ""} ${tool.description ?? ""}`);
      return words.every((word) => text.includes(word));
    });
  };

  /** The sample questions of the plugin whose tools these are, as items of a list. */
  preview.questionItems = (tools, page) => {
    const { sample_calls: calls } = metadata(tools);
    return (Array.isArray(calls) ? calls : []).filter((call) => tools.some(({ name }) => name === call?.tool)).map((call) => element("li", {},
      element("button", { type: "button", class: "question", onclick: () => page.ask(call) }, element("span", { data: String(call.question) }))));
  };

  function webLink(url, text) {
    const link = McpData.link(url);
    return link && element("a", { href: link.href, target: "_blank", rel: "noopener noreferrer", data: text ?? url });
  }

  function pluginCard([name, tools], index, all, page) {
    const { texts, locale } = page;
    const { description, instructions, urls } = metadata(tools);
    const questions = preview.questionItems(tools, page);
    const links = ["homepage", "repository"].map((kind) => webLink(urls?.[kind], texts[kind])).filter(Boolean);
    const id = `plugin-${index}`;
    return element("section", { class: "plugin", "aria-labelledby": id },
      element("h2", { id, data: name || (all.length > 1 ? texts.otherTools : texts.tools) }),
      description && element("p", { class: "lead", data: String(description) }),
      questions.length > 0 && element("h3", {}, texts.questions),
      questions.length > 0 && element("ul", { class: "questions" }, ...questions),
      name && element("h3", {}, texts.count(McpData.number(tools.length, locale), tools.length)),
      element("ul", { class: "picks" }, ...tools.map((tool) => element("li", {}, toolButton(tool, page, firstLine(tool))))),
      instructions && element("details", {}, element("summary", {}, texts.pluginInstructions), element("p", { class: "verbatim", data: String(instructions) })),
      links.length > 0 && element("p", { class: "links" }, ...links));
  }

  /** A card for each plugin. */
  preview.pluginCards = (tools, page) => plugins(tools).map((plugin, index, all) => pluginCard(plugin, index, all, page));

  /** What a tool is: title, name, whether it only reads, description and sources. */
  preview.aboutTool = (tool, { texts }) => {
    const sources = Array.isArray(tool._meta?.sources) ? tool._meta.sources.map(String) : [];
    const items = sources.map((url) => element("li", {}, webLink(url) ?? element("span", { data: url })));
    const [look, badge] = preview.onlyReads(tool) ? ["badge", texts.readOnly] : ["badge warns", preview.mayDestroy(tool) ? texts.mayDestroy : texts.mayWrite];
    return [
      preview.pluginOf(tool) && element("p", { class: "eyebrow", data: preview.pluginOf(tool) }),
      element("h2", { id: "tool-title", tabindex: "-1", data: preview.titleOf(tool) }),
      element("p", { class: "identity" }, nameBeside(tool), element("span", { class: look }, badge)),
      element("p", { class: "verbatim lead", data: String(tool.description ?? "") }),
      items.length > 0 && element("div", { class: "declared" }, element("p", {}, texts.sources), element("ul", {}, ...items)),
    ].filter(Boolean);
  };
})();
