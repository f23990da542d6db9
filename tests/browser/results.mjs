// Results of calls, made by hand: what a server of ours sends, and what others could.

export const SOURCE = 'https://example.org/data?year=2017&unit="GWh"';

/** An answer's own table, not those with the numbers of its charts. */
export const OWN_TABLE = '.mcp-table:not(.mcp-chart .mcp-table)';

/** A successful `CallToolResult`. */
export function answer(structured = {}, text = 'What the model reads.') {
  return { content: [{ type: 'text', text }], structuredContent: { sources: [SOURCE], ...structured }, isError: false };
}

/** A failed one. */
export function failure(text) {
  return { content: [{ type: 'text', text }], isError: true };
}

/** A Chart.js configuration as the server writes it. */
export function chart(type, labels, datasets, { title = 'A chart', options = {} } = {}) {
  const plugins = { title: { display: true, text: title } };
  return { type, data: { labels, datasets }, options: { plugins, ...options } };
}

export const CITIES = [
  ['City', 'Population', 'Since'],
  ['Tokyo', 37_400_068, 1457],
  ['Delhi', 30_290_936, 1052],
  ['São Paulo', 22_043_028, null],
];

export const BARS = chart(
  'bar',
  ['Tokyo', 'Delhi', 'São Paulo'],
  [{ label: 'Population', data: [37_400_068, 30_290_936, 22_043_028] }],
);

/** An answer with every part. */
export const WHOLE = answer({
  table: CITIES,
  charts: [BARS],
  force: 'Figures are estimates.',
  source_details: [
    {
      url: SOURCE,
      title: 'Cities of the world',
      publisher: 'Example Office',
      license: 'CC-BY-4.0',
      version: '2',
      modified: '2024-01-31',
      retrieved: '2025-06-01',
    },
  ],
});

/** A table with a header and so many rows: `["row 1", 1]` and on. */
export function longTable(rows) {
  return [['Name', 'Number'], ...Array.from({ length: rows }, (_, index) => [`row ${index + 1}`, index + 1])];
}

/** What Chart.js holds for the charts on a page, by their order on it. */
export function drawnCharts(frame) {
  return frame.evaluate(() =>
    [...document.querySelectorAll('.mcp-answer canvas')].map((canvas) => {
      const drawn = globalThis.Chart?.getChart(canvas);
      if (!drawn) return null;
      return {
        type: drawn.config.type,
        labels: drawn.data.labels,
        data: drawn.data.datasets.map((dataset) => [...dataset.data]),
        animation: drawn.options.animation,
        width: canvas.clientWidth,
        height: canvas.clientHeight,
      };
    }),
  );
}

/** How many charts Chart.js keeps alive. */
export function instances(frame) {
  return frame.evaluate(() => Object.keys(globalThis.Chart.instances).length);
}
