import type { TransactionEnvelope } from '@quorate/protocol';
import type { SignStep } from '../../scenario/steps/step.ts';
import type { Parties } from '../parties.ts';
import { signTransaction } from './intents.ts';
import type { Writer } from './writer.ts';

/** Signs a transfer on behalf of a user without its client. */
export function signedTransfer(
  { to, amount, nonce }: SignStep,
  client: string,
  { writer, parties }: { readonly writer: Writer; readonly parties: Parties },
): TransactionEnvelope {
  const pay = { op: 'pay', to, amount, token: undefined } as const;
  const place = nonce === undefined ? {} : { nonce };
  const written = writer.transaction({ operations: [pay] }, client, place);
  return signTransaction(written, parties.signer(client));
}
