// The gateway's replies: JSON, and server-sent events as they come.
(() => {
  "use strict";
  const chat = (globalThis.McpChat ??= {});

  /** Asks for JSON; an error of the gateway's is thrown in its own words. */
  chat.json = async (path, texts, options) => {
    let response;
    try {
      response = await fetch(path, options);
    } catch {
      throw new Error(texts.chatUnreachable);
    }
    const reply = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(reply.error ?? `HTTP ${response.status}`);
    return reply;
  };

  /** Options of a request that posts JSON: a value, or its text. */
  chat.posting = (body, signal) => ({
    method: "POST", headers: { "content-type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body), signal,
  });

  /** The lines of a stream of bytes. */
  async function* lines(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const pieces = (rest + value).split("\n");
      rest = pieces.pop();
      yield* pieces;
    }
  }

  /** Posts a conversation and gives the events of its answer, `{name, data}`; the last is `done`. */
  chat.events = async function* events(body, texts, signal) {
    let response;
    try {
      response = await fetch("chat", chat.posting(body, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Error(texts.chatUnreachable);
    }
    if (!response.ok) {
      const reply = await response.json().catch(() => ({}));
      throw new Error(reply.error ?? `HTTP ${response.status}`);
    }
    let name = "";
    try {
      for await (const line of lines(response.body)) {
        if (line.startsWith("event: ")) name = line.slice(7);
        if (!line.startsWith("data: ")) continue;
        yield { name, data: JSON.parse(line.slice(6)) };
        if (name === "done") return;
      }
    } catch (error) {
      if (signal.aborted) throw error;
    }
    throw new Error(texts.brokenOff);
  };
})();
