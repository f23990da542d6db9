// The MCP App: an answer in the frame of a host, which speaks JSON-RPC 2.0 over `postMessage`
// (MCP Apps, version 2026-01-26).
(() => {
  "use strict";
  const mcpData = globalThis.McpData;
  const { element } = mcpData;
  const PROTOCOL = "2026-01-26";

  const root = document.getElementById("answer");
  const status = root.appendChild(element("p", { id: "status", role: "status" }));
  const host = { context: {}, capabilities: {} };
  const pending = new Map();
  let lastId = 0;
  let result = null;
  let stateText = "waiting";
  let shown = null;
  let sentHeight = 0;

  // A host's page has an origin that nobody told us; what is sent holds nothing that it does not have.
  const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const notify = (method, params) => send({ method, params });

  function request(method, params) {
    const id = ++lastId;
    send({ id, method, params });
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  }

  const locale = () => host.context.locale || navigator.language;
  const toolOf = () => host.context.toolInfo?.tool;

  /** Shows the latest result anew: in another language, or another answer. */
  function show() {
    document.documentElement.lang = mcpData.language(locale());
    const texts = mcpData.texts(locale());
    shown?.remove();
    shown = null;
    status.hidden = result !== null;
    status.textContent = result === null ? texts[stateText] : "";
    if (result === null) return;
    shown = mcpData.show(root, result, {
      locale: locale(),
      name: toolOf()?.name,
      columns: toolOf()?._meta?.columns,
      headingLevel: 2,
      // A host that opens no links leaves them to the browser.
      openLink: host.capabilities.openLinks && ((url) => request("ui/open-link", { url }).catch(() => {})),
      saveFile: host.capabilities.downloadFile ? save : null,
    });
  }

  /** Downloads through the host: a sandboxed frame may not. */
  async function save({ name, mimeType, text, base64 }) {
    const content = base64 === undefined ? { text } : { blob: base64 };
    const resource = { uri: `file:///${encodeURIComponent(name)}`, mimeType, ...content };
    try {
      const reply = await request("ui/download-file", { contents: [{ type: "resource", resource }] });
      return !reply?.isError;
    } catch {
      return false;
    }
  }

  function adopt(context) {
    const before = locale();
    Object.assign(host.context, context);
    for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
      if (name.startsWith("--") && typeof value === "string") document.documentElement.style.setProperty(name, value);
    }
    // Also for new variables alone: a canvas does not see them.
    if (context.theme || context.styles) mcpData.setTheme(["light", "dark"].includes(host.context.theme) ? host.context.theme : null);
    if (locale() !== before || context.toolInfo) show();
  }

  const notifications = {
    "ui/notifications/tool-result": (params) => {
      result = params ?? {};
      show();
    },
    "ui/notifications/tool-input": () => {
      stateText = "waiting";
      // The next answer is on its way; until it comes the last one stays.
      if (result === null) show();
    },
    "ui/notifications/tool-cancelled": () => {
      if (result !== null) return;
      stateText = "cancelled";
      show();
    },
    "ui/notifications/host-context-changed": (params) => adopt(params ?? {}),
  };

  const requests = {
    ping: () => ({}),
    "ui/resource-teardown": () => {
      sizes.disconnect();
      shown?.remove();
      shown = result = null;
      return {};
    },
  };

  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, params } = data;
    if (method === undefined) {
      const { resolve, reject } = pending.get(id) ?? {};
      pending.delete(id);
      if (data.error) reject?.(new Error(data.error.message));
      else resolve?.(data.result);
    } else if (id === undefined) {
      if (Object.hasOwn(notifications, method)) notifications[method](params);
    } else if (Object.hasOwn(requests, method)) {
      send({ id, result: requests[method](params) });
    } else {
      send({ id, error: { code: -32601, message: `This view has no method ${method}.` } });
    }
  });

  /** Tells the host how high the answer is. Its height comes from its content alone, so no answer of the host's changes it. */
  function reportSize() {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === sentHeight) return;
    sentHeight = height;
    notify("ui/notifications/size-changed", { height });
  }

  const sizes = new ResizeObserver(() => requestAnimationFrame(reportSize));

  async function connect() {
    const reply = await request("ui/initialize", {
      protocolVersion: PROTOCOL,
      appInfo: { name: "mcp-data-viewer", version: document.documentElement.dataset.version },
      appCapabilities: {},
    });
    host.capabilities = reply?.hostCapabilities ?? {};
    adopt(reply?.hostContext ?? {});
    notify("ui/notifications/initialized", {});
    show();
  }

  if (parent === window) {
    stateText = "standalone";
    show();
  } else {
    show();
    connect()
      .catch((error) => {
        status.hidden = false;
        status.textContent = error.message;
      })
      .finally(() => sizes.observe(root));
  }
})();
