import { nonceKey, recoverValidator, stepValidator, type ValidatorState } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import type { ValidatorAtRest } from '../oracles/oracle.ts';
import type { World } from './world.ts';

/** Past every key of a store, because keys are printable ASCII. */
const END = '\x7f';

/** Looks at the validators that are up: as they are, as stored, and after full delivery. */
export function validatorsAtRest(world: World): readonly ValidatorAtRest[] {
  const { genesis, validators } = world;
  return validators.flatMap(({ node, store }) => {
    const state = node.state();
    if (state === undefined) return [];
    const rows = Array.from(store.scan({ from: '', to: END }), ([key, value]) => ({ key, value }));
    const stored = recoverValidator(genesis, rows).state;
    return [{ name: node.name, state, stored, delivered: deliverAll(world, node.name, state) }];
  });
}

// The run may end with a certificate on its way, or lost by a client that repeats nothing. What
// holds only after full delivery is asked of a copy to which everything is delivered.
function deliverAll(world: World, name: string, state: ValidatorState): ValidatorState {
  let missing = missingFrom(state, world.timeline.settledCertificates());
  let current = state;
  // Each round brings at least the first nonce of some sender; a wrong core may bring none.
  for (let count = missing.length + 1; missing.length < count; ) {
    count = missing.length;
    for (const certificate of missing) current = deliver(world, name, current, certificate);
    missing = missingFrom(current, missing);
  }
  return current;
}

function missingFrom(
  { ledger }: ValidatorState,
  certificates: readonly TransactionCertificate[],
): readonly TransactionCertificate[] {
  return certificates.filter(({ envelope }) => {
    const { sender, nonce } = factsOf(envelope.transaction).transaction;
    return !ledger.settled.has(nonceKey(sender, nonce));
  });
}

function deliver(
  { parties, verifier, validatorRules, clock }: World,
  name: string,
  state: ValidatorState,
  certificate: TransactionCertificate,
): ValidatorState {
  return stepValidator(
    state,
    {
      type: 'Message',
      from: 'judge',
      message: { type: 'SubmitCertificate', requestId: 'full-delivery', certificate },
    },
    { now: clock.now(), signer: parties.signer(name), verifier, rules: validatorRules },
  ).state;
}
