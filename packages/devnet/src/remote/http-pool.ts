import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// To load all of `undici` (caches, proxies, a second `fetch`, WebSockets) takes a third of the start of a process.

/** Connections to one server. A pool by itself can send a request in terms of parts only. */
export class HttpPool extends Pool {
  override request = request;
}
