import { randomBytes } from 'node:crypto';
import { type Committee, readinessFault } from '@quorate/core';
import {
  type Bytes32,
  type JsonObject,
  type NetworkId,
  parseJson,
  SIGNED_READINESS,
  type SignedReadiness,
  stringifyJson,
  type ValidatorConfig,
} from '@quorate/protocol';
import type { KnownValidator } from './known-committees.ts';
import { VERIFIER } from './operator.ts';

/** What candidates are asked. */
export interface ReadinessQuestion {
  readonly networkId: NetworkId;
  readonly running: Committee;
  /** Where they listen. */
  readonly validators: readonly KnownValidator[];
}

/**
 * Challenge every member that a change would seat, under its key; says why votes are not to be asked
 * for yet, or nothing (rule C3).
 */
export async function challengeMembers(
  members: readonly ValidatorConfig[],
  { networkId, running, validators }: ReadinessQuestion,
): Promise<string | undefined> {
  const challenge = randomBytes(32).toString('hex') as Bytes32;
  const answers = await Promise.all(
    members.map(({ address, host }) => {
      const rpc = validators.find(({ name }) => name === host)?.rpc;
      return rpc === undefined ? undefined : ask(rpc, { validator: address, challenge });
    }),
  );
  return readinessFault(
    members.map(({ address }) => address),
    answers.filter((answer) => answer !== undefined),
    { networkId, epoch: running.epoch, challenge },
    VERIFIER,
  );
}

/** Milliseconds that a candidate may take, which catches up before it answers. */
const PATIENCE = 60_000;

/** Ask one; undefined where it does not answer, which is no different from not being ready. */
async function ask(rpc: string, params: JsonObject): Promise<SignedReadiness | undefined> {
  const call = { jsonrpc: '2.0', id: 1, method: 'quorate_proveReadiness', params };
  try {
    const response = await fetch(rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringifyJson(call),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { result } = parseJson(await response.text()) as JsonObject;
    return result === undefined ? undefined : SIGNED_READINESS.fromJson(result, 'rest', 'result');
  } catch {
    return undefined;
  }
}
