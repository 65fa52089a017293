import { factsOf, LIMITS, type Signature, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { createTestClient, envelopeIn, type TestClient } from '../../test/client.ts';
import { certified, payment, signedBy, transaction } from '../../test/payments.ts';
import type { Effect } from '../effect.ts';
import type { Result } from '../message.ts';

function claim(signers: readonly string[]): TransactionEnvelope {
  const claimOf = (names: readonly string[]) =>
    externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: names });
  const { signature } = signedBy('alice', claimOf([]));
  return { transaction: claimOf(signers), signature };
}

function ask(client: TestClient, envelope: TransactionEnvelope, requestId = 'r1') {
  return client.hear('user', { type: 'SubmitTransaction', requestId, envelope });
}

function incomplete(
  envelope: TransactionEnvelope,
  type: 'IncompleteVerifierSigs' | 'IncompleteMultiSig' = 'IncompleteVerifierSigs',
): Result {
  return { type, envelope, reason: '1 signed' };
}

function repliesIn(effects: readonly Effect<never>[]): readonly (readonly [string, string])[] {
  return effects.flatMap((effect) =>
    effect.type === 'Reply' ? [[effect.requestId, effect.result.type] as const] : [],
  );
}

const TOO_MANY = Array.from({ length: LIMITS.witnessCertificates + 1 }, () => certified(payment()));

/** The claim with an invalid signature of carol's. */
function withBadVerifier(): TransactionEnvelope {
  const { signature } = claim([]);
  const { verifierAddr, sig } = {
    verifierAddr: addressOf('carol'),
    sig: '07'.repeat(64) as Signature,
  };
  const claims = factsOf(claim(['bob']).transaction).transaction.operations.map((operation) =>
    operation.kind === 'ExternalClaim'
      ? { ...operation, signatures: [...operation.signatures, { verifierAddr, sig }] }
      : operation,
  );
  return { transaction: transaction(claims), signature };
}

/** A client that was told that its claim lacks carol's signature. */
function resting(): TestClient {
  const client = createTestClient();
  ask(client, claim(['bob']));
  client.answer(incomplete(claim(['bob'])));
  return client;
}

