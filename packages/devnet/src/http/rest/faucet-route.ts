import { type JsonValue, type Rejection, toRestError } from '@quorate/protocol';
import { HELD_TOKEN, notPaidText, openDripText, tooMuchText } from '../../faucet/drip-words.ts';
import { type Faucet, readDrip } from '../../faucet/faucet.ts';
import { invalidRequest, RestFailure, Throttled } from './rest-failure.ts';

const MILLIS_PER_SECOND = 1000;

/**
 * Carries out `POST /v1/faucet-drip`. Source: wire.md section 13.
 *
 * @throws DecodeError, RestFailure with one of the codes of facts.md 6.4
 */
export async function faucetDrip(
  faucet: Faucet,
  body: JsonValue,
  authorization: string | undefined,
): Promise<null> {
  const drip = readDrip(body, 'rest', 'body');
  const outcome = await faucet.drip(drip, authorization);
  switch (outcome.kind) {
    case 'Given':
      return null;
    case 'Forbidden':
      throw new RestFailure(outcome.mayNever ? 403 : 401, 'FAUCET_DISABLED', outcome.reason);
    case 'Throttled':
      throw new Throttled(Math.ceil(outcome.waitMillis / MILLIS_PER_SECOND));
    case 'TooMuch':
      throw new RestFailure(400, 'FAUCET_AMOUNT_EXCEEDED', tooMuchText(outcome.most));
    case 'NotHeld':
      throw invalidRequest(`body.token_id: expected ${HELD_TOKEN}`);
    case 'Open':
      throw openDrip(outcome.rejection);
    case 'Failed':
      throw new RestFailure(502, 'UPSTREAM_ERROR', notPaidText(outcome.reason));
  }
}

// As for a submission, whose outcome may be open in the same way.
function openDrip(rejection: Rejection | undefined): RestFailure {
  if (rejection === undefined) {
    return new RestFailure(503, 'SERVICE_UNAVAILABLE', openDripText(undefined));
  }
  const refusal = toRestError(rejection);
  return new RestFailure(refusal.status, refusal.code, openDripText(refusal), refusal.details);
}
