import type { HeldAccount } from './answers.ts';

/** Calls the devnet that serves this page. */
export interface Calls {
  /** Asks the admin interface. @throws Error with the message of a refusal */
  readonly admin: <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;
  /** Pays from the wallet of the devnet. @throws Error with the message of a refusal */
  readonly pay: (to: string, amount: string) => Promise<void>;
  /** Asks a validator for accounts; without those of which it told nothing in time. */
  readonly accounts: (rpc: string, addresses: readonly string[]) => Promise<HeldAccounts>;
}

/** What a validator holds, by address as it was asked for. */
export type HeldAccounts = ReadonlyMap<string, HeldAccount>;

/** A refusal for want of the token of the devnet, or because of a wrong one. */
export class TokenWanted extends Error {}

/** The longest that an account is waited for: who does not answer is shown as such. */
const PATIENCE_MILLIS = 2000;
/** The longest that the devnet is waited for, which may be at work. */
const DEVNET_PATIENCE_MILLIS = 10_000;

interface Answer {
  readonly error?: { readonly message?: string } | string;
}

/** Creates calls with the token of the devnet; empty if it has none. */
export function createCalls(token: string): Calls {
  const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(path, {
      method,
      headers: method === 'POST' ? { ...authorization, ...JSON_TYPE } : authorization,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      // Acts may take long, such as a check of all history.
      ...(method === 'GET' ? { signal: AbortSignal.timeout(DEVNET_PATIENCE_MILLIS) } : {}),
    });
    const answer = (await response.json()) as Answer;
    if (response.ok) return answer as T;
    const { error } = answer;
    const message = typeof error === 'string' ? error : error?.message;
    const said = message ?? `${path} answered ${response.status}`;
    throw response.status === 401 ? new TokenWanted(said) : new Error(said);
  }

  return {
    admin: (method, path, body) => call(method, `/_devnet/v1${path}`, body),
    async pay(to, amount) {
      await call('POST', '/api/pay/send', { to, amount, chain: 'fast' });
    },
    async accounts(rpc, addresses) {
      const batch = addresses.map((address, id) => {
        const params = { address, token_balances_filter: [] };
        return { jsonrpc: '2.0', id, method: 'getAccountInfo', params };
      });
      try {
        const signal = AbortSignal.timeout(PATIENCE_MILLIS);
        const given = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(batch), signal };
        const response = await fetch(reachable(rpc), given);
        const answers = (await response.json()) as readonly RpcAnswer[];
        return new Map(
          answers.flatMap(({ id, result }) => {
            const address = addresses[id];
            return address === undefined || result === undefined ? [] : [[address, result]];
          }),
        );
      } catch {
        // It is down or out of reach, which is what the page shows of it.
        return new Map();
      }
    },
  };
}

interface RpcAnswer {
  readonly id: number;
  readonly result?: HeldAccount;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Puts the name under which the page reached the devnet into the URL of a validator. */
function reachable(rpc: string): string {
  const url = new URL(rpc);
  url.hostname = location.hostname;
  return url.href;
}
