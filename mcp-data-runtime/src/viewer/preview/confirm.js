// The question before a call that may change data: what is about to run, with which arguments, and what it may do.
(() => {
  "use strict";
  const preview = (globalThis.McpPreview ??= {});
  const byId = (id) => document.getElementById(id);

  /** Asks whether a tool may run with arguments, a JSON text; whether the person says so. Nothing but its button does. */
  preview.confirmed = (tool, callArguments, texts) => new Promise((resolve) => {
    const dialog = byId("confirm");
    byId("confirm-title").textContent = texts.confirmTitle(McpData.isolated(preview.titleOf(tool)));
    byId("confirm-name").textContent = tool.name;
    byId("confirm-effect").textContent = preview.mayDestroy(tool) ? texts.confirmDestroys : texts.confirmWrites;
    byId("confirm-repeat").textContent = tool.annotations?.idempotentHint === true ? texts.confirmSame : texts.confirmEach;
    byId("confirm-arguments").textContent = preview.indented(callArguments);
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "run"), { once: true });
    dialog.showModal();
  });

  /** Takes the question back, as a person does who answers no. */
  preview.dismissQuestion = () => byId("confirm").close("");

  byId("confirm-run").addEventListener("click", () => byId("confirm").close("run"));
  byId("confirm-cancel").addEventListener("click", preview.dismissQuestion);
})();
