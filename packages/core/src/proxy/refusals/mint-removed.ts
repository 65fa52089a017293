import type { MintRemoved, Rejection } from '@quorate/protocol';
import { receiveEnvelope } from '../../open-envelope.ts';
import type { Answer } from '../answers/answer.ts';
import { verified } from '../catch-up/fetched.ts';
import type { Submission } from '../state.ts';

/**
 * Finds the update that removed the sender from a token's minters. This is the only act of others
 * that can keep a half-signed transaction from ever being certified (rule D5).
 *
 * It searches the verified token updates that validators have shown. Undefined when the refusal is
 * about anything else, or when the newest update that names the sender adds it.
 */
export function mintRemoved(
  context: Pick<Answer, 'state' | 'env'>,
  submission: Submission,
  refusal: Rejection,
): MintRemoved | undefined {
  if (refusal.code !== 'NonSubmittableOperation') return undefined;
  const { sender, operations } = submission.facts.transaction;
  const refused = operations[refusal.operationIndex ?? -1];
  if (refused?.kind !== 'Mint') return undefined;
  const { tokenId } = refused;
  const updates = shown(submission).flatMap((certificate) => {
    const opened = receiveEnvelope(certificate.envelope);
    if ('rejection' in opened) return [];
    const { sender: admin, nonce, operations: made } = opened.facts.transaction;
    return made.flatMap((operation) => {
      if (operation.kind !== 'TokenManagement' || operation.tokenId !== tokenId) return [];
      const change = operation.mints.findLast(([, mint]) => mint === sender)?.[0];
      const { updateId } = operation;
      return change === undefined ? [] : [{ certificate, change, admin, nonce, updateId }];
    });
  });
  const newestFirst = updates.toSorted((a, b) => (a.updateId > b.updateId ? -1 : 1));
  const newest = newestFirst.find(({ certificate }) => verified(context, certificate));
  if (newest?.change !== 'Remove') return undefined;
  const { admin, nonce, updateId } = newest;
  return { tokenId, admin, nonce, updateId };
}

function shown({ progress }: Submission) {
  return Object.values(progress).flatMap(({ basis }) => [...(basis?.certificates.values() ?? [])]);
}
