import {
  certificateFault,
  openEnvelope,
  quorumSize,
  type Result,
  VALIDATOR_RULES,
} from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { BURN_ADDRESS, DecodeError, factsOf } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { createLab, type Lab, type Sent } from '../../../test/byzantine-lab.ts';

const VALIDATORS = ['v1', 'v2', 'v3', 'v4'];
const verifier = createVerifier(loadEd25519());
const PAYMENT = { to: 'bob', amount: 10 };

/** Runs one act of alice to its end, against honest validators. */
function run(act: object, nextNonce = 0n): Lab {
  const lab = createLab({ node: 'alice', acts: [act], honest: VALIDATORS, nextNonce });
  lab.run();
  return lab;
}

/** Gives what the validators answer to the act, in order, by the words that reports use. */
function verdicts({ traffic }: Lab): readonly string[] {
  return traffic.flatMap(({ message }) =>
    message.type === 'Response' ? [wordOf(message.result)] : [],
  );
}

function wordOf(result: Result): string {
  return result.type === 'Rejected' ? result.rejection.code : result.type;
}

function receivers({ traffic }: Lab, type: Sent['message']['type']): readonly string[] {
  return traffic.flatMap(({ to, message }) => (message.type === type ? [to] : []));
}

describe('equivocate', () => {
  const rivals = [
    { to: 'bob', amount: 10, validators: ['v1', 'v2', 'v3'], deliver: ['v2'] },
    { to: 'carol', amount: 10, validators: ['v4'] },
  ];

  it('hands each rival to its own validators, and settles the one that a quorum signs', () => {
    const lab = run({ act: 'equivocate', rivals });
    expect(lab.handed().map(({ transaction }) => transaction.transaction.nonce)).toEqual([0n, 0n]);
    expect(receivers(lab, 'SubmitTransaction')).toEqual(VALIDATORS);
    expect(receivers(lab, 'SubmitCertificate')).toEqual(['v2']);
    expect(verdicts(lab)).toEqual(['Signed', 'Signed', 'Signed', 'Signed', 'Settled']);
  });

  it('pays the burn address like anybody', () => {
    const gone = { to: 'burn-address', amount: 10, validators: ['v1', 'v2', 'v3'] };
    const lab = run({ act: 'equivocate', rivals: [gone, { ...gone, to: 'bob', validators: [] }] });
    const [burnt] = lab.handed();
    expect(burnt && factsOf(burnt.transaction).transaction.operations).toMatchObject([
      { kind: 'TokenTransfer', recipient: BURN_ADDRESS },
    ]);
    expect(verdicts(lab)).toContain('Settled');
  });

  it('crosses the rivals some time later', () => {
    const lab = run({ act: 'equivocate', nonce: 0, cross: '1 s', rivals });
    expect(receivers(lab, 'SubmitTransaction').slice(4)).toEqual(['v4', 'v1', 'v2', 'v3']);
    const refused = 'PreviousTransactionMustBeConfirmedFirst';
    expect(verdicts(lab).slice(5)).toEqual([refused, refused, 'UnexpectedNonce', refused]);
  });

  it('makes rivals of equal payments', () => {
    const same = { to: 'bob', amount: 10 };
    const lab = run({
      act: 'equivocate',
      rivals: [
        { ...same, validators: ['v1'] },
        { ...same, validators: ['v1'] },
      ],
    });
    expect(verdicts(lab)).toEqual(['Signed', 'PreviousTransactionMustBeConfirmedFirst']);
  });
});

describe('nonce-abuse', () => {
  it.each([
    ['gap', 4n, 'UnexpectedNonce'],
    ['reuse', 2n, 'UnexpectedNonce'],
    ['huge', 2n ** 64n - 1n, 'InvalidRequest'],
  ])('signs at the nonce of a %s, which everybody refuses', (kind, nonce, code) => {
    const lab = run({ act: 'nonce-abuse', kind, ...PAYMENT, targets: VALIDATORS }, 3n);
    expect(lab.handed()[0]?.transaction.transaction.nonce).toBe(nonce);
    expect(verdicts(lab)).toEqual(Array(4).fill(code));
  });

  it('goes to all validators and proxies, unless it is said where', () => {
    const lab = run({ act: 'nonce-abuse', kind: 'gap', ...PAYMENT });
    expect(receivers(lab, 'SubmitTransaction')).toEqual([...VALIDATORS, 'p1']);
  });
});

describe('bad-encoding', () => {
  it.each([
    ['trailing-bytes', 'InvalidRequest'],
    ['truncated', 'InvalidRequest'],
    ['padded-length', 'InvalidRequest'],
    ['unknown-release', 'InvalidRequest'],
    ['unknown-signature-kind', 'InvalidRequest'],
    ['wrong-network', 'NonSubmittableOperation'],
    ['wrong-key', 'InvalidSignature'],
    ['small-order-key', 'InvalidSignature'],
    ['malleable-s', 'InvalidSignature'],
  ])('%s is refused by every validator with %s', (kind, code) => {
    const lab = run({ act: 'bad-encoding', kind, ...PAYMENT });
    expect(receivers(lab, 'SubmitTransaction')).toEqual([...VALIDATORS, 'p1']);
    expect(verdicts(lab)).toEqual(Array(4).fill(code));
  });

  it.each([
    ['padded-length', 'NotCanonical'],
    ['unknown-release', 'UnknownVariant'],
    ['unknown-signature-kind', 'UnknownVariant'],
  ])('%s breaks the bytes where it says', (kind, code) => {
    const [sent] = run({ act: 'bad-encoding', kind, ...PAYMENT }).traffic;
    const decode = () =>
      sent?.message.type === 'SubmitTransaction' && openEnvelope(sent.message.envelope);
    expect(decode).toThrow(DecodeError);
    expect(decode).toThrow(expect.objectContaining({ code }));
  });
});

