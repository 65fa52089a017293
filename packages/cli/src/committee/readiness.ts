import { randomBytes } from 'node:crypto';
import { type Committee, nodeNameOf, type PassedOver, readinessFaults } from '@quorate/core';
import {
  type Address,
  type Bytes32,
  formatAddress,
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

/** A question to candidates. */
export interface ReadinessQuestion {
  readonly networkId: NetworkId;
  readonly running: Committee;
  /** The validators of the devnet, by which candidates are reached. */
  readonly validators: readonly KnownValidator[];
}

/**
 * Challenges all proposed members, each under the key that is to have the seat; says who is not
 * ready, and why (rule C3).
 */
export async function challengeMembers(
  members: readonly ValidatorConfig[],
  { networkId, running, validators }: ReadinessQuestion,
): Promise<ReadonlyMap<Address, string>> {
  const challenge = randomBytes(32).toString('hex') as Bytes32;
  const answers = await Promise.all(
    members.map((member) => {
      const rpc = validators.find(({ name }) => name === nodeNameOf(member))?.rpc;
      return rpc === undefined ? undefined : ask(rpc, { validator: member.address, challenge });
    }),
  );
  return readinessFaults(
    members.map(({ address }) => address),
    answers.filter((answer) => answer !== undefined),
    { networkId, epoch: running.epoch, challenge },
    VERIFIER,
  );
}

/** Says in one line which members are not ready, and why; undefined if all are. */
export function unreadyLine(
  members: readonly ValidatorConfig[],
  faults: ReadonlyMap<Address, string>,
): string | undefined {
  const unready = members.flatMap((candidate) => {
    const reason = faults.get(candidate.address);
    return reason === undefined ? [] : [{ candidate, reason }];
  });
  return unready.length === 0 ? undefined : passedOverLine(unready);
}

/** Says in one line which candidates get no seat, and why. */
export function passedOverLine(passedOver: readonly PassedOver[]): string {
  const who = (each: ValidatorConfig): string =>
    `${printableName(each)} (${formatAddress(each.address)})`;
  return passedOver.map(({ candidate, reason }) => `${who(candidate)} ${reason}`).join('; ');
}

/**
 * Gives the name of a validator for people to read. Anybody may request a seat, even under a name
 * that would play tricks on the terminal of an operator.
 */
export function printableName(config: ValidatorConfig): string {
  return nodeNameOf(config).replaceAll(/[^\x21-\x7e]/g, '?');
}

/** Milliseconds for the answer of a candidate, which catches up before it answers. */
const PATIENCE = 60_000;

/** Asks one candidate; undefined if it does not answer, which counts as not being ready. */
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
