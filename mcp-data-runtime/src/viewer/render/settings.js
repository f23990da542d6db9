// What a chart may set: the options of Chart.js (https://www.chartjs.org/docs/4.5.0/) that are data, each within
// bounds. An option has one meaning wherever it stands, so the list is one of names, and not of places.
(() => {
  "use strict";
  const mcpData = (globalThis.McpData ??= {});
  /** Deeper than any option stands. */
  const DEEPEST = 6;
  /** The most axes of a chart, and the most items of a list of colors or sizes. */
  const MOST_AXES = 10;
  const MOST_ITEMS = 10_000;
  const LONGEST_TEXT = 200;

  /** Whether Chart.js can find the ticks of a number: where the range of an axis is infinite, it counts for ever. */
  mcpData.isDrawable = (value) => typeof value === "number" && Math.abs(value) <= 1e100;

  // Each takes a value and returns it as Chart.js gets it, or undefined for what it refuses.
  const number = (least, most) => (value) => (typeof value === "number" && value >= least && value <= most ? value : undefined);
  const among = (...values) => (value) => (values.includes(value) ? value : undefined);
  const either = (...takes) => (value) => takes.reduce((taken, take) => (taken === undefined ? take(value) : taken), undefined);
  const like = (pattern) => (value) => (typeof value === "string" && value.length <= LONGEST_TEXT && pattern.test(value) ? value : undefined);
  const text = (value) => (typeof value === "string" ? mcpData.isolated(mcpData.short(value, LONGEST_TEXT)) : undefined);
  const all = (take, most) => (value) => {
    const taken = Array.isArray(value) && value.length <= most ? value.map(take) : [undefined];
    return taken.includes(undefined) ? undefined : taken;
  };
  const perItem = (take) => either(take, all(take, MOST_ITEMS));
  const SIDES = ["top", "right", "bottom", "left", "x", "y", "topLeft", "topRight", "bottomLeft", "bottomRight"];
  const sides = (take) => either(take, (value) => {
    const taken = mcpData.isObject(value) ? Object.entries(value).map(([name, side]) => [name, SIDES.includes(name) ? take(side) : undefined]) : [[]];
    return taken.some(([, side]) => side === undefined) ? undefined : Object.fromEntries(taken);
  });
  /** The options of `Intl.NumberFormat`, which says itself whether it takes them. */
  const format = (value) => {
    try {
      new Intl.NumberFormat("en", value);
      return mcpData.isObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  };

  const quantity = (value) => (mcpData.isDrawable(value) ? value : undefined);
  const flag = among(true, false);
  const color = perItem((value) => (typeof value === "string" && value.length <= LONGEST_TEXT && CSS.supports("color", value) ? value : undefined));
  const pixels = number(-1000, 1000);
  const size = perItem(sides(pixels));
  const share = like(/^\d{1,3}(?:\.\d{1,9})?%$/);
  const position = either(quantity, text);
  // A dash shorter than a pixel is drawn billions of times.
  const dash = all(number(1, 1000), 10);

  const NAMES = [
    [color, "color backgroundColor borderColor hoverBackgroundColor hoverBorderColor pointBackgroundColor pointBorderColor pointHoverBackgroundColor pointHoverBorderColor tickColor backdropColor textStrokeColor titleColor bodyColor footerColor multiKeyBackground above below"],
    [size, "borderWidth hoverBorderWidth pointBorderWidth pointHoverBorderWidth borderRadius hoverBorderRadius pointRadius pointHoverRadius pointHitRadius hoverRadius hitRadius lineWidth padding backdropPadding boxPadding pointRotation hoverOffset"],
    [pixels, "width tickWidth tickLength boxWidth boxHeight pointStyleWidth maxBarThickness minBarLength spacing labelOffset cornerRadius caretSize caretPadding autoSkipPadding titleSpacing titleMarginBottom bodySpacing footerSpacing footerMarginTop maxHeight maxWidth textStrokeWidth borderDashOffset dashOffset tickBorderDashOffset"],
    [dash, "borderDash dash tickBorderDash"],
    [number(-360, 360), "rotation circumference startAngle maxRotation minRotation"],
    [number(-1000, 1000), "order z stackWeight"],
    [number(0, 1), "barPercentage categoryPercentage tension"],
    [position, "min max suggestedMin suggestedMax"],
    [quantity, "base value stepSize"],
    [number(2, 100), "count"],
    [number(1, 100), "maxTicksLimit"],
    [number(1, 10_000), "sampleSize"],
    [number(0, 20), "precision"],
    [format, "format"],
    [text, "family stack xAxisID yAxisID rAxisID type"],
    [either(number(0, 1000), text), "target"],
    [either(text, all(text, 20)), "text"],
    [flag, "reverse beginAtZero grouped skipNull showLine hidden intersect includeInvisible enabled displayColors usePointStyle useBorderRadius rtl fullSize autoSkip mirror includeBounds showLabelBackdrop drawOnChartArea drawTicks circular centerPointLabels alignToPixels normalized propagate forceOverride capBezierPoints drawActiveElementsOnTop autoPadding animate round selfJoin"],
    [either(flag, quantity), "spanGaps"],
    [either(flag, size), "offset"],
    [either(flag, sides(pixels)), "clip"],
    [either(flag, among("auto")), "display"],
    [either(flag, among("single")), "stacked"],
    [either(flag, among("before", "after", "middle")), "stepped"],
    [either(flag, number(0, 1000), like(/^[+-]\d{1,3}$/), among("origin", "start", "end", "stack", "shape")), "fill"],
    [perItem(either(among(false), among("circle", "cross", "crossRot", "dash", "line", "rect", "rectRounded", "rectRot", "star", "triangle"))), "pointStyle"],
    [either(pixels, among("flex")), "barThickness"],
    [either(pixels, among("auto")), "inflateAmount"],
    [either(size, share), "cutout radius"],
    [either(quantity, share), "grace"],
    [either(number(0.5, 10), like(/^\d(?:\.\d{1,3})?(?:em|%)?$/)), "lineHeight"],
    [either(number(0, 10_000), among("normal", "bold", "lighter", "bolder"), like(/^[1-9]00$/)), "weight"],
    [number(4, 100), "size"],
    [among("normal", "italic", "oblique"), "style"],
    [among("x", "y", "xy", "r"), "axis indexAxis"],
    [among("point", "nearest", "index", "dataset", "x", "y"), "mode"],
    [either(among("top", "left", "bottom", "right", "center", "chartArea", "average", "nearest"), sides(position)), "position"],
    [among("start", "center", "end", "left", "right", "inner", "top", "bottom", "near", "far"), "align textAlign titleAlign bodyAlign footerAlign crossAlign borderAlign xAlign yAlign"],
    [either(flag, among("start", "end", "middle", "bottom", "left", "top", "right")), "borderSkipped"],
    [among("butt", "round", "square"), "borderCapStyle"],
    [among("bevel", "round", "miter"), "borderJoinStyle"],
    [among("default", "monotone"), "cubicInterpolationMode"],
    [among("ltr", "rtl"), "textDirection"],
    [among("data", "ticks"), "bounds"],
    [among("angular", "proportional", "parallel"), "spacingMode"],
    // What the page does anyway.
    [among(true), "responsive"],
    [among(false), "maintainAspectRatio animation"],
  ];
  const TAKES = new Map(NAMES.flatMap(([take, names]) => names.split(" ").map((name) => [name, take])));
  const GROUPS = new Set("plugins legend labels title tooltip layout interaction hover font titleFont bodyFont footerFont ticks grid border angleLines pointLabels major filler colors fill elements datasets point line bar arc pie doughnut radar polarArea scatter bubble scales".split(" "));
  const isAxis = (name) => /^[xyr][\w-]{0,40}$/i.test(name);

  /** Copies the options that are known; the paths of the others go to `leftOut`. */
  mcpData.knownOptions = (value, path, leftOut, depth = 0) => {
    const copy = {};
    const entries = Object.entries(value);
    const axes = path === "options.scales" ? entries.filter(([name]) => isAxis(name)).slice(0, MOST_AXES).map(([name]) => name) : [];
    for (const [name, item] of entries) {
      const here = path ? `${path}.${name}` : name;
      // The page itself shows the titles of a chart, above it.
      if (/^options\.plugins\.(?:sub)?title$/.test(here)) continue;
      const isGroup = mcpData.isObject(item) && (axes.includes(name) || GROUPS.has(name));
      const taken = isGroup && depth < DEEPEST ? mcpData.knownOptions(item, here, leftOut, depth + 1) : TAKES.get(name)?.(item);
      if (taken === undefined) leftOut.push(here);
      else copy[name] = taken;
    }
    return copy;
  };
})();
