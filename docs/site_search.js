/* SPDX-License-Identifier: BSD-3-Clause
   Browsers start no worker from file://. There the search of the site runs in a frame instead, which has the three things of a worker
   that it uses: messages to it, messages from it, and a script. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      const inner = frame.contentWindow;
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
      const script = inner.document.createElement("script");
      const ready = new Promise((resolve) => { script.onload = resolve; });
      this.postMessage = (data) => ready.then(() => inner.dispatchEvent(new inner.MessageEvent("message", {data})));
      this.terminate = () => frame.remove();
      script.src = url;
      inner.document.body.appendChild(script);
    }
  };
}
