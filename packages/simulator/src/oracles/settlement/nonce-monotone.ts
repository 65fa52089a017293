import { type Ledger, NEW_ACCOUNT } from '@quorate/core';
import { type Address, factsOf } from '@quorate/protocol';
import type { Finding, GivenAnswer, Oracle, OracleContext, ValidatorStep } from '../oracle.ts';

/** Next nonces by account. */
type Nonces = Map<Address, bigint>;

/** How far one validator has come. */
interface Reach {
  /** In the current life, written or not. */
  seen: Nonces;
  /** Told to others, so that no crash may undo it. */
  readonly told: Nonces;
}

/**
 * The next nonce of an account never decreases at a correct validator, restarts included.
 *
 * A crash may lose what was not flushed (rule V8); after it, what the validator has told others
 * counts.
 */
export function nonceMonotone({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const reaches = new Map<string, Reach>();

  function reachOf(validator: string): Reach {
    const known = reaches.get(validator);
    if (known !== undefined) return known;
    const fresh: Reach = { seen: new Map(), told: new Map() };
    reaches.set(validator, fresh);
    return fresh;
  }

  function fallen(
    validator: string,
    address: Address,
    { account }: Ledger,
    { known, seen }: Pick<Reach, 'seen'> & { readonly known: Nonces },
  ): Finding | undefined {
    const { nextNonce } = account.get(address) ?? NEW_ACCOUNT;
    const from = known.get(address) ?? 0n;
    if (nextNonce < from) {
      return {
        message: `${validator} took the nonce of ${nameOf(address)} back from ${from} to ${nextNonce}`,
        facts: { validator, account: nameOf(address), from: `${from}`, to: `${nextNonce}` },
      };
    }
    if (nextNonce !== from || known !== seen) seen.set(address, nextNonce);
    return undefined;
  }

  function fallenAnywhere(validator: string, ledger: Ledger): Finding | undefined {
    const { told, seen } = reachOf(validator);
    for (const address of told.keys()) {
      const finding = fallen(validator, address, ledger, { known: told, seen });
      if (finding !== undefined) return finding;
    }
    return undefined;
  }

  return {
    name: 'nonce-monotone',
    kind: 'safety',
    afterStep: (step) => {
      const { validator, changes } = step;
      const { ledger } = step.observation.after;
      const { seen } = reachOf(validator);
      const reach = { known: seen, seen };
      for (const { table, key } of changes) {
        if (table !== 'account') continue;
        const finding = fallen(validator, key as Address, ledger, reach);
        if (finding !== undefined) return finding;
      }
      const sender = senderUnwritten(step);
      return sender === undefined ? undefined : fallen(validator, sender, ledger, reach);
    },
    noteAnswer: (answer) => {
      const told = toldBy(answer);
      if (told === undefined) return;
      const [address, nonce] = told;
      const known = reachOf(answer.validator).told;
      if (nonce > (known.get(address) ?? 0n)) known.set(address, nonce);
    },
    afterStart: ({ validator, ledger }) => {
      const reach = reachOf(validator);
      reach.seen = new Map();
      return fallenAnywhere(validator, ledger);
    },
    atRest: ({ validators }) => {
      for (const { name, state } of validators) {
        const finding = fallenAnywhere(name, state.ledger);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

// A step may have changed something without writing it.
function senderUnwritten({ observation, changes }: ValidatorStep): Address | undefined {
  const { input, before, after } = observation;
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
  if (before.ledger === after.ledger) return undefined;
  const { sender } = factsOf(input.message.certificate.envelope.transaction).transaction;
  return changes.some(({ table, key }) => table === 'account' && key === sender)
    ? undefined
    : sender;
}

function toldBy({ result, step }: GivenAnswer): readonly [Address, bigint] | undefined {
  if (result.type === 'AccountInfo') return [result.address, result.nextNonce];
  const { input } = step.observation;
  if (result.type !== 'Settled') return undefined;
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
  const { sender, nonce } = factsOf(input.message.certificate.envelope.transaction).transaction;
  return [sender, nonce + 1n];
}