describe('incomplete-certificate', () => {
  it.each([
    ['too-few', /2 validators signed, 3 make a quorum/],
    ['duplicate', /signed twice/],
    ['stranger', /is not a member of the committee/],
    ['mixed', /does not verify/],
    ['surplus', /does not verify/],
  ])('delivers one with the flaw %s, which nobody takes', (flaw, fault) => {
    const lab = run({ act: 'incomplete-certificate', flaw, ...PAYMENT });
    expect(receivers(lab, 'SubmitCertificate')).toEqual(VALIDATORS);
    expect(verdicts(lab).slice(4)).toEqual(Array(4).fill('InvalidCertificate'));
    const certificate = lab.traffic.flatMap(({ message }) =>
      message.type === 'SubmitCertificate' ? [message.certificate] : [],
    )[0];
    const context = { committees: [lab.genesis.committee], quorum: quorumSize, verifier };
    const facts = certificate && factsOf(certificate.envelope.transaction);
    expect(facts && certificateFault(certificate, facts, context)).toMatch(fault);
  });
});

it.each([
  ['unsigned', 'the sender'],
  ['verifiers-dropped', 'its claim'],
])('incomplete-certificate, %s: has a quorum, and is refused for %s (S1)', (flaw) => {
  const lab = run({ act: 'incomplete-certificate', flaw, ...PAYMENT });
  const signers = lab.traffic.flatMap(({ message }) =>
    message.type === 'SubmitCertificate' ? [message.certificate.signatures.length] : [],
  );
  expect(signers).toEqual(Array(4).fill(3));
  expect(verdicts(lab).slice(4)).toEqual(Array(4).fill('InvalidSignature'));
});

describe('inadmissible', () => {
  it.each([
    ['too-many-operations', 'InvalidRequest', /operations/],
    ['long-name', 'InvalidRequest', /name/],
    ['long-new-name', 'InvalidRequest', /operation 1: the size of the token name/],
    ['empty-new-name', 'InvalidRequest', /operation 1: the token name is empty/],
    ['control-in-name', 'InvalidRequest', /control character/],
    ['too-many-mints', 'InvalidRequest', /count of mints/],
    ['too-many-mint-changes', 'InvalidRequest', /operation 1: the count of mint changes/],
    ['too-many-verifiers', 'InvalidRequest', /count of verifiers/],
    ['long-claim', 'InvalidRequest', /size of claim_data/],
    ['long-host', 'InvalidRequest', /size of host/],
    ['long-description', 'InvalidRequest', /operation 1: the size of description/],
    ['repeated-mint', 'NonSubmittableOperation', /mint/],
    ['no-operation', 'NonSubmittableOperation', /at least one operation/],
    ['foreign-terms', 'NonSubmittableOperation', /evaluator/],
    ['greedy-terms', 'NonSubmittableOperation', /Bps is 0 to 10000/],
    ['burnt-admin', 'NonSubmittableOperation', /admin/],
    ['second-claim', 'NonSubmittableOperation', /at most one ExternalClaim/],
    ['small-order-sender', 'InvalidSignature', /does not verify/],
    ['foreign-sender', 'InvalidSignature', /does not verify/],
    ['multisig-too-few', 'InvalidSignature', /1 of the signers signed, the multisig quorum is 2/],
    ['multisig-duplicate', 'InvalidSignature', /signed twice/],
    ['multisig-stranger', 'InvalidSignature', /not an authorised signer/],
    ['multisig-forged', 'InvalidSignature', /does not verify/],
    ['multisig-surplus-forged', 'InvalidSignature', /does not verify/],
    ['multisig-foreign-account', 'InvalidSignature', /not the address/],
    ['multisig-no-quorum', 'InvalidSignature', /the multisig quorum is 1 to 1, got 0/],
    ['multisig-repeated', 'InvalidSignature', /distinct/],
    ['multisig-too-many', 'InvalidRequest', /count of authorised signers/],
    ['verifiers-too-few', 'NonSubmittableOperation', /1 verifier signed, the quorum is 2/],
    ['verifier-duplicate', 'NonSubmittableOperation', /signed twice/],
    ['verifier-stranger', 'NonSubmittableOperation', /not in the verifier committee/],
    ['verifier-forged', 'NonSubmittableOperation', /does not verify/],
    ['verifier-surplus-forged', 'NonSubmittableOperation', /does not verify/],
  ])('%s is refused by every validator with %s, and for nothing else', (kind, code, reason) => {
    const lab = run({ act: 'inadmissible', kind }, 0n);
    expect(receivers(lab, 'SubmitTransaction')).toEqual([...VALIDATORS, 'p1']);
    expect(receivers(lab, 'SubmitCertificate')).toEqual([]);
    expect(verdicts(lab)).toEqual(Array(4).fill(code));
    for (const { message } of lab.traffic) {
      if (message.type !== 'Response' || message.result.type !== 'Rejected') continue;
      expect(message.result.rejection).toMatchObject({ reason: expect.stringMatching(reason) });
    }
  });

  it('is settled where validators sign it all the same', () => {
    const lenient = { ...VALIDATOR_RULES.submission, V3: () => undefined };
    const rules = { ...VALIDATOR_RULES, submission: lenient };
    const lab = createLab({
      node: 'alice',
      acts: [{ act: 'inadmissible', kind: 'foreign-sender' }],
      honest: VALIDATORS,
      rules,
    });
    lab.run();
    expect(receivers(lab, 'SubmitCertificate')).toEqual(VALIDATORS);
  });
});
