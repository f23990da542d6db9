// The question before what may change data is run by hand, or asked for again.
(() => {
  "use strict";
  const chat = (globalThis.McpChat ??= {});
  const { element } = McpData;

  /** Whether a tool says that it changes nothing. One that says nothing counts as the protocol's default: it may. */
  chat.onlyReads = (tool) => tool?.annotations?.readOnlyHint === true;

  /** What a tool that writes may do to data, in words. */
  chat.effectOf = ({ annotations }, texts) => (annotations?.destructiveHint === false ? texts.mayWrite : texts.mayDestroy);

  /** Asks a question with lines of text below it, of which the last is data; whether the person answers yes. */
  chat.confirmed = (question, lines, data, texts) => new Promise((resolve) => {
    const button = (name, attributes, text) => element("button", { type: "button", onclick: () => dialog.close(name), ...attributes, text });
    const close = () => {
      dialog.remove();
      resolve(dialog.returnValue === "run");
    };
    const dialog = element("dialog", { id: "confirm", "aria-labelledby": "confirm-question", onclose: close },
      element("h2", { id: "confirm-question", text: question }), ...lines.map((text) => element("p", { text })),
      element("pre", { tabindex: "0", data }),
      element("div", { class: "row" }, button("", { id: "confirm-cancel", autofocus: true }, texts.cancel), button("run", { id: "confirm-run", class: "primary" }, texts.confirm)));
    document.body.append(dialog);
    dialog.showModal();
  });
})();
