// The host's half of the Apps extension as its own package has it; bridge.mjs bundles and drives this page.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** A transport that keeps what goes through it. */
class Recorder {
  constructor(inner, log) {
    Object.assign(this, { inner, log });
  }

  async start() {
    this.inner.onmessage = (message, extra) => {
      this.log.push({ from: 'app', message });
      this.onmessage?.(message, extra);
    };
    this.inner.onerror = (error) => this.onerror?.(error);
    this.inner.onclose = () => this.onclose?.();
    await this.inner.start();
  }

  async send(message, options) {
    this.log.push({ from: 'host', message });
    await this.inner.send(message, options);
  }

  close() {
    return this.inner.close();
  }
}

const host = { log: [], errors: [], links: [], files: [], sizes: [], initialized: false };
window.host = host;
let bridge;

host.open = async ({ src, hostContext, hostCapabilities }) => {
  const frame = document.createElement('iframe');
  Object.assign(frame, { id: 'app', title: 'An app' });
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.style.height = '150px';
  document.body.append(frame);

  bridge = new AppBridge(null, { name: 'bridge', version: '2.0.4' }, hostCapabilities, { hostContext });
  bridge.onerror = (error) => host.errors.push(String(error));
  bridge.oninitialized = () => (host.initialized = true);
  bridge.onsizechange = ({ height }) => {
    host.sizes.push(height);
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  bridge.onopenlink = async ({ url }) => {
    host.links.push(url);
    return {};
  };
  bridge.ondownloadfile = async ({ contents }) => {
    host.files.push(contents);
    return {};
  };
  await bridge.connect(new Recorder(new PostMessageTransport(frame.contentWindow, frame.contentWindow), host.log));
  frame.src = src;
};

host.toolInput = (args) => bridge.sendToolInput({ arguments: args });
host.toolResult = (result) => bridge.sendToolResult(result);
host.toolCancelled = (reason) => bridge.sendToolCancelled({ reason });
host.contextChange = (context) => bridge.sendHostContextChange(context);
host.teardown = () => bridge.teardownResource({});
host.ping = () => bridge.request({ method: 'ping' });
host.appInfo = () => ({ info: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() });
