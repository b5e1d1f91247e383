/** Modules that Node brings, without their prefix. */
export const NODE_MODULES: ReadonlySet<string> = new Set(
  (
    'assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events ' +
    'fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl sea sqlite ' +
    'stream string_decoder sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib'
  ).split(' '),
);

const GLOBALS: ReadonlySet<string> = new Set(
  (
    'globalThis global window self document console process navigator location history screen localStorage sessionStorage ' +
    'indexedDB caches crypto performance fetch alert confirm prompt setTimeout setInterval setImmediate clearTimeout ' +
    'clearInterval queueMicrotask requestAnimationFrame requestIdleCallback Buffer Deno Bun chrome browser ' +
    'Object Function Array String Number Boolean Symbol BigInt Math Date JSON Promise Proxy Reflect RegExp Error Map Set ' +
    'WeakMap WeakSet WeakRef Intl Atomics ArrayBuffer SharedArrayBuffer DataView parseInt parseFloat structuredClone ' +
    'Storage Element Node Event EventSource EventTarget URL URLSearchParams Image Audio File FileReader Blob FormData Headers ' +
    'Request Response AbortController IntersectionObserver ResizeObserver MutationObserver Notification Worker Range Selection ' +
    'Performance History Location Navigator Document Window MediaRecorder BroadcastChannel MessageChannel TextDecoder TextEncoder'
  ).split(' '),
);

/** Names that the language, the runtime or the browser brings; the web platform's families are many. */
export const isGlobalName = (name: string): boolean =>
  GLOBALS.has(name) || /^(?:HTML|SVG|CSS|DOM|IDB|RTC|XML|Web)[A-Z]?\w*$/.test(name);
