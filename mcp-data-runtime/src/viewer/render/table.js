// A table that can be sorted, filtered, copied and saved. Cells are kept by position: two columns may
// have one header.
(() => {
  "use strict";
  const mcpData = (globalThis.McpData ??= {});
  const { element, plain: cellText } = mcpData;
  /** So many rows are shown until a person asks for all. */
  const FIRST_ROWS = 50;
  /** So many rows are added at once, so that a long table does not stop the page. */
  const ROWS_AT_ONCE = 250;

  const NUMERIC_TYPES = ["integer", "number", "decimal"];

  /** How a column is written: numbers flush right, years without groups. */
  function layout(rows, column, described) {
    const cells = rows.map((row) => row[column]).filter((cell) => cell !== null && cell !== undefined);
    // A type says more than the cells, which may all be codes of digits.
    const type = described?.type ?? "any";
    const isTyped = NUMERIC_TYPES.includes(type);
    const isNumeric = isTyped || (type === "any" && cells.length > 0 && cells.every(mcpData.isNumber));
    return { isTyped, isNumeric, areYears: isNumeric && !described?.unit && mcpData.areYears(cells) };
  }

  // Strings are shown as they are, also those of digits: a code is not a quantity, unless its type says so.
  function shownText(cell, { isTyped, areYears }, locale) {
    const isQuantity = !areYears && (typeof cell === "number" || (isTyped && mcpData.isNumber(cell)));
    return isQuantity ? mcpData.number(cell, locale) : cellText(cell);
  }

  /** Orders the cells of a column: numbers, then texts. */
  function compare(left, right, collator) {
    const numbers = [left, right].map(mcpData.isNumber);
    if (numbers[0] && numbers[1]) return mcpData.compareNumbers(left, right);
    if (numbers[0] !== numbers[1]) return numbers[0] ? -1 : 1;
    return collator.compare(cellText(left), cellText(right));
  }

  /**
   * A field of a file of separated values (RFC 4180). Spreadsheets run a text that begins like a formula, also after what
   * nobody sees, and after the `;` by which some separate. So it gets an apostrophe there; a number never does.
   */
  function field(cell, separator, numeric, isAlone) {
    let text = cellText(cell);
    const isNumber = typeof cell === "number" || (numeric && mcpData.isNumber(cell));
    if (!isNumber) text = text.replace(/^[\t\r\n]|^[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|(?<=;)\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/gu, "'$&");
    return text.includes(separator) || /["\r\n]/.test(text) || text === "" && isAlone ? `"${text.replaceAll('"', '""')}"` : text;
  }

  /**
   * The table as a section, from its header and rows. Options: `locale`, `name` of files, `columns`
   * (their descriptions, `_meta.columns`), `saveFile` (null: no files here), `label`.
   */
  mcpData.table = (header, rows, options) => {
    const { locale, label } = options;
    const texts = mcpData.texts(locale);
    const collator = new Intl.Collator(mcpData.language(locale), { numeric: true, sensitivity: "base" });
    const count = (number) => mcpData.number(number, locale);
    const described = options.columns?.length === header.length ? options.columns : [];
    const layouts = header.map((_, column) => layout(rows, column, described[column]));
    const numeric = layouts.map(({ isNumeric }) => isNumeric);
    let kept = rows;
    let sorting = { column: null, descending: false };
    let wantsAll = false;
    let frame = 0;
    const searchTexts = new Map();

    const body = element("tbody");
    const status = element("p", { class: "mcp-count", role: "status" });
    const more = element("button", { type: "button", class: "mcp-all", onclick: showAll });
    const filter = element("input", { type: "search", "aria-label": texts.filter, placeholder: texts.filter, oninput: refresh });
    const headers = header.map((name, column) => {
      const description = described[column]?.description;
      const sort = element("button", { type: "button", onclick: () => sortBy(column), title: description, "aria-label": cellText(name).trim() ? null : texts.emptyHeader(column + 1), data: name });
      return element("th", { scope: "col", class: numeric[column] && "mcp-number" }, sort);
    });

    function rowOf(row) {
      const cells = header.map((_, column) => {
        const cell = row[column];
        const isEmpty = cell === null || cell === undefined;
        return element("td", { class: isEmpty ? "mcp-null" : numeric[column] && "mcp-number", data: shownText(cell, layouts[column], locale) });
      });
      return element("tr", {}, ...cells);
    }

    /** A row's cells as they are and as they are shown, for the filter; made when first asked for. */
    function searched(row) {
      if (!searchTexts.has(row)) {
        const cells = row.flatMap((cell) => [cellText(cell), mcpData.isNumber(cell) ? mcpData.number(cell, locale) : ""]);
        searchTexts.set(row, cells.join("\n").toLocaleLowerCase());
      }
      return searchTexts.get(row);
    }

    /** The rows that the filter keeps, in the order asked for; empty cells come last either way. */
    function arrange() {
      const wanted = filter.value.trim().toLocaleLowerCase();
      kept = wanted ? rows.filter((row) => searched(row).includes(wanted)) : rows;
      const { column, descending } = sorting;
      if (column === null) return;
      const filled = kept.filter((row) => cellText(row[column]) !== "");
      const empty = kept.filter((row) => cellText(row[column]) === "");
      filled.sort((a, b) => compare(a[column], b[column], collator) * (descending ? -1 : 1));
      kept = [...filled, ...empty];
    }

    const append = (until) => body.append(...kept.slice(body.rows.length, until).map(rowOf));

    function appendAll() {
      cancelAnimationFrame(frame);
      append(body.rows.length + ROWS_AT_ONCE);
      if (body.rows.length < kept.length) frame = requestAnimationFrame(appendAll);
    }

    function tell() {
      const parts = [kept.length === rows.length ? texts.rows(count(rows.length), rows.length) : texts.matching(count(kept.length), count(rows.length))];
      const isCut = !wantsAll && kept.length > FIRST_ROWS;
      if (isCut) parts.push(texts.firstRows(count(FIRST_ROWS)));
      status.textContent = parts.join(". ");
      more.hidden = !isCut;
      more.textContent = texts.showAll(count(kept.length));
    }

    function refresh() {
      cancelAnimationFrame(frame);
      arrange();
      body.replaceChildren();
      if (wantsAll) appendAll();
      else append(FIRST_ROWS);
      headers.forEach((cell, column) => cell.setAttribute("aria-sort", column !== sorting.column ? "none" : sorting.descending ? "descending" : "ascending"));
      tell();
    }

    /** Fixes the columns' widths by their longest cells: a table that is laid out anew for each part of it would stop the page. */
    function fixWidths() {
      const longer = (row, best, column) => cellText(row[column]).length > cellText(best[column]).length;
      const longest = header.map((_, column) => rows.reduce((best, row) => (longer(row, best, column) ? row : best), rows[0])[column]);
      const sample = body.appendChild(rowOf(longest));
      const widths = headers.map((cell) => cell.getBoundingClientRect().width);
      sample.remove();
      headers.forEach((cell, column) => { cell.style.width = `${widths[column]}px`; });
      table.classList.add("mcp-fixed");
    }

    function showAll() {
      fixWidths();
      wantsAll = true;
      appendAll();
      tell();
      scroller.focus();
    }

    /** Up, down, and back to the order in which the rows came. */
    function sortBy(column) {
      if (sorting.column !== column) sorting = { column, descending: false };
      else sorting = sorting.descending ? { column: null, descending: false } : { column, descending: true };
      refresh();
    }

    function separated(separator, newline) {
      const line = (cells) => header.map((_, column) => field(cells[column], separator, numeric[column], header.length === 1)).join(separator);
      return [header, ...kept].map(line).join(newline) + newline;
    }

    const copy = async () => { status.textContent = (await mcpData.copy(separated("\t", "\n"))) ? texts.copied : texts.notCopied; };

    async function save() {
      // With a byte order mark: without it spreadsheets read accents as something else.
      const file = { name: mcpData.fileName(options.name, "csv"), mimeType: "text/csv", text: `\ufeff${separated(",", "\r\n")}` };
      if (!(await mcpData.isSaved(file, options))) status.textContent = texts.notSaved;
    }

    const tools = element("div", { class: "mcp-tools" },
      rows.length > 1 && filter,
      options.saveFile !== null && element("button", { type: "button", class: "mcp-csv", onclick: save, text: texts.csv }),
      element("button", { type: "button", class: "mcp-copy", onclick: copy, text: texts.copy }));
    const table = element("table", {}, element("thead", {}, element("tr", {}, ...headers)), body);
    const scroller = element("div", { class: "mcp-scroll", tabindex: "0", role: label ? "group" : "region", "aria-label": label ?? texts.table }, table);
    refresh();
    const section = element("div", { class: "mcp-table" }, tools, scroller, element("div", { class: "mcp-foot" }, status, more));
    // Paper does not scroll: it gets every row.
    section.mcpPrint = () => {
      cancelAnimationFrame(frame);
      wantsAll = true;
      append(kept.length);
      tell();
    };
    return section;
  };
})();
