import { NATIVE_TOKEN_ID, type Operation } from '@quorate/protocol';
import { transactionOf } from '../../byzantine/bare-transaction.ts';
import type { CommitteeChange } from '../../scenario/cluster/committee-changes.ts';
import { signTransaction } from '../users/intents.ts';
import { runErrand } from './errand.ts';
import { keyEpochOf, registrarOf, type SeatGround } from './seat-requests.ts';

/**
 * Makes the key of a change's first member send a free transaction. The key then has a history and
 * may not get the requested seat (rule C2). `onEnd` is called when the errand has ended.
 */
export function useFirstKey(
  index: number,
  changes: readonly CommitteeChange[],
  ground: SeatGround,
  onEnd: () => void,
): void {
  const change = changes[index];
  const first = change?.members[0];
  if (change === undefined || first === undefined) return;
  const { parties } = ground;
  const key = parties.seatKey(first, keyEpochOf(changes, index, first));
  const terms: Operation = {
    kind: 'Escrow',
    escrow: {
      kind: 'CreateConfig',
      tokenId: NATIVE_TOKEN_ID,
      evaluator: key.address,
      evaluationFee: { kind: 'Fixed', amount: 0n },
      minEvaluatorFee: 0n,
    },
  };
  const envelope = signTransaction(transactionOf(key.address, [terms], ground), key);
  const way = { isDirect: false, deliver: undefined };
  runErrand({ name: registrarOf(`${first}:${change.id}:use`), envelope, onEnd }, ground, way);
}
