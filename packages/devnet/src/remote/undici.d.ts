/** What requests need of the package `undici`, which declares types only for all of it together. */
declare module 'undici/lib/dispatcher/pool.js' {
  const pool: typeof import('undici').Pool;
  export = pool;
}
declare module 'undici/lib/api/api-request.js' {
  const request: import('undici').Pool['request'];
  export = request;
}
