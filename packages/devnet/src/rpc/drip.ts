import { stringifyJson } from '@quorate/protocol';
import type { Drip, Faucet } from '../faucet.ts';
import { RpcError } from './rpc-error.ts';

const MILLIS_PER_MINUTE = 60_000;

/**
 * Has a faucet give.
 *
 * @throws RpcError -32001 where there is no faucet, -32003 while it cools down, -32004 where the
 * transfer failed, -32005 for more than it gives at once (facts.md 6.4)
 */
export async function drip(faucet: Faucet | undefined, asked: Drip): Promise<void> {
  if (faucet === undefined) throw faucetError(-32001, 'FaucetDisabled', 'the faucet is off');
  const outcome = await faucet.drip(asked);
  switch (outcome.kind) {
    case 'Given':
      return;
    case 'Throttled': {
      const minutes = (outcome.waitMillis / MILLIS_PER_MINUTE).toFixed(1);
      throw faucetError(-32003, 'FaucetThrottled', `throttled: try again in ${minutes} minutes`);
    }
    case 'TooMuch':
      throw faucetError(-32005, 'FaucetThresholdExceeded', `one drip is at most ${outcome.most}`);
    case 'Failed':
      throw faucetError(-32004, 'FaucetTxnFailed', `the faucet could not pay: ${outcome.reason}`);
  }
}

function faucetError(code: number, name: string, message: string): RpcError {
  return new RpcError(code, message, stringifyJson({ [name]: message }));
}
