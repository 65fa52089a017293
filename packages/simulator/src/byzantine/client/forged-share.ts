import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import type { ForgedShare } from '../../scenario/byzantine/client-act.ts';
import type { ClientStage } from './stage.ts';

/** How long it waits before it asks again. Units: nanoseconds. */
const WAIT = 250_000_000n;

/** How often it asks: for as long as members are likely to take to sign one after the other. */
const ATTEMPTS = 8;

/**
 * Asks the proxies what of an account lacks signatures, until one of them keeps something; then
 * submits that there with a signature in the name of another member that is none.
 */
export function forgeShare({ of }: ForgedShare, stage: ClientStage): void {
  const { name, clock, transport, proxies } = stage;
  const address = stage.addressOf(of);
  let isDone = false;

  transport.attach(name, (from, message) => {
    if (message.type !== 'Response' || message.result.type !== 'PendingTransactions') return;
    const forged = message.result.envelopes.flatMap((each) => withForgedShare(each, stage));
    if (isDone || forged.length === 0) return;
    isDone = true;
    stage.acted();
    for (const envelope of forged) submit(from, envelope);
  });

  function submit(proxy: NodeName, envelope: TransactionEnvelope): void {
    const requestId = `${name}/${factsOf(envelope.transaction).id}`;
    transport.send(name, proxy, { type: 'SubmitTransaction', requestId, envelope });
  }

  function ask(attempt: number): void {
    if (isDone || attempt === ATTEMPTS) return;
    for (const proxy of proxies) {
      transport.send(name, proxy, { type: 'GetPending', requestId: `${name}/${attempt}`, address });
    }
    clock.setTimer(clock.now() + WAIT, () => ask(attempt + 1));
  }

  ask(0);
}

// If it were genuine, the share of somebody who has not signed yet would help most.
function withForgedShare(
  { transaction, signature }: TransactionEnvelope,
  { signer: { address, sign } }: ClientStage,
): readonly TransactionEnvelope[] {
  if (signature.kind !== 'MultiSig') return [];
  const { config, signatures } = signature;
  const others = config.authorizedSigners.filter((key) => key !== address);
  const hasSigned = (key: string) => signatures.some(([signed]) => signed === key);
  const victim = others.find((key) => !hasSigned(key)) ?? others[0];
  if (victim === undefined) return [];
  const forged = sign(factsOf(transaction).signingBytes);
  return [{ transaction, signature: { ...signature, signatures: [[victim, forged]] } }];
}
