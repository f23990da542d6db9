// A reply as its two readers have it, side by side, and below it as it came.
(() => {
  "use strict";
  const preview = (globalThis.McpPreview ??= {});
  const byId = (id) => document.getElementById(id);

  /** More than so many characters of the raw message are copied or saved, not shown. */
  const MOST_RAW = 200_000;

  const byteLength = (text) => new TextEncoder().encode(text).byteLength;

  let shown = null;
  /** What is on the page: `{reply, milliseconds, tool}`, or null. */
  let current = null;

  /** A line of figures: how long, how large, how much of it the model reads. */
  function figures({ reply, milliseconds }, modelText, texts, locale) {
    const number = (value) => McpData.number(value, locale);
    const parts = [texts.milliseconds(number(Math.round(milliseconds))), texts.replyBytes(number(reply.bytes))];
    if (modelText !== null) parts.push(texts.modelCharacters(number([...modelText].length)));
    const structured = reply.message?.result?.structuredContent === undefined ? null : preview.members(preview.members(reply.text).get("result")).get("structuredContent");
    if (structured !== null) parts.push(texts.structuredBytes(number(byteLength(structured))));
    return parts.join(" · ");
  }

  /** The message is only written out when someone looks: it can be megabytes. */
  function fillRaw(texts, locale) {
    const raw = byId("raw");
    const note = byId("raw-note");
    const area = raw.querySelector("pre");
    if (!raw.open || !current) return area.replaceChildren();
    const text = preview.indented(current.reply.text);
    area.textContent = text.slice(0, MOST_RAW);
    note.hidden = text.length <= MOST_RAW;
    note.textContent = texts.rawCut(McpData.number(MOST_RAW, locale), McpData.number(text.length, locale));
  }
  preview.fillRaw = fillRaw;

  preview.rawText = () => current?.reply.text ?? "";

  function fillPanes({ reply, tool }, texts, locale) {
    const { result } = reply.message;
    const modelText = result.content?.[0]?.type === "text" ? String(result.content[0].text) : null;
    McpData.fill(byId("model"), modelText);
    const note = byId("model-note");
    note.hidden = modelText !== null && result.isError !== true;
    note.textContent = modelText === null ? texts.noModelText : texts.errorResult;
    shown = McpData.show(byId("person"), result, { locale, name: tool.name, columns: tool._meta?.columns, headingLevel: 5 });
    return modelText;
  }

  /** Takes away what is shown. */
  preview.clearAnswer = () => {
    shown?.remove();
    shown = current = null;
    byId("answer").hidden = true;
    byId("raw").querySelector("pre").replaceChildren();
  };

  /** Shows a reply `{reply, milliseconds, tool}`; one that is no result has only its raw message. */
  preview.showAnswer = (answer, texts, locale) => {
    preview.clearAnswer();
    current = answer;
    const hasResult = Boolean(answer.reply.message?.result);
    byId("panes").hidden = !hasResult;
    byId("answer").hidden = false;
    const modelText = hasResult ? fillPanes(answer, texts, locale) : null;
    byId("figures").textContent = figures(answer, modelText, texts, locale);
    fillRaw(texts, locale);
  };

  /** Shows the same reply again, in another language. */
  preview.showAgain = (texts, locale) => {
    if (current) preview.showAnswer(current, texts, locale);
  };

  /** The answer comes to the top of the window, and the focus with it. */
  preview.showHeading = () => {
    byId("answer-heading").focus({ preventScroll: true });
    byId("answer-heading").scrollIntoView({ block: "start" });
  };

  /** Copies a text and says so, also on the button itself. */
  preview.copy = async (button, text, texts, say) => {
    const isCopied = await McpData.copy(text);
    const outcome = (words) => (isCopied ? words.copied : words.notCopied);
    say(outcome);
    button.textContent = outcome(texts());
    setTimeout(() => { button.textContent = texts()[button.dataset.text]; }, 2000);
  };
})();
