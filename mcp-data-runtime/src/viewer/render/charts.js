// Charts, drawn by Chart.js from data alone, each with its numbers as a table.
(() => {
  "use strict";
  const mcpData = (globalThis.McpData ??= {});
  const { element, isObject, short } = mcpData;
  /** Above so many points a line is thinned to the lowest and highest of at most as many stretches. */
  const MOST_POINTS = 2000;
  const MOST_STRETCHES = 500;
  /** What is drawn, at most; nobody tells more apart, and a browser would need minutes. The runtime has the same numbers. */
  const MOST = { charts: 20, series: 50, parts: 100, values: 50_000 };
  /** The most names of a chart that a sentence has. */
  const MOST_NAMED = 20;
  /** How long Chart.js may take to arrive, in milliseconds. */
  const PATIENCE = 10_000;
  const PARTS_OF_A_WHOLE = ["pie", "doughnut", "polarArea"];
  const ROUND = [...PARTS_OF_A_WHOLE, "radar"];
  const POINTS = ["scatter", "bubble"];

  const shown = new Set();
  let loading;

  mcpData.chartLibrary = JSON.parse(document.querySelector('meta[name="mcp-data"]')?.content ?? "{}").chartLibrary ?? {};

  /** Chart.js, or null where it cannot be had. */
  function library() {
    if (globalThis.Chart) return Promise.resolve(globalThis.Chart);
    const { url, integrity } = mcpData.chartLibrary;
    if (!url) return Promise.resolve(null);
    loading ??= new Promise((resolve) => {
      const arrived = () => {
        // What failed may go well with the next answer.
        if (!globalThis.Chart) loading = undefined;
        resolve(globalThis.Chart ?? null);
      };
      const crossorigin = integrity && "anonymous";
      document.head.append(element("script", { src: url, integrity, crossorigin, onload: arrived, onerror: arrived }));
      setTimeout(arrived, PATIENCE);
    });
    return loading;
  }

  const height = (point) => (isObject(point) ? point.y : point);

  /** `base` under `over`: where both say something, `over` counts. */
  function merged(base, over) {
    if (!isObject(base) || !isObject(over)) return over === undefined ? base : over;
    const result = { ...base };
    for (const [key, value] of Object.entries(over)) result[key] = merged(base[key], value);
    return result;
  }

  /** A chart of either form, a Chart.js configuration or a flat one, as what there is to draw. */
  function read(chart) {
    const leftOut = [];
    const source = isObject(chart) ? chart : {};
    const data = isObject(source.data) ? source.data : source;
    let options = mcpData.knownOptions(isObject(source.options) ? source.options : {}, "options", leftOut);
    if (source.plugins !== undefined) leftOut.push("plugins");
    if (!isObject(source.data)) {
      const scale = { stacked: source.stacked === true };
      const values = { ...scale, beginAtZero: source.beginAtZero ?? source.type === "bar" };
      const isAcross = source.indexAxis === "y";
      const hasAxes = !ROUND.includes(source.type);
      const axes = isAcross ? { x: values, y: scale } : { x: scale, y: values };
      const round = source.type === "radar" && { r: { beginAtZero: source.beginAtZero === true } };
      options = { indexAxis: isAcross ? "y" : "x", scales: hasAxes ? axes : round || {} };
    }
    const heading = (name) => [source.options?.plugins?.[name]?.text ?? (typeof source[name] === "string" ? source[name] : "")].flat().map(mcpData.plain).join(" ");
    const [title, subtitle] = ["title", "subtitle"].map(heading);
    const datasets = (Array.isArray(data.datasets) ? data.datasets : []).filter(isObject).map((dataset, index) => {
      const { data: values, label, ...style } = dataset;
      const known = mcpData.knownOptions(style, `datasets[${index}]`, leftOut);
      return { ...known, label: mcpData.plain(label ?? title), data: Array.isArray(values) ? values : [] };
    });
    const labels = (Array.isArray(data.labels) ? data.labels : []).map((label) => [label].flat().map(mcpData.plain).join(" "));
    return { type: source.type, title, subtitle, labels, datasets, options, leftOut };
  }

  /** How many labels or points an axis holds. */
  const lengthOf = ({ labels, datasets }) => datasets.reduce((most, { data }) => Math.max(most, data.length), labels.length);

  /** Why a chart cannot be drawn, if so; `position` is its place among those of the answer, `drawn` how many values an axis shows. */
  function obstacle({ type, labels, datasets, options }, position, drawn, locale) {
    const texts = mcpData.texts(locale);
    if (!Object.hasOwn(texts.charts, type)) return texts.unknownType(mcpData.isolated(mcpData.plain(type)));
    if (datasets.length === 0) return texts.noData;
    const counts = { charts: position + 1, series: datasets.length, parts: ROUND.includes(type) ? lengthOf({ labels, datasets }) : 0, values: drawn * datasets.length };
    const exceeded = Object.keys(MOST).find((name) => counts[name] > MOST[name]);
    if (exceeded) return texts.tooMany[exceeded](...[counts[exceeded], MOST[exceeded]].map((count) => mcpData.number(count, locale)));
    const coordinates = (point) => (isObject(point) ? [point.x, point.y] : point);
    const tooLarge = datasets.flatMap(({ data }) => data.flatMap(coordinates)).find((value) => Number.isFinite(Number(value)) && !mcpData.isDrawable(Number(value)));
    if (tooLarge !== undefined) return texts.tooLarge(mcpData.number(tooLarge, locale));
    const scales = Object.values(options.scales ?? {});
    if (scales.some((scale) => ["time", "timeseries"].includes(scale?.type))) return texts.timeScale;
    if (PARTS_OF_A_WHOLE.includes(type) && datasets.some(({ data }) => data.some((value) => Number(value) < 0))) return texts.negativeShare;
    return null;
  }

  /** The indices that a long line keeps: of each stretch and series the lowest, the highest, and a gap of half its length. */
  function kept(datasets, count) {
    const indices = new Set([0, count - 1]);
    // What one series keeps is drawn of all of them.
    const stretches = Math.floor((MOST.values / datasets.length - 2) / (3 * datasets.length));
    const stretch = Math.ceil(count / Math.min(Math.max(stretches, 1), MOST_STRETCHES));
    for (const { data } of datasets) {
      const values = data.map((point) => Number.parseFloat(height(point)));
      let missing = 0;
      for (let start = 0; start < count; start += stretch) {
        let low = start, high = start;
        for (let index = start; index < Math.min(start + stretch, count); index++) {
          missing = Number.isFinite(values[index]) ? 0 : missing + 1;
          if (missing > 0) {
            if (missing % stretch === Math.ceil(stretch / 2)) indices.add(index);
            continue;
          }
          if (!(values[index] >= values[low])) low = index;
          if (!(values[index] <= values[high])) high = index;
        }
        indices.add(low).add(high);
      }
    }
    return [...indices].sort((a, b) => a - b);
  }

  /** A line of thousands of points, with as many as a screen can show. */
  function thinned(drawing) {
    const count = lengthOf(drawing);
    if (drawing.type !== "line" || count <= MOST_POINTS) return { drawing, count, drawn: count };
    const indices = kept(drawing.datasets, count);
    const datasets = drawing.datasets.map((dataset) => ({ ...dataset, data: indices.map((index) => dataset.data[index] ?? null) }));
    const labels = drawing.labels.length > 0 ? indices.map((index) => drawing.labels[index] ?? "") : [];
    return { drawing: { ...drawing, labels, datasets }, count, drawn: indices.length };
  }

  /** The values that are drawn along an axis: "x", "y" or "r". */
  const valuesOn = (axis, datasets) => datasets.flatMap(({ data }) => data.map((point) => (isObject(point) ? point[axis] : point)));

  /** Spells a number of an axis as the table spells it, unless the chart says how. */
  function spellTick(value, index, ticks) {
    if (this.options.ticks.format) return globalThis.Chart.Ticks.formatters.numeric.call(this, value, index, ticks);
    // A tick is a sum of steps, with the faults of such sums.
    return mcpData.speller(valuesOn(this.axis, this.chart.data.datasets))(Number(value.toPrecision(12)), this.chart.options.locale);
  }

  /** The configuration that Chart.js gets: the tool's own settings over the page's. */
  function configuration({ type, title, labels, datasets, options }, locale, colors) {
    const spell = (axis, value) => mcpData.speller(valuesOn(axis, datasets))(value, locale);
    const label = ({ datasetIndex, raw, dataIndex }) => {
      const dataset = datasets[datasetIndex];
      const name = `${mcpData.isolated(dataset.label)}: `;
      if (isObject(raw)) return name + ["x", "y", "r"].filter((axis) => axis in raw).map((axis) => spell(axis, raw[axis])).join("; ");
      const share = PARTS_OF_A_WHOLE.includes(type) ? ` (${mcpData.number(mcpData.shares(dataset.data)[dataIndex], locale)} %)` : "";
      return `${dataset.label === title ? "" : name}${spell("y", raw)}${share}`;
    };
    const isAcross = options.indexAxis === "y";
    // Where lines are too close for markers, a point without neighbours would not be seen.
    const isLone = ({ dataset, dataIndex }) => [dataIndex - 1, dataIndex + 1].every((at) => (height(dataset.data[at]) ?? null) === null);
    const hasColors = [options, ...datasets, ...Object.values(options.elements ?? {})].some((style) => style?.backgroundColor !== undefined || style?.borderColor !== undefined);
    const hasCategories = ["bar", "line"].includes(type);
    const base = {
      locale,
      interaction: { mode: type === "line" ? "index" : "nearest", intersect: type !== "line" },
      datasets: { bar: { maxBarThickness: 56 } },
      ...(hasCategories && { scales: { [isAcross ? "y" : "x"]: { grid: { display: false } } } }),
      // Behind the numbers of a round axis Chart.js puts white, whatever the page's color is.
      ...(["radar", "polarArea"].includes(type) && { scales: { r: { ticks: { showLabelBackdrop: false } } } }),
      elements: {
        point: { radius: POINTS.includes(type) || labels.length <= 100 ? 3 : (point) => (isLone(point) ? 2 : 0) },
        line: { borderWidth: 2 },
        arc: { borderColor: colors.background },
      },
      plugins: { colors: { forceOverride: !hasColors }, legend: { position: "bottom", labels: { boxWidth: 14 } } },
    };
    const own = merged(base, options);
    own.plugins.title = own.plugins.subtitle = { display: false };
    own.plugins.tooltip = { ...own.plugins.tooltip, callbacks: { label, title: ([first]) => mcpData.isolated((isObject(first?.raw) ? first.label : labels[first?.dataIndex]) ?? "") } };
    Object.assign(own, { animation: false, responsive: true, maintainAspectRatio: false });
    // Points may name their label, which then must stay what it is.
    const hasPoints = datasets.some(({ data }) => data.some(isObject));
    // Long names would leave no room for what they name; the chart's table has them whole.
    const shortened = { labels: hasPoints ? labels : labels.map((text) => mcpData.isolated(short(text, 24))), datasets: datasets.map((dataset) => ({ ...dataset, label: mcpData.isolated(short(dataset.label, 40)) })) };
    return { type, data: shortened, options: own };
  }

  /** The colors and font of the theme, as the figure has them: a canvas knows no CSS variables. */
  function themeColors(figure) {
    const { color, borderTopColor, backgroundColor, fontFamily } = getComputedStyle(figure);
    return { text: color, grid: borderTopColor, background: backgroundColor, font: fontFamily };
  }

  /** The numbers of a chart as a table's header and rows. */
  function numbers({ type, title, labels, datasets }, texts) {
    const name = (dataset, index) => dataset.label || title || `${texts.series} ${index + 1}`;
    // Series that are too many for columns are rows.
    if (POINTS.includes(type) || datasets.length > MOST.series || datasets.some(({ data }) => data.some(isObject))) {
      const axes = ["x", "y", ...(type === "bubble" ? ["r"] : [])];
      const rows = datasets.flatMap((dataset, index) => dataset.data.map((point, at) => [name(dataset, index), ...axes.map((axis) => (isObject(point) ? point[axis] ?? null : axis === "y" ? point : labels[at] ?? null))]));
      return [[texts.series, ...axes], rows];
    }
    const columns = datasets.map(({ data }) => data);
    const header = [texts.label, ...datasets.map(name)];
    if (PARTS_OF_A_WHOLE.includes(type) && datasets.length === 1) {
      header.push(texts.share);
      columns.push(mcpData.shares(columns[0]));
    }
    return [header, Array.from({ length: lengthOf({ labels, datasets }) }, (_, index) => [labels[index] ?? "", ...columns.map((data) => data[index] ?? null)])];
  }

  /** A picture of a chart that can stand alone: its titles above, its sources below. */
  function picture(canvas, { title, subtitle }, sources, colors) {
    const scale = canvas.width / canvas.clientWidth;
    const line = 22 * scale;
    const top = line * (subtitle ? 2.6 : title ? 1.6 : 0.5);
    const copy = element("canvas", { width: canvas.width + line, height: canvas.height + top + line * (sources.length + 0.5) });
    const pen = copy.getContext("2d");
    pen.fillStyle = colors.background;
    pen.fillRect(0, 0, copy.width, copy.height);
    pen.drawImage(canvas, line / 2, top);
    pen.fillStyle = colors.text;
    pen.font = `600 ${15 * scale}px ${colors.font}`;
    pen.fillText(mcpData.isolated(title), line / 2, line, canvas.width);
    pen.font = `${12 * scale}px ${colors.font}`;
    pen.fillText(mcpData.isolated(subtitle), line / 2, line * 2, canvas.width);
    sources.forEach((source, index) => pen.fillText(source, line / 2, canvas.height + top + line * (index + 0.8), canvas.width));
    return copy.toDataURL("image/png").split(",")[1];
  }

  /** Names in a sentence: the first, and how many more there are. */
  const named = (names, locale) => [...names.slice(0, MOST_NAMED).map((name) => mcpData.isolated(short(name, 80))), ...(names.length > MOST_NAMED ? [`… (+${mcpData.number(names.length - MOST_NAMED, locale)})`] : [])].join(", ");

  /** A chart as a figure, the one at `position` of its answer. Options: `locale`, `name`, `saveFile`, `headingLevel`, `sources` (their lines). */
  mcpData.chart = (chart, position, options) => {
    const { locale } = options;
    const texts = mcpData.texts(locale);
    const whole = read(chart);
    const { drawing, count, drawn } = thinned(whole);
    const kind = Object.hasOwn(texts.charts, whole.type) ? texts.charts[whole.type] : texts.chart;
    const label = whole.title ? `${kind}: ${whole.title}` : kind;
    const problem = obstacle(whole, position, drawn, locale);

    const canvas = element("canvas", { role: "img", "aria-label": `${label}. ${texts.described(named(whole.datasets.map((dataset) => dataset.label), locale))}` });
    const area = element("div", { class: "mcp-canvas" }, canvas);
    const data = element("details", { class: "mcp-data", ontoggle: fill }, element("summary", { text: texts.data }));
    const save = options.saveFile !== null && element("button", { type: "button", class: "mcp-png", hidden: true, text: texts.picture, onclick: savePicture });
    const caption = element(`h${options.headingLevel ?? 3}`, { data: whole.title || kind });
    const subtitle = whole.subtitle && element("p", { class: "mcp-note", data: whole.subtitle });
    const figure = element("figure", { class: "mcp-chart" }, element("figcaption", {}, caption, subtitle || null), area);
    if (drawn < count) figure.append(element("p", { class: "mcp-note", text: texts.thinned(mcpData.number(drawn, locale), mcpData.number(count, locale)) }));
    if (whole.leftOut.length) figure.append(element("p", { class: "mcp-note", text: texts.leftOut(named(whole.leftOut, locale)) }));
    const outcome = element("p", { class: "mcp-outcome", role: "status" });
    figure.append(element("div", { class: "mcp-foot" }, data, save), outcome);

    let painted = null;
    const destroy = () => { painted = painted?.destroy() ?? null; };
    const draw = () => library().then(paint);
    const painting = {
      element: figure,
      // At once, where that can be: a page that is being printed does not wait.
      redraw: () => (globalThis.Chart ? paint(globalThis.Chart) : draw()),
      remove() {
        shown.delete(painting);
        destroy();
      },
    };

    function fill() {
      if (data.querySelector("table")) return;
      const [header, rows] = numbers(whole, texts);
      const columns = header.map((_, column) => (column === 0 ? { type: "string" } : {}));
      data.append(mcpData.table(header, rows, { locale, columns, name: options.name, saveFile: options.saveFile, label: `${texts.data}: ${whole.title || kind}` }));
    }

    /** The numbers stand in for a chart that is not drawn, and a line says why. */
    function standIn(reason, role) {
      destroy();
      area.replaceChildren(element("p", { class: role ? "mcp-broken" : "mcp-note", role, text: reason }));
      area.classList.add("mcp-undrawn");
      shown.delete(painting);
      if (save) save.remove();
      data.open = true;
      fill();
    }

    function paint(Chart) {
      if (!shown.has(painting)) return;
      if (problem) return standIn(`${texts.broken} ${problem}`, "alert");
      if (!Chart) return standIn(mcpData.chartLibrary.url ? texts.unreachable : texts.disabled);
      const colors = themeColors(figure);
      Object.assign(Chart.defaults, { color: colors.text, borderColor: colors.grid });
      Chart.defaults.font.family = colors.font;
      for (const scale of ["linear", "radialLinear"]) Chart.defaults.scales[scale].ticks.callback = spellTick;
      destroy();
      if (drawing.options.indexAxis === "y") area.style.height = `${Math.min(Math.max(drawing.labels.length * 26 + 90, 320), 1600)}px`;
      try {
        painted = new Chart(canvas, configuration(drawing, locale, colors));
        if (save) save.hidden = false;
      } catch (error) {
        painted = Chart.getChart(canvas);
        standIn(`${texts.broken} ${error.message}`, "alert");
      }
    }

    async function savePicture() {
      const base64 = picture(canvas, whole, options.sources ?? [], themeColors(figure));
      const file = { name: mcpData.fileName(whole.title || options.name, "png"), mimeType: "image/png", base64 };
      outcome.textContent = (await mcpData.isSaved(file, options)) ? "" : texts.notSaved;
    }

    shown.add(painting);
    draw();
    return painting;
  };

  const redraw = () => shown.forEach((painting) => painting.redraw());

  /** Shows the page in a theme, "light" or "dark"; null follows the system. */
  mcpData.setTheme = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    redraw();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
})();
