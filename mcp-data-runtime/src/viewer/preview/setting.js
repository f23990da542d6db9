// Where the page is: which languages its reader has, and how wide the window is.
(() => {
  "use strict";
  const preview = (globalThis.McpPreview ??= {});

  const LANGUAGES = ["en", "es", "pt"];

  /** The browser's own form of a language, "pt-BR" for "pt", for how it writes numbers. */
  preview.localeOf = (language) => navigator.languages?.find((locale) => locale.toLowerCase().split("-")[0] === language) ?? language;

  /** The first of the languages that the browser asks for and the page has. */
  preview.firstLanguage = () => {
    return (navigator.languages ?? []).map((locale) => locale.toLowerCase().split(/[-_]/)[0]).find((language) => LANGUAGES.includes(language)) ?? "en";
  };

  /** Narrow pages fold a part away. */
  preview.openWhere = (query, details) => {
    const fold = () => { details.open = query.matches; };
    query.addEventListener("change", fold);
    fold();
  };
})();
