import { type Rng, rngOf } from './rng.ts';

/** Names the server that a request is for. */
export type Target = 'rest' | 'proxy' | 'validator';

/** A request that is wrong in some way. */
export interface HostileRequest {
  /** What is wrong with it, for reports. */
  readonly kind: string;
  readonly target: Target;
  /** A request of an ordinary client, or bytes that no client would send. */
  readonly send:
    | {
        readonly by: 'client';
        readonly method: 'GET' | 'POST';
        readonly path: string;
        readonly body?: string | Uint8Array;
      }
    | { readonly by: 'socket'; readonly bytes: Uint8Array };
  /**
   * Whether it may be the ledger that refuses it: its bytes can be well formed, with a wrong
   * signature.
   */
  readonly mayReachLedger: boolean;
}

/** Values that a devnet would accept, which requests spoil. */
export interface Material {
  readonly address: string;
  /** BCS in hex digits. */
  readonly transaction: string;
  readonly signature: string;
}

type Draw = (rng: Rng, material: Material) => HostileRequest;

/** Draws one request; equal seeds and numbers give equal requests. */
export function hostileRequest(seed: number, number: number, material: Material): HostileRequest {
  const rng = rngOf(seed, number);
  return rng.pick(DRAWS)(rng, material);
}

const TARGETS = ['rest', 'proxy', 'validator'] as const;
const POSTS = ['/v1/submit-transaction', '/v1/faucet-drip', '/api/pay/send'] as const;

function post(kind: string, target: Target, body: string | Uint8Array, path = '/'): HostileRequest {
  return {
    kind,
    target,
    send: { by: 'client', method: 'POST', path, body },
    mayReachLedger: false,
  };
}

function get(kind: string, path: string): HostileRequest {
  return {
    kind,
    target: 'rest',
    send: { by: 'client', method: 'GET', path },
    mayReachLedger: false,
  };
}

function pathOf(rng: Rng, target: Target): string {
  return target === 'rest' ? rng.pick(POSTS) : '/';
}

const bytes: Draw = (rng) => {
  const target = rng.pick(TARGETS);
  return post('bytes', target, rng.bytes(rng.below(300)), pathOf(rng, target));
};

/** Every call here is wrong already, so that spoiling its text cannot mend it. */
function wrongCall(rng: Rng): string {
  const short = Array.from({ length: 20 }, () => rng.below(256));
  const [method, params] = rng.pick<readonly [string, object]>([
    ['getAccountInfo', { address: short }],
    ['proxy_getAccountInfo', { address: short, token_balances_filter: [short] }],
    ['proxy_faucetDrip', { recipient: short, amount: 'ff', token_id: null }],
    [
      'proxy_submitTransaction',
      { transaction: { sender: short }, signature: { Signature: short } },
    ],
    ['submitTransaction', { transaction: { Release20260407: { sender: short } }, signature: {} }],
    ['submitTransactionCertificate', { transaction: {}, signature: {}, validator_signatures: 3 }],
    ['proxy_evmSignCertificate', { certificate: { envelope: short, signatures: [] } }],
    ['getTokenInfo', { token_ids: [short] }],
    ['getTransactions', { page: { limit: short } }],
  ]);
  return JSON.stringify({ jsonrpc: '2.0', id: rng.below(1000), method, params });
}

function wrongBody(rng: Rng): string {
  return JSON.stringify(
    rng.pick<object>([
      { transaction: 'zz', signature: '00' },
      { transaction: [1], signature: {} },
      { recipient: 'fast1', amount: '1', token_id: null },
      { recipient: 7, amount: -1 },
      { to: 7, amount: [], chain: 'fast' },
    ]),
  );
}

const ODD = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\u0000',
  '\ud800',
  '9',
  '-',
  'e',
  '\u2028',
] as const;

function spoil(rng: Rng, text: string): string {
  let spoilt = text;
  for (let count = 1 + rng.below(4); count > 0; count -= 1) {
    const at = rng.below(spoilt.length + 1);
    const cut = rng.below(3);
    spoilt =
      spoilt.slice(0, at) + (rng.below(2) === 0 ? rng.pick(ODD) : '') + spoilt.slice(at + cut);
  }
  return spoilt;
}

const spoiltJson: Draw = (rng) => {
  const target = rng.pick(TARGETS);
  const text = target === 'rest' ? wrongBody(rng) : wrongCall(rng);
  return post('spoilt JSON', target, spoil(rng, text), pathOf(rng, target));
};

const JUNK = [
  'null',
  'true',
  '-0',
  '1e400',
  '1.5',
  '-1',
  '340282366920938463463374607431768211456',
  '""',
  '"\\ud800"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"x":1}}',
  '{"constructor":null}',
  '"fast1"',
] as const;

