import { connect } from 'node:net';
import type { Devnet } from '@quorate/devnet';
import { collectGarbage } from '@quorate/testkit';
import { Pool } from 'undici';
import { type HostileRequest, hostileRequest, type Material, type Target } from './requests.ts';

/** What a server sent back. */
interface Reply {
  readonly status: number;
  readonly body: string;
}

/** How an attack went. */
export interface Outcome {
  /** A sentence for each request that was answered wrongly. */
  readonly wrong: readonly string[];
  /** How many requests there were of each kind. */
  readonly kinds: ReadonlyMap<string, number>;
  /**
   * By how many bytes the memory of the process has grown since the first fifth of the requests.
   */
  readonly growth: number;
}

/** How many requests are under way at once. */
const AT_ONCE = 16;
/** A request without an answer after this many milliseconds never gets one. */
const HANGS = 60_000;

/** Sends hostile requests to a devnet and judges each answer. */
export async function attack(
  devnet: Devnet,
  material: Material,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<Outcome> {
  const urls = urlsOf(devnet);
  const pools = new Map(
    Object.entries(urls).map(([target, url]) => [target, new Pool(url, { connections: AT_ONCE })]),
  );
  const wrong: string[] = [];
  const kinds = new Map<string, number>();
  let sent = 0;

  async function sendUntil(end: number): Promise<void> {
    while (sent < end) {
      const number = sent;
      sent += 1;
      const request = hostileRequest(seed, number, material);
      kinds.set(request.kind, (kinds.get(request.kind) ?? 0) + 1);
      const fault = await faultOf(request, urls, pools.get(request.target) as Pool);
      if (fault !== undefined) wrong.push(`request ${number} of seed ${seed}: ${fault}`);
    }
  }
  const together = (end: number) =>
    Promise.all(Array.from({ length: AT_ONCE }, () => sendUntil(end)));

  await together(Math.ceil(count / 5));
  const before = await heldBytes();
  await together(count);
  const growth = (await heldBytes()) - before;
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  return { wrong, kinds, growth };
}

function urlsOf({ rest, proxyRpc, validators }: Devnet): Readonly<Record<Target, string>> {
  return { rest, proxy: proxyRpc, validator: validators[0]?.rpc ?? '' };
}

async function faultOf(
  request: HostileRequest,
  urls: Readonly<Record<Target, string>>,
  pool: Pool,
): Promise<string | undefined> {
  const about = `${request.kind} to ${request.target}`;
  try {
    const { send, target } = request;
    const reply =
      send.by === 'socket' ? await sendBytes(urls[target], send.bytes) : await sendBy(pool, send);
    const fault = judge(request, reply);
    return fault && `${about}: ${fault}: ${reply.status} ${reply.body.slice(0, 300)}`;
  } catch (failure) {
    return `${about}: no answer: ${failure}`;
  }
}

async function sendBy(
  pool: Pool,
  { method, path, body }: Extract<HostileRequest['send'], { readonly by: 'client' }>,
): Promise<Reply> {
  const { statusCode, body: answer } = await pool.request({
    method,
    path,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body ?? null,
    bodyTimeout: HANGS,
    headersTimeout: HANGS,
  });
  return { status: statusCode, body: await answer.text() };
}

/** Status 0 stands for a connection that the server closed without a word. */
function sendBytes(url: string, bytes: Uint8Array): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    // A signal with a timeout would hold the socket until then, and count as what the devnet holds.
    const late = setTimeout(() => socket.destroy(new Error('it hangs')), HANGS);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      // The server keeps the connection for another request; this client has none.
      if (text.includes('\r\n\r\n')) socket.end();
    });
    socket.on('error', (failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'ECONNRESET' && failure.code !== 'EPIPE') reject(failure);
    });
    socket.on('close', () => {
      clearTimeout(late);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      resolve({ status, body: text.slice(text.indexOf('\r\n\r\n') + 4) });
    });
    socket.end(bytes);
  });
}

/** Names what is wrong with an answer; undefined for one that refuses as it should. */
function judge(request: HostileRequest, { status, body }: Reply): string | undefined {
  if (/[.][jt]s:\d+|node_modules/.test(body)) return 'shows the inside of the server';
  // Node closes a connection whose CONNECT nobody serves without a word.
  if (request.send.by === 'socket' && status === 0) return undefined;
  if (status >= 400 && status < 500) return undefined;
  if (request.target === 'rest') return judgeRest(request, status, body);
  if (status === 204) return body === '' ? undefined : 'a body where there is none';
  if (status !== 200) return 'neither 4xx nor an answer of JSON-RPC';
  return [JSON.parse(body)].flat().every(isRpcError) ? undefined : 'a result';
}

function judgeRest(request: HostileRequest, status: number, body: string): string | undefined {
  if (!request.mayReachLedger || status !== 502) return 'neither 4xx nor a refusal';
  const { error } = JSON.parse(body) as { error: { code: string; details: object } };
  const isRefusal = error.code === 'UPSTREAM_ERROR' && Object.keys(error.details).length === 1;
  return isRefusal ? undefined : 'not a refusal of the ledger';
}

function isRpcError(answer: { readonly error?: { readonly code: number } }): boolean {
  return answer.error !== undefined && answer.error.code !== -32603;
}

async function heldBytes(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
