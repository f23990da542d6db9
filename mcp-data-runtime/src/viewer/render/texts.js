// What the renderer says, in three languages. Numbers arrive already written in the reader's locale.
(() => {
  "use strict";
  const mcpData = (globalThis.McpData ??= {});
  const texts = {
    en: {
      table: "Table", emptyHeader: (column) => `Column ${column}`, filter: "Filter rows",
      rows: (total, count) => (count === 1 ? "1 row" : `${total} rows`),
      matching: (found, total) => `${found} of ${total} rows match`,
      firstRows: (shown) => `The first ${shown} are shown.`, showAll: (total) => `Show all ${total} rows`,
      truncated: (shown, total) => `This table was cut short: ${shown} of its ${total} rows were sent.`,
      csv: "Download CSV", copy: "Copy table", copied: "The table was copied.", notCopied: "Copying is not allowed here.", notSaved: "The file was not saved.",
      charts: {
        bar: "Bar chart", line: "Line chart", pie: "Pie chart", doughnut: "Doughnut chart", radar: "Radar chart",
        polarArea: "Polar area chart", scatter: "Scatter chart", bubble: "Bubble chart",
      },
      chart: "Chart",
      described: (series) => `Series: ${series}. The numbers are in the table below the chart.`,
      label: "Label", series: "Series", share: "Share (%)", data: "Numbers of this chart", picture: "Download picture",
      broken: "This chart cannot be drawn; its numbers are below.",
      unknownType: (type) => `Chart.js draws no charts of the type “${type}”.`,
      timeScale: "A time axis needs a date adapter, which is not part of this page; labels are drawn as they are.",
      negativeShare: "A part of a whole cannot be negative.", noData: "It has no data.",
      disabled: "Charts are switched off on this server; the numbers are below.",
      unreachable: "Chart.js could not be loaded, so the chart is not drawn; its numbers are below.",
      thinned: (drawn, total) => `${drawn} of ${total} points are drawn, the highest and the lowest of every stretch among them. The table below has them all.`,
      leftOut: (names) => `Left out of this chart, which can set what this page knows, within bounds, and holds no code: ${names}.`,
      tooLarge: (value) => `It holds ${value}, which is too large to be drawn.`,
      tooMany: {
        charts: (count, most) => `It is chart ${count} of this answer; ${most} are the most that are drawn.`,
        series: (count, most) => `It has ${count} series; ${most} are the most that are drawn.`,
        parts: (count, most) => `It has ${count} parts; ${most} are the most that are drawn in a circle.`,
        values: (count, most) => `It has ${count} values; ${most} are the most that are drawn.`,
      },
      force: "Verbatim", sources: "Sources", source: "Source", version: "version", license: "license", modified: "updated", retrieved: "retrieved", noLink: "not a web link",
      error: "This call gave no answer", empty: "This answer is empty.", waiting: "Waiting for the answer…", cancelled: "The call was cancelled.",
      standalone: "This page shows the answers of a data tool, in a host that supports MCP Apps. It has nothing to show on its own.",
    },
    es: {
      table: "Tabla", emptyHeader: (column) => `Columna ${column}`, filter: "Filtrar filas",
      rows: (total, count) => (count === 1 ? "1 fila" : `${total} filas`),
      matching: (found, total) => `Coinciden ${found} de ${total} filas`,
      firstRows: (shown) => `Se muestran las primeras ${shown}.`, showAll: (total) => `Mostrar las ${total} filas`,
      truncated: (shown, total) => `Esta tabla se cortó: se enviaron ${shown} de sus ${total} filas.`,
      csv: "Descargar CSV", copy: "Copiar tabla", copied: "La tabla se copió.", notCopied: "Aquí no se permite copiar.", notSaved: "El archivo no se guardó.",
      charts: {
        bar: "Gráfico de barras", line: "Gráfico de líneas", pie: "Gráfico circular", doughnut: "Gráfico de anillo",
        radar: "Gráfico de radar", polarArea: "Gráfico de área polar", scatter: "Gráfico de dispersión", bubble: "Gráfico de burbujas",
      },
      chart: "Gráfico",
      described: (series) => `Series: ${series}. Los números están en la tabla debajo del gráfico.`,
      label: "Etiqueta", series: "Serie", share: "Parte (%)", data: "Números de este gráfico", picture: "Descargar imagen",
      broken: "Este gráfico no se puede dibujar; sus números están debajo.",
      unknownType: (type) => `Chart.js no dibuja gráficos del tipo «${type}».`,
      timeScale: "Un eje de tiempo necesita un adaptador de fechas, que no forma parte de esta página; las etiquetas se dibujan tal cual.",
      negativeShare: "Una parte de un todo no puede ser negativa.", noData: "No tiene datos.",
      disabled: "Los gráficos están desactivados en este servidor; los números están debajo.",
      unreachable: "No se pudo cargar Chart.js, así que el gráfico no se dibuja; sus números están debajo.",
      thinned: (drawn, total) => `Se dibujan ${drawn} de ${total} puntos, entre ellos el mayor y el menor de cada tramo. La tabla de abajo los tiene todos.`,
      leftOut: (names) => `Omitido en este gráfico, que puede fijar lo que esta página conoce, dentro de sus límites, y no contiene código: ${names}.`,
      tooLarge: (value) => `Contiene ${value}, que es demasiado grande para dibujarse.`,
      tooMany: {
        charts: (count, most) => `Es el gráfico ${count} de esta respuesta; se dibujan ${most} como máximo.`,
        series: (count, most) => `Tiene ${count} series; se dibujan ${most} como máximo.`,
        parts: (count, most) => `Tiene ${count} partes; en un círculo se dibujan ${most} como máximo.`,
        values: (count, most) => `Tiene ${count} valores; se dibujan ${most} como máximo.`,
      },
      force: "Textual", sources: "Fuentes", source: "Fuente", version: "versión", license: "licencia", modified: "actualizado", retrieved: "consultado", noLink: "no es un enlace web",
      error: "Esta llamada no dio respuesta", empty: "Esta respuesta está vacía.", waiting: "Esperando la respuesta…", cancelled: "La llamada se canceló.",
      standalone: "Esta página muestra las respuestas de una herramienta de datos en un anfitrión compatible con MCP Apps. Por sí sola no tiene nada que mostrar.",
    },
    pt: {
      table: "Tabela", emptyHeader: (column) => `Coluna ${column}`, filter: "Filtrar linhas",
      rows: (total, count) => (count === 1 ? "1 linha" : `${total} linhas`),
      matching: (found, total) => `${found} de ${total} linhas correspondem`,
      firstRows: (shown) => `São mostradas as primeiras ${shown}.`, showAll: (total) => `Mostrar todas as ${total} linhas`,
      truncated: (shown, total) => `Esta tabela foi cortada: foram enviadas ${shown} das suas ${total} linhas.`,
      csv: "Baixar CSV", copy: "Copiar tabela", copied: "A tabela foi copiada.", notCopied: "Aqui não é permitido copiar.", notSaved: "O arquivo não foi salvo.",
      charts: {
        bar: "Gráfico de barras", line: "Gráfico de linhas", pie: "Gráfico de pizza", doughnut: "Gráfico de rosca",
        radar: "Gráfico de radar", polarArea: "Gráfico de área polar", scatter: "Gráfico de dispersão", bubble: "Gráfico de bolhas",
      },
      chart: "Gráfico",
      described: (series) => `Séries: ${series}. Os números estão na tabela abaixo do gráfico.`,
      label: "Rótulo", series: "Série", share: "Parcela (%)", data: "Números deste gráfico", picture: "Baixar imagem",
      broken: "Este gráfico não pode ser desenhado; seus números estão abaixo.",
      unknownType: (type) => `O Chart.js não desenha gráficos do tipo “${type}”.`,
      timeScale: "Um eixo de tempo precisa de um adaptador de datas, que não faz parte desta página; os rótulos são desenhados como estão.",
      negativeShare: "Uma parte de um todo não pode ser negativa.", noData: "Não tem dados.",
      disabled: "Os gráficos estão desligados neste servidor; os números estão abaixo.",
      unreachable: "Não foi possível carregar o Chart.js, por isso o gráfico não é desenhado; seus números estão abaixo.",
      thinned: (drawn, total) => `São desenhados ${drawn} de ${total} pontos, entre eles o maior e o menor de cada trecho. A tabela abaixo tem todos.`,
      leftOut: (names) => `Deixado fora deste gráfico, que pode definir o que esta página conhece, dentro dos limites, e não contém código: ${names}.`,
      tooLarge: (value) => `Contém ${value}, que é grande demais para ser desenhado.`,
      tooMany: {
        charts: (count, most) => `É o gráfico ${count} desta resposta; são desenhados no máximo ${most}.`,
        series: (count, most) => `Tem ${count} séries; são desenhadas no máximo ${most}.`,
        parts: (count, most) => `Tem ${count} partes; num círculo são desenhadas no máximo ${most}.`,
        values: (count, most) => `Tem ${count} valores; são desenhados no máximo ${most}.`,
      },
      force: "Textual", sources: "Fontes", source: "Fonte", version: "versão", license: "licença", modified: "atualizado", retrieved: "consultado", noLink: "não é um link da web",
      error: "Esta chamada não deu resposta", empty: "Esta resposta está vazia.", waiting: "Aguardando a resposta…", cancelled: "A chamada foi cancelada.",
      standalone: "Esta página mostra as respostas de uma ferramenta de dados em um hospedeiro compatível com MCP Apps. Sozinha, não tem nada a mostrar.",
    },
  };

  /** The language of a locale such as "pt-BR": one of three. */
  mcpData.language = (locale) => {
    const language = String(locale ?? "").toLowerCase().split(/[-_]/)[0];
    return Object.hasOwn(texts, language) ? language : "en";
  };

  /** The texts in the language of a locale. */
  mcpData.texts = (locale) => texts[mcpData.language(locale)];

  /** Adds a page's own texts: `{en: {…}, es: {…}, pt: {…}}`. */
  mcpData.addTexts = (more) => {
    for (const language of Object.keys(texts)) Object.assign(texts[language], more[language]);
  };
})();
