import {
  type Address,
  BURN_ADDRESS,
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type NamedSignature,
  type Signature,
  type TransactionCertificate,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCoreLedger, remembered } from './core-ledger.ts';
import type { Verdict } from './naive-ledger.ts';

/** One signature in a list. It is good if the one that it names made it over bytes that count. */
interface Stroke {
  readonly name: string;
  readonly by: string;
  /** The signing form, the form as submitted, or the signing form without its domain. */
  readonly over: 'form' | 'submitted' | 'bare';
}

/** Signatures, of whom they are expected, and how many of them are enough. */
interface List {
  readonly members: readonly string[];
  readonly needed: number;
  readonly strokes: readonly Stroke[];
}

/** Everything about a transaction that has to do with signatures. */
interface Signing {
  readonly committeeSize: number;
  /** Undefined means that alice sends alone. */
  readonly multiSig: List | undefined;
  readonly isAddressRight: boolean;
  readonly alone: Stroke;
  /** Undefined means a claim that needs no verifiers. */
  readonly claim: List | undefined;
  readonly validators: readonly Stroke[];
}

const BURN = 'burn';
const STRANGERS = ['alice', 'zoe', 'v1', BURN];
const FORGED = `01${'00'.repeat(63)}` as Signature;
const RUNS = { numRuns: 1500 };
const TIME = { timeout: 180_000 };

describe('who has signed', () => {
  it('V3, V6, V10 and S1 count the signatures that ledger.md counts, and no others', TIME, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anySigning(), (signing) => {
        const { committeeSize } = signing;
        const setting = { committeeSize, fee: undefined, defaultFeeToken: NATIVE_TOKEN_ID };
        const ledger = createCoreLedger({ ...setting, acceptsUnversioned: true });
        const { envelope, signatures } = write(signing);
        const admitted = admission(signing);
        expect(ledger.submit(envelope)).toBe(admitted);
        const settled = settlement(signing);
        expect(ledger.settle({ envelope, signatures })).toBe(settled);
        seen.add(`${admitted} ${settled}`);
      }),
      RUNS,
    );
    expect([...seen].toSorted()).toEqual([
      'InvalidSignature InvalidCertificate',
      'InvalidSignature InvalidSignature',
      'InvalidSignature ok',
      'NonSubmittableOperation InvalidCertificate',
      'NonSubmittableOperation InvalidSignature',
      'ok InvalidCertificate',
      'ok ok',
    ]);
  });
});

// V3, then the claim at V6.
function admission(signing: Signing): Verdict {
  const { multiSig, claim } = signing;
  const parties = [...(multiSig?.members ?? []), ...(claim?.members ?? [])];
  if (parties.some((name) => /^v\d/.test(name)) || !hasSent(signing)) return 'InvalidSignature';
  return hasVerified(signing) ? 'ok' : 'NonSubmittableOperation';
}

// S1. That a validator key has no other role is for those who sign to see (V3), not for those who
// settle: they may not all know its committee yet.
function settlement(signing: Signing): Verdict {
  const { committeeSize, validators: strokes } = signing;
  const members = Array.from({ length: committeeSize }, (_, index) => `v${index + 1}`);
  const quorum = { members, needed: quorumOf(committeeSize), strokes };
  if (!isComplete(quorum, formOnly(signing))) return 'InvalidCertificate';
  return hasSent(signing) && hasVerified(signing) ? 'ok' : 'InvalidSignature';
}

function quorumOf(size: number): number {
  return Math.floor((2 * size) / 3) + 1;
}

function hasSent(signing: Signing): boolean {
  const { multiSig, isAddressRight, alone } = signing;
  const either: Stroke['over'][] = ['form', 'submitted'];
  if (multiSig === undefined) {
    return isComplete({ members: ['alice'], needed: 1, strokes: [alone] }, either);
  }
  return isAddressRight && multiSig.needed > 0 && isComplete(multiSig, either);
}

function hasVerified(signing: Signing): boolean {
  return signing.claim === undefined || isComplete(signing.claim, ['form']);
}

// A claim that carries no signature is its own signing form.
function formOnly({ claim }: Signing): readonly Stroke['over'][] {
  return (claim?.strokes ?? []).length === 0 ? ['form', 'submitted'] : ['form'];
}

// Everybody named is a distinct member and has signed, and they are enough.
function isComplete(
  { members, needed, strokes }: List,
  counting: readonly Stroke['over'][],
): boolean {
  const isGood = ({ name, by, over }: Stroke) =>
    members.includes(name) && name === by && name !== BURN && counting.includes(over);
  return (
    new Set(members).size === members.length &&
    needed <= members.length &&
    new Set(strokes.map(({ name }) => name)).size === strokes.length &&
    strokes.every(isGood) &&
    strokes.length >= needed
  );
}