const wrongShape: Draw = (rng) => {
  const field = rng.pick(['jsonrpc', 'id', 'method', 'params'] as const);
  const call = {
    jsonrpc: '"2.0"',
    id: '1',
    method: '"nothing"',
    params: '{}',
    [field]: rng.pick(JUNK),
  };
  const text = Object.entries(call)
    .map(([key, value]) => `"${key}":${value}`)
    .join();
  const count = rng.below(3);
  const batch = Array.from({ length: count }, () => rng.pick(JUNK)).join();
  const body = rng.below(2) === 0 ? `{${text}}` : `[{${text}}${count > 0 ? ',' : ''}${batch}]`;
  return post('a call of a wrong shape', rng.pick(['proxy', 'validator']), body);
};

const largeBatch: Draw = (rng) => {
  const calls = Array.from({ length: 101 + rng.below(200) }, () => wrongCall(rng));
  return post('a large batch', rng.pick(['proxy', 'validator']), `[${calls.join()}]`);
};

const wrongParams: Draw = (rng) => {
  const method = rng.pick([
    'getAccountInfo',
    'getTokenInfo',
    'submitTransaction',
    'getTransactions',
  ] as const);
  const params = `{"address":${rng.pick(JUNK)},"token_ids":${rng.pick(JUNK.slice(0, 9) as [string])},"page":${rng.pick(JUNK)},"transaction":${rng.pick(JUNK)}}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  return post('wrong parameters', 'validator', body);
};

const duplicateKeys: Draw = (rng, { transaction, signature }) => {
  const key = rng.pick(['transaction', 'signature'] as const);
  const body = `{"transaction":"${transaction}","signature":"${signature}","${key}":"00"}`;
  return rng.below(2) === 0
    ? post('a key given twice', 'rest', body, '/v1/submit-transaction')
    : post('a key given twice', 'proxy', `{"id":1,"id":2,"jsonrpc":"2.0","method":"rpc.discover"}`);
};

const deep: Draw = (rng) => {
  const depth = 1 + rng.below(20_000);
  const text = rng.pick([
    '['.repeat(depth),
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  ]);
  const target = rng.pick(TARGETS);
  const call = `{"jsonrpc":"2.0","id":1,"method":"getAccountInfo","params":{"address":${text}}}`;
  const body = rng.below(2) === 0 ? text : call;
  return post('deep nesting', target, body, pathOf(rng, target));
};

const hugeNumbers: Draw = (rng) => {
  const digits = '9'.repeat(1 + rng.below(5000));
  const number = rng.pick([digits, `-${digits}`, `${digits}.5`, `1e${digits}`, `"${digits}"`]);
  const timestamps = `{"Release20260407":{"nonce":${number},"timestamp_nanos":${number}}}`;
  const params = `{"transaction":${timestamps},"signature":{},"address":${number},"token_ids":${number}}`;
  const method = rng.pick([
    'proxy_submitTransaction',
    'proxy_getAccountInfo',
    'proxy_getTokenInfo',
  ]);
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  return post('numbers beyond range', 'proxy', body);
};

const wrongBcs: Draw = (rng, { transaction, signature }) => {
  const length = transaction.length / 2;
  const random = Buffer.from(rng.bytes(1 + rng.below(200))).toString('hex');
  const spoilt = rng.pick([
    transaction.slice(0, 2 * rng.below(length)),
    `${transaction}00`,
    `${transaction}${random}`,
    random,
    `03${transaction.slice(2)}`,
    `${transaction.slice(0, 2)}ffffffffff${transaction.slice(4)}`,
    `${transaction.slice(0, -4)}02${transaction.slice(-2)}`,
    transaction.slice(0, -1),
  ]);
  const isWhole = rng.below(2) === 0;
  const body = JSON.stringify({
    transaction: isWhole ? spoilt : transaction,
    signature: isWhole
      ? signature
      : rng.pick([signature.slice(2), `02${signature.slice(2)}`, random]),
    witness_certificates: [],
  });
  return post('invalid BCS', 'rest', body, '/v1/submit-transaction');
};

const flippedBit: Draw = (rng, { transaction, signature }) => {
  const flip = (hex: string): string => {
    const raw = Buffer.from(hex, 'hex');
    const at = rng.below(raw.length);
    raw[at] = (raw[at] ?? 0) ^ (1 << rng.below(8));
    return raw.toString('hex');
  };
  const isWhole = rng.below(2) === 0;
  const body = JSON.stringify({
    transaction: isWhole ? flip(transaction) : transaction,
    signature: isWhole ? signature : flip(signature),
  });
  return {
    ...post('BCS with a bit flipped', 'rest', body, '/v1/submit-transaction'),
    mayReachLedger: true,
  };
};

const PATH_PARTS = [
  'v1',
  'v2',
  'accounts',
  'certificate',
  'explorer',
  'txs',
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%',
  '%zz',
  '%F0',
  '//',
  'é',
  ';',
  '@',
  'etc',
  '~',
  '*',
  '\\',
] as const;

const paths: Draw = (rng) => {
  const parts = Array.from({ length: 1 + rng.below(6) }, () => rng.pick(PATH_PARTS));
  const tail = rng.below(8) === 0 ? 'a'.repeat(rng.below(10_000)) : `x${rng.below(1e9)}`;
  return get('a path', encodeURI(`/${parts.join('/')}/${tail}`).replaceAll('%25', '%'));
};

const queries: Draw = (rng, { address }) => {
  const junk = rng.pick([
    'x',
    '%',
    '%ff',
    ',',
    ',,',
    'a'.repeat(5000),
    '%00',
    'null',
    '-1',
    '1e3',
    '[]',
  ]);
  const wrong = rng.pick([
    `/v1/accounts/${address}?token_balances_filter=${junk}`,
    `/v1/accounts/${address}?state_key_filter=${junk}`,
    `/v1/accounts/${address}/certificates?from_nonce=${junk}&limit=1`,
    `/v1/accounts/${address}/certificates?from_nonce=0&limit=${junk}`,
    `/v1/accounts/${address}/certificates?from_nonce=0&limit=${201 + rng.below(1e9)}`,
    `/v1/accounts/${address}${junk}`,
    `/v1/certificate/${junk}`,
    `/v1/escrow-jobs?client=${junk}`,
    `/v1/escrow-jobs?client=${address}&status=${junk}`,
    `/v1/escrow-jobs?client=${address}&provider=${address}`,
    `/v1/escrow-jobs/${junk}`,
    `/v1/tokens?token_ids=${junk}`,
    `/explorer/transfers?to=${junk}`,
    `/explorer/transfers?from=${address}&limit=${junk}`,
    `/explorer/transfers?to=${address}&cursor=${junk}`,
    `/txs/${junk}`,
  ]);
  return get('a query', wrong);
};

const HEAD = 'Content-Type: application/json\r\n';
const HOST = 'Host: 127.0.0.1\r\n';
const END = '\r\n';

const heads: Draw = (rng) => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"nothing","params":{}}';
  const length = `Content-Length: ${body.length}\r\n`;
  const text = rng.pick([
    `POST / HTTP/1.1\r\n${HEAD}${length}${END}${body}`,
    `POST / HTTP/1.1\r\nHost: evil.example\r\n${HEAD}${length}${END}${body}`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n${HEAD}${length}${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${length}${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}Content-Type: text/plain\r\n${length}${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}Transfer-Encoding: chunked\r\n${END}zz\r\n`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}Transfer-Encoding: chunked\r\n${END}1\r\n{\r\n0\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}Transfer-Encoding: chunked\r\n${END}${'1\r\n{\r\n'.repeat(5000)}0\r\n\r\n`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}Transfer-Encoding: chunked\r\n${END}1\r\n{\r\n`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}${length}Transfer-Encoding: chunked\r\n${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}${length}Content-Length: 1\r\n${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}Content-Length: -1\r\n${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}Content-Length: 4194305\r\n${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}Content-Length: 99999999999999999999\r\n${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}X: ${'x'.repeat(20_000)}\r\n${length}${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}${HEAD}${'X: y\r\n'.repeat(4000)}${length}${END}${body}`,
    `POST / HTTP/1.1\r\n${HOST}Bad Header: 1\r\n${length}${END}${body}`,
    `GET /\u0001 HTTP/1.1\r\n${HOST}${END}`,
    `GET ${'/a'.repeat(20_000)} HTTP/1.1\r\n${HOST}${END}`,
    `BREW / HTTP/1.1\r\n${HOST}${END}`,
    `GET / HTTP/9.9\r\n${HOST}${END}`,
    `DELETE /v1/tokens HTTP/1.1\r\n${HOST}${END}`,
    `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}${END}`,
    `GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n${END}`,
    Buffer.from(rng.bytes(1 + rng.below(100))).toString('latin1'),
  ]);
  return {
    kind: 'headers',
    target: rng.pick(TARGETS),
    send: { by: 'socket', bytes: Buffer.from(text, 'latin1') },
    mayReachLedger: false,
  };
};

/** Most draws are cheap; a large body comes once in a while. */
const large: Draw = (rng) => {
  const target = rng.pick(TARGETS);
  if (rng.below(20) > 0) return spoiltJson(rng, { address: '', transaction: '', signature: '' });
  const size = 100_000 + rng.below(900_000);
  const body = rng.pick([`"${'x'.repeat(size)}"`, `[${'0,'.repeat(size / 2)}0]`, ' '.repeat(size)]);
  return post('a large body', target, body, pathOf(rng, target));
};

const DRAWS: readonly [Draw, ...Draw[]] = [
  bytes,
  spoiltJson,
  spoiltJson,
  wrongShape,
  wrongParams,
  duplicateKeys,
  hugeNumbers,
  wrongBcs,
  wrongBcs,
  flippedBit,
  paths,
  queries,
  queries,
  heads,
  large,
  (rng, material) => (rng.below(10) === 0 ? deep : wrongBcs)(rng, material),
  (rng, material) => (rng.below(10) === 0 ? largeBatch : wrongParams)(rng, material),
];