describe('P9', () => {
  it.each(['IncompleteVerifierSigs', 'IncompleteMultiSig'] as const)(
    'P9 tells the user at once what is incomplete, and repeats nothing: %s',
    (type) => {
      const client = createTestClient();
      ask(client, claim(['bob']));
      const effects = client.answer(incomplete(claim(['bob']), type));
      expect(repliesIn(effects)).toEqual([['r1', type]]);
      expect(effects.at(-1)).toEqual({ type: 'CancelTimer', id: 'retry' });
      expect(client.wait()).toEqual([]);
    },
  );

  it('P9 sends the same transaction with more signatures, and hears that it settled', () => {
    const client = resting();
    const whole = claim(['bob', 'carol']);
    const sent = ask(client, whole, 'r2');
    expect([sent[0]?.type, envelopeIn(sent)]).toEqual(['Persist', whole]);
    expect(createTestClient(client.store).state().inFlight?.envelope).toEqual(whole);
    const settled = client.answer({ type: 'Success', certificate: certified(whole) });
    expect(repliesIn(settled)).toEqual([['r2', 'Success']]);
    expect(client.state().nextNonce).toBe(1n);
  });

  it('P9 sends what was given with more signatures before it heard that some are missing', () => {
    const client = createTestClient();
    const whole = claim(['bob', 'carol']);
    ask(client, claim(['bob']));
    for (const requestId of ['r2', 'r3']) ask(client, whole, requestId);
    ask(client, payment({ nonce: 1n }), 'other');
    const told = client.answer(incomplete(claim(['bob'])));
    expect(repliesIn(told)).toEqual([
      ['r1', 'IncompleteVerifierSigs'],
      ['other', 'Rejected'],
    ]);
    expect(envelopeIn(told)).toEqual(whole);
    expect(createTestClient(client.store).state().inFlight?.envelope).toEqual(whole);
    const settled = client.answer({ type: 'Success', certificate: certified(whole) });
    expect(repliesIn(settled)).toEqual([
      ['r2', 'Success'],
      ['r3', 'Success'],
    ]);
    // The other request was refused, so it is not sent as well.
    expect(envelopeIn(settled)).toBe(undefined);
  });

  it('P9 sends the share of another verifier instead of the one that rests', () => {
    const client = resting();
    expect(envelopeIn(ask(client, claim(['carol']), 'r2'))).toEqual(claim(['carol']));
    expect(createTestClient(client.store).state().inFlight?.envelope).toEqual(claim(['carol']));
  });

  it('P9 tells all who gave the same meanwhile what is missing, each in turn', () => {
    const client = createTestClient();
    for (const requestId of ['r1', 'r2', 'r3']) ask(client, claim(['bob']), requestId);
    for (const requestId of ['r1', 'r2', 'r3']) {
      const told = client.answer(incomplete(claim(['bob'])));
      expect(repliesIn(told)).toEqual([[requestId, 'IncompleteVerifierSigs']]);
    }
    expect(client.state().inFlight?.isResting).toBe(true);
  });

  it('P5 signs and sends nothing else at its nonce: others may complete it', () => {
    const client = resting();
    const other = ask(client, payment(), 'r2');
    expect(envelopeIn(other)).toEqual(claim(['bob']));
    const told = client.answer(incomplete(claim(['bob'])));
    expect(repliesIn(told)).toEqual([['r2', 'Rejected']]);
    ask(client, payment({ nonce: 1n }), 'r3');
    const settled = client.answer({
      type: 'Success',
      certificate: certified(claim(['bob', 'carol'])),
    });
    expect(factsOf((envelopeIn(settled) as TransactionEnvelope).transaction).id).toBe(
      factsOf(payment({ nonce: 1n }).transaction).id,
    );
  });

  it.each([
    ['of the sender', { ...claim(['bob', 'carol']), signature: payment().signature }, []],
    ['of a verifier', withBadVerifier(), []],
    ['of none, but with too many witnesses', claim(['bob', 'carol']), TOO_MANY],
  ])(
    'P5 refuses the same transaction with a bad signature %s, and keeps its bytes',
    (_, envelope, witnesses) => {
      const client = resting();
      const before = client.state();
      const refused = client.hear('user', {
        type: 'SubmitTransaction',
        requestId: 'r2',
        envelope,
        witnessCertificates: witnesses,
      });
      expect(repliesIn(refused)).toEqual([['r2', 'Rejected']]);
      expect(client.state()).toBe(before);
      expect(envelopeIn(ask(client, payment({ amount: 2n }), 'r3'))).toEqual(claim(['bob']));
    },
  );

  it('P5 goes on with the complete bytes when a share of the same transaction is given again', () => {
    const client = createTestClient();
    const whole = claim(['bob', 'carol']);
    ask(client, whole);
    while (client.wait().length > 0 && client.state().inFlight?.isResting === false);
    expect(client.state().inFlight?.isResting).toBe(true);
    expect(envelopeIn(ask(client, claim(['bob']), 'r2'))).toEqual(whole);
    expect(createTestClient(client.store).state().inFlight?.envelope).toEqual(whole);
    const settled = client.answer({ type: 'Success', certificate: certified(whole) });
    expect(repliesIn(settled)).toEqual([['r2', 'Success']]);
  });

  it('P2 takes no notice of a proxy that calls a complete transaction incomplete', () => {
    const client = createTestClient();
    const envelope = claim(['bob', 'carol']);
    ask(client, envelope);
    const before = client.state();
    expect(client.answer(incomplete(envelope))).toEqual([]);
    expect(client.state()).toBe(before);
    expect(envelopeIn(client.wait())).toBe(envelope);
  });

  it('P9 asks the proxy again after a restart, and rests when told again', () => {
    const restarted = createTestClient(resting().store);
    expect(envelopeIn(restarted.beginning)).toEqual(claim(['bob']));
    expect(repliesIn(restarted.answer(incomplete(claim(['bob']))))).toEqual([]);
    expect(restarted.wait()).toEqual([]);
  });
});

describe('witness certificates', () => {
  const WITNESSES = [certified(payment({ from: 'bob', to: 'alice' }))];
  const witnessesIn = (effects: readonly Effect<never>[]) =>
    effects.flatMap((effect) =>
      effect.type === 'Send' && effect.message.type === 'SubmitTransaction'
        ? [effect.message.witnessCertificates]
        : [],
    );

  it('P6 go to the proxy with every repetition, after a restart too, until the end', () => {
    const client = createTestClient();
    const asked = client.hear('user', {
      type: 'SubmitTransaction',
      requestId: 'r1',
      envelope: payment(),
      witnessCertificates: WITNESSES,
    });
    const restarted = createTestClient(client.store);
    for (const effects of [asked, client.wait(), restarted.beginning, restarted.wait()]) {
      expect(witnessesIn(effects)).toEqual([WITNESSES]);
    }
    restarted.answer({ type: 'Success', certificate: certified(payment()) });
    expect(restarted.store.rows()).toEqual([{ key: 'nonce', value: 1n }]);
  });

  it('P6 are given along with operations that the client signs itself', () => {
    const client = createTestClient();
    const effects = client.hear('user', {
      type: 'Execute',
      requestId: 'r1',
      operations: [],
      witnessCertificates: WITNESSES,
    });
    expect(witnessesIn(effects)).toEqual([WITNESSES]);
  });
});
