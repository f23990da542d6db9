// The host's half of the Apps extension, written by hand from the specification of 2026-01-26. Runs in the
// page that embeds the app; host.mjs drives it.
(() => {
  'use strict';
  const PROTOCOL = '2026-01-26';
  const log = []; // {from: 'app' | 'host', message, at}
  const faults = []; // what the app did against the protocol
  const waiting = new Map();
  let frame;
  let options;
  let initialized = false;
  let nextId = 1;
  let followSize = true;

  const answers = {
    'ui/initialize': () => ({
      protocolVersion: PROTOCOL,
      hostInfo: { name: 'hand-written host', version: '1' },
      hostCapabilities: options.hostCapabilities,
      hostContext: options.hostContext,
    }),
    'ui/open-link': () => options.linkResult ?? {},
    'ui/download-file': () => options.downloadResult ?? {},
    ping: () => ({}),
  };

  function post(message) {
    log.push({ from: 'host', message, at: performance.now() });
    frame.contentWindow.postMessage(message, '*');
  }

  function check(message) {
    if (message?.jsonrpc !== '2.0') faults.push(`not JSON-RPC 2.0: ${JSON.stringify(message)}`);
    const early = !initialized && message?.method !== undefined && message.method !== 'ui/initialize';
    if (early && message.method !== 'ui/notifications/initialized')
      faults.push(`before initialized: ${message.method}`);
  }

  function receive(message) {
    log.push({ from: 'app', message, at: performance.now(), height: frame.clientHeight });
    check(message);
    if (message.method === undefined) {
      if (!waiting.has(message.id)) faults.push(`an answer to no request: ${JSON.stringify(message)}`);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    } else if (message.id !== undefined) {
      const answer = answers[message.method];
      const refusal = options.refusals?.[message.method] ?? (!answer && `unknown method ${message.method}`);
      if (!answer) faults.push(`a request that this host does not know: ${message.method}`);
      const reply = refusal ? { error: { code: -32601, message: refusal } } : { result: answer(message.params) };
      post({ jsonrpc: '2.0', id: message.id, ...reply });
    } else if (message.method === 'ui/notifications/initialized') {
      initialized = true;
    } else if (message.method === 'ui/notifications/size-changed') {
      const { height } = message.params;
      if (followSize && height !== undefined) frame.style.height = `${height}px`;
    } else {
      faults.push(`a notification that this host does not know: ${message.method}`);
    }
  }

  window.addEventListener('message', (event) => {
    if (event.source === frame?.contentWindow) receive(event.data);
  });

  window.host = {
    log,
    faults,
    open(opened) {
      options = opened;
      followSize = opened.followSize ?? true;
      frame = document.createElement('iframe');
      frame.id = 'app';
      frame.title = 'An app';
      frame.setAttribute('sandbox', 'allow-scripts');
      if (opened.allow) frame.allow = opened.allow;
      frame.style.height = `${opened.height ?? 150}px`;
      if (opened.width) frame.style.width = `${opened.width}px`;
      frame.src = opened.src;
      document.body.append(frame);
    },
    isInitialized: () => initialized,
    notify: (method, params) => post({ jsonrpc: '2.0', method, params }),
    request(method, params) {
      const id = nextId++;
      const answered = new Promise((done) => waiting.set(id, done));
      post({ jsonrpc: '2.0', id, method, ...(params && { params }) });
      return answered;
    },
  };
})();