function anySigning(): Arbitrary<Signing> {
  return fc.constantFrom(1, 4, 7).chain((committeeSize) => {
    const committee = Array.from({ length: committeeSize }, (_, index) => `v${index + 1}`);
    return fc.record({
      committeeSize: fc.constant(committeeSize),
      multiSig: fc.option(anyList(['alice', 'bob', 'carol', BURN]), { nil: undefined }),
      isAddressRight: mostly(true, [false]),
      alone: anyStroke(fc.constant('alice')),
      claim: fc.option(anyList(['bob', 'dave', 'erin', BURN]), { nil: undefined }),
      validators: anyStrokes(committee, quorumOf(committeeSize)),
    });
  });
}

function anyList(pool: readonly string[]): Arbitrary<List> {
  const few = fc.shuffledSubarray([...pool], { maxLength: 3 });
  const members = fc
    .tuple(few, mostly<readonly string[]>([], [['v1'], pool.slice(0, 1)]))
    .map(([some, odd]) => [...some, ...odd]);
  return members.chain((all) =>
    mostly(Math.min(all.length, 2), [0, all.length + 1]).chain((needed) =>
      fc.record({
        members: fc.constant(all),
        needed: fc.constant(needed),
        strokes: anyStrokes(all, needed),
      }),
    ),
  );
}

/** Chooses who signs: most often enough, and nobody twice or from elsewhere. */
function anyStrokes(members: readonly string[], needed: number): Arbitrary<readonly Stroke[]> {
  const enough = Math.min(needed, members.length);
  const names = mostly(enough, [Math.max(0, enough - 1)])
    .chain((minLength) => fc.shuffledSubarray([...members], { minLength }))
    .chain((some) =>
      mostly<readonly string[]>(
        [],
        [STRANGERS.slice(0, 1), STRANGERS.slice(2), some.slice(0, 1)],
      ).map((odd) => [...some, ...odd]),
    );
  return names.chain((all) => fc.tuple(...all.map((name) => anyStroke(fc.constant(name)))));
}

function anyStroke(named: Arbitrary<string>): Arbitrary<Stroke> {
  return named.chain((name) =>
    fc.record({
      name: fc.constant(name),
      by: rarely(name, 'zoe'),
      over: fc.oneof(
        { weight: 30, arbitrary: fc.constant('form' as const) },
        { weight: 1, arbitrary: fc.constantFrom('submitted' as const, 'bare' as const) },
      ),
    }),
  );
}

function mostly<T>(usual: T, others: readonly T[]): Arbitrary<T> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

function rarely<T>(usual: T, other: T): Arbitrary<T> {
  return fc.nat({ max: 30 }).map((draw) => (draw === 0 ? other : usual));
}

function write(signing: Signing): TransactionCertificate {
  const { multiSig, isAddressRight, alone, claim, validators } = signing;
  const config = multiSig === undefined ? undefined : configOf(multiSig);
  const other = { authorizedSigners: [], quorum: 1n, nonce: 1n };
  const sender =
    config === undefined ? addressOf('alice') : multiSigAddress(isAddressRight ? config : other);
  const transaction = writeClaim(sender, claim);
  const signatures = sign(multiSig?.strokes ?? [alone], transaction);
  const signature: TransactionEnvelope['signature'] =
    config === undefined
      ? { kind: 'Signature', signature: signatures[0]?.[1] ?? FORGED }
      : { kind: 'MultiSig', config, signatures };
  return { envelope: { transaction, signature }, signatures: sign(validators, transaction) };
}

function configOf({ members, needed }: List): MultiSigConfig {
  return { authorizedSigners: members.map(named), quorum: BigInt(needed), nonce: 0n };
}

function writeClaim(sender: Address, claim: List | undefined): VersionedTransaction {
  const { members = [], needed = 0, strokes = [] } = claim ?? {};
  const body = {
    verifierCommittee: members.map(named),
    verifierQuorum: BigInt(needed),
    claimData: '00' as never,
  };
  const write = (signatures: readonly NamedSignature[]): VersionedTransaction => ({
    release: 'Release20260508',
    transaction: {
      networkId: 'fast:localnet',
      sender,
      nonce: 0n,
      timestampNanos: 1n,
      claims: [
        {
          kind: 'ExternalClaim',
          claim: body,
          signatures: signatures.map(([verifierAddr, sig]) => ({ verifierAddr, sig })),
        },
      ],
      archival: false,
      feeToken: null,
    },
  });
  // A verifier that signs more than the signing form signs what others have signed before it.
  return write(sign(strokes, write([[addressOf('zoe'), FORGED]])));
}

function sign(
  strokes: readonly Stroke[],
  transaction: VersionedTransaction,
): readonly NamedSignature[] {
  const { signingBytes, submittedBytes } = factsOf(transaction);
  const bytes = { form: signingBytes, submitted: submittedBytes, bare: signingBytes.slice(1) };
  return strokes.map(({ name, by, over }) => [
    named(name),
    by === BURN ? FORGED : remembered(signerOf(by)).sign(bytes[over]),
  ]);
}

function named(name: string): Address {
  return name === BURN ? BURN_ADDRESS : addressOf(name);
}
