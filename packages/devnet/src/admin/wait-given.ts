import { type Committee, nodeNamesOf, quorumSize } from '@quorate/core';
import type { Seating } from '../committee/seating.ts';
import { expectShape } from './expect-shape.ts';
import { type WaitCondition, type WaitGround, waitFor } from './wait.ts';
import { type WaitBody, waitBody } from './wait-body.ts';

/** What a wait in the form in which callers state it works on. */
export interface WaitGivenGround extends WaitGround {
  readonly seating: Pick<Seating, 'running'>;
}

/**
 * Waits for what a caller states; `whole` is what messages call that.
 *
 * @throws AdminError `INVALID_REQUEST` naming the field that is wrong; those of `waitFor`
 */
export async function waitForGiven(
  ground: WaitGivenGround,
  given: unknown,
  whole: string,
): Promise<void> {
  const stated = expectShape(given, waitBody, whole);
  await waitFor(ground, conditionOf(stated, ground.seating.running()), stated.timeoutMs);
}

function conditionOf(body: WaitBody, { members }: Committee): WaitCondition {
  if ('idleMs' in body) return { kind: 'idle', milliseconds: body.idleMs };
  const among = nodeNamesOf(members);
  const validators = body.state === 'settled-all' ? among.length : quorumSize(among.length);
  return { kind: 'settled', transactionId: body.transaction, validators, among };
}
