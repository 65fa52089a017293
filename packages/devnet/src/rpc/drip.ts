import {
  type FaucetDripRequest,
  type Rejection,
  stringifyJson,
  toJsonRpcError,
} from '@quorate/protocol';
import { HELD_TOKEN, notPaidText, openDripText, tooMuchText } from '../faucet/drip-words.ts';
import type { Faucet } from '../faucet/faucet.ts';
import { RpcError } from './rpc-error.ts';

/** The milliseconds of a tenth of a minute. */
const MILLIS_PER_TENTH = 6000;

/**
 * Makes a faucet give tokens.
 *
 * @throws RpcError -32001 if the faucet is off or the caller may not ask, -32003 while it cools
 * down, -32004 if the transfer failed, -32000 if it may still arrive, as for a submission, -32005
 * for more than it gives at once (facts.md 6.4), -32602 for a token that it does not hold
 */
export async function drip(
  faucet: Faucet,
  asked: FaucetDripRequest,
  authorization: string | undefined,
): Promise<void> {
  const outcome = await faucet.drip(asked, authorization);
  switch (outcome.kind) {
    case 'Given':
      return;
    case 'Forbidden':
      throw new RpcError(-32001, outcome.reason, 'FaucetDisabled');
    case 'Throttled': {
      // Rounded up: a caller that comes back earlier is refused again.
      const minutes = (Math.ceil(outcome.waitMillis / MILLIS_PER_TENTH) / 10).toFixed(1);
      throw faucetError(-32003, 'FaucetThrottled', `throttled: try again in ${minutes} minutes`);
    }
    case 'TooMuch': {
      // A caller whose decimal digits were read as hexadecimal ones has to see why.
      const most = `${tooMuchText(outcome.most)}, ${outcome.most.toString(16)} in hex digits`;
      throw faucetError(-32005, 'FaucetThresholdExceeded', most);
    }
    case 'NotHeld':
      throw RpcError.invalidParams(`params.token_id: expected ${HELD_TOKEN}`);
    case 'Open':
      throw openDrip(outcome.rejection);
    case 'Failed':
      throw faucetError(-32004, 'FaucetTxnFailed', notPaidText(outcome.reason));
  }
}

function openDrip(rejection: Rejection | undefined): RpcError {
  const refusal = rejection && toJsonRpcError(rejection);
  return new RpcError(refusal?.code ?? -32000, openDripText(refusal), refusal?.data);
}

function faucetError(code: number, name: string, message: string): RpcError {
  return new RpcError(code, message, stringifyJson({ [name]: message }));
}
