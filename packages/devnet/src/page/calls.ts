import type { HeldAccount } from './answers.ts';

/** Calls the devnet that serves this page. */
export interface Calls {
  /** Asks the admin interface. @throws Error with the message of a refusal */
  readonly admin: <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;
  /** Pays from the wallet of the devnet. @throws Error with the message of a refusal */
  readonly pay: (to: string, amount: string) => Promise<void>;
  /**
   * Asks a validator for accounts; undefined for one of which it told nothing, and for all if it
   * gave no answer in time.
   */
  readonly accounts: (
    rpc: string,
    addresses: readonly string[],
  ) => Promise<readonly (HeldAccount | undefined)[]>;
}

/** A refusal for want of the token of the devnet, or because of a wrong one. */
export class TokenWanted extends Error {}

/** The longest that an account is waited for: who does not answer is shown as such. */
const PATIENCE_MILLIS = 2000;

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
        return addresses.map((_, id) => answers.find((each) => each.id === id)?.result);
      } catch {
        // It is down or out of reach, which is what the page shows of it.
        return addresses.map(() => undefined);
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
