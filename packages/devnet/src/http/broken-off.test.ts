import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Devnet, startDevnet } from '../devnet.ts';
import type { Log } from '../log.ts';

const errors: unknown[] = [];
let onOver = (): void => undefined;
const log = {
  debug: () => onOver(),
  info: () => onOver(),
  warn: (entry: unknown) => void errors.push(entry),
  error: (entry: unknown) => void errors.push(entry),
} as unknown as Log;

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, log });
});
afterAll(() => devnet.close());

/** Goes away in the middle of a body, and resolves once the server has let go of the request. */
async function goAway(url: string, path: string): Promise<void> {
  const over = new Promise<void>((resolve) => {
    onOver = resolve;
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n`;
  socket.write(`${head}content-length: 100\r\n\r\n{`, () => socket.destroy());
  await over;
}

it('a caller that goes away in the middle of a body is nobody’s failure', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await goAway(devnet.proxyRpc, '/');
  await goAway(devnet.validators[0]?.rpc ?? '', '/');
  for (const path of ['/v1/faucet-drip', '/api/pay/send', '/_devnet/v1/wait']) {
    await goAway(devnet.rest, path);
  }
  expect((await fetch(`${devnet.rest}/healthz`)).status).toBe(200);
  expect(errors).toEqual([]);
  expect(printed.mock.calls).toEqual([]);
  // Other files of this thread have the same console.
  printed.mockRestore();
});
