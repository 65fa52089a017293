import { expect } from 'vitest';
import type { Devnet } from '../src/devnet.ts';

/** Uses a devnet as a user of its machine does. */
export interface AdminCaller {
  call(method: string, path: string, body?: unknown): Promise<Answered>;
  /** Pays the first account one token and gives the id of the transaction. */
  pay(): Promise<string>;
  /** Gives the balance of the first account, in least units. */
  balance(): Promise<string>;
}

/** The answer to a call. */
export interface Answered {
  readonly status: number;
  readonly body: never;
}

/** Creates a caller of the admin interface, the wallet and REST. */
export function createAdminCaller(devnet: Devnet): AdminCaller {
  const to = devnet.accounts[0]?.address;
  return {
    async call(method, path, body) {
      const response = await fetch(`${devnet.rest}/_devnet/v1${path}`, {
        method,
        headers: method === 'POST' ? { 'content-type': 'application/json' } : {},
        ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      });
      return { status: response.status, body: (await response.json()) as never };
    },
    async pay() {
      const response = await fetch(`${devnet.rest}/api/pay/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, amount: '1', chain: 'fast' }),
      });
      expect(response.status).toBe(200);
      const { result } = (await response.json()) as { result: { txHash: string } };
      return result.txHash.slice(2);
    },
    async balance() {
      const response = await fetch(`${devnet.rest}/v1/accounts/${to}`);
      return ((await response.json()) as { data: { balance: string } }).data.balance;
    },
  };
}
