import { faultyMax, type Genesis, nonceKey, quorumSize, verifies } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import { type Address, bytesToHex, type Signature } from '@quorate/protocol';
import { clauseOf, type Naming } from '../world/clause.ts';
import type { Testimony } from './evidence.ts';

/**
 * Shows who is to blame where one (sender, nonce) was signed twice.
 *
 * Plain data. Everything in it can be verified again with nothing but an Ed25519 library: a culprit
 * is one whose key verifies two signatures over two different messages of one sender and nonce.
 */
export interface Forensics {
  readonly validators: number;
  readonly quorum: number;
  /** How many of the validators may be faulty: f. */
  readonly faultyMax: number;
  readonly conflicts: readonly Conflict[];
}

/**
 * Says what a conflict proves.
 *
 * `assumption-broken`: more than f validators are faulty, so nothing was promised.
 * `implementation-bug`: a validator that should be correct signed twice, or something short of a
 * quorum was taken for a certificate.
 */
export type Finding = 'assumption-broken' | 'implementation-bug';

/** Shows two or more transactions for one (sender, nonce), and who signed more than one of them. */
export interface Conflict {
  readonly sender: string;
  readonly address: string;
  readonly nonce: bigint;
  readonly rivals: readonly Rival[];
  /** Names of those who signed every rival: of two certificates, the intersection of the quorums. */
  readonly intersection: readonly string[];
  readonly culprits: readonly Culprit[];
  readonly finding: Finding;
  /** The finding and its reason, in a clause. */
  readonly verdict: string;
}

/** Shows one of the transactions. */
export interface Rival {
  readonly transactionId: string;
  /** One clause for people, such as "alice pays bob 100". */
  readonly summary: string;
  /** What validators sign, hexadecimal. */
  readonly message: string;
  /** Names of the validators whose signatures verify. */
  readonly signers: readonly string[];
  readonly hasQuorum: boolean;
}

/** Shows a validator that signed several rivals. */
export interface Culprit {
  readonly name: string;
  /** Ed25519 public key, hexadecimal. */
  readonly key: string;
  /** Whether the scenario makes it faulty; of a correct one, two signatures are a bug. */
  readonly isFaulty: boolean;
  readonly signatures: readonly RivalSignature[];
}

/** Shows a signature, hexadecimal, over the message of a rival. */
export interface RivalSignature {
  readonly transactionId: string;
  readonly signature: string;
}

/** What a judgement of evidence rests on. */
export interface ForensicsContext extends Naming {
  readonly genesis: Genesis;
  readonly verifier: Verifier;
  /** Tells whether the scenario leaves a validator correct. */
  readonly isCorrect: (validator: string) => boolean;
}

interface SignedRival {
  readonly testimony: Testimony;
  /** By key; each signature verifies. */
  readonly signatures: ReadonlyMap<Address, Signature>;
}

/**
 * Finds every (sender, nonce) of which two transactions are certified, or which a validator that
 * should be correct signed twice; undefined when there is none.
 *
 * A transaction counts as certified once a quorum has signed it, or a correct validator took a
 * certificate of it for one.
 */
export function examine(
  testimonies: readonly Testimony[],
  context: ForensicsContext,
): Forensics | undefined {
  const size = context.genesis.committee.members.length;
  const groups = new Map<string, SignedRival[]>();
  for (const testimony of testimonies) {
    const { sender, nonce } = testimony.facts.transaction;
    const key = nonceKey(sender, nonce);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push({ testimony, signatures: validSignatures(testimony, context) });
  }
  const conflicts = [...groups.values()].flatMap((rivals) => conflictOf(rivals, context) ?? []);
  return conflicts.length === 0
    ? undefined
    : { validators: size, quorum: quorumSize(size), faultyMax: faultyMax(size), conflicts };
}

function validSignatures(
  { facts, claimed }: Testimony,
  { genesis, verifier }: ForensicsContext,
): ReadonlyMap<Address, Signature> {
  const valid = new Map<Address, Signature>();
  for (const { validator } of genesis.committee.members) {
    const key = validator.address;
    const signature = [...(claimed.get(key) ?? [])].find((each) =>
      verifies(verifier, key, facts.signingBytes, each),
    );
    if (signature !== undefined) valid.set(key, signature);
  }
  return valid;
}

function conflictOf(
  group: readonly SignedRival[],
  context: ForensicsContext,
): Conflict | undefined {
  const quorum = quorumSize(context.genesis.committee.members.length);
  const signed = group.filter(({ signatures }) => signatures.size > 0);
  const certified = signed.filter(
    ({ testimony, signatures }) => testimony.isTaken || signatures.size >= quorum,
  );
  const isDouble = certified.length > 1;
  const rivals = isDouble ? certified : signed;
  const culprits = culpritsOf(rivals, context);
  const [first] = rivals;
  if (first === undefined || !(isDouble || culprits.some(({ isFaulty }) => !isFaulty))) {
    return undefined;
  }
  const { sender, nonce } = first.testimony.facts.transaction;
  const shown = rivals.map((rival) => showRival(rival, quorum, context));
  return {
    sender: context.nameOf(sender),
    address: sender,
    nonce,
    rivals: shown,
    intersection: culprits
      .filter(({ signatures }) => signatures.length === rivals.length)
      .map(({ name }) => name),
    culprits,
    ...judge(shown, culprits, context),
  };
}

function culpritsOf(
  rivals: readonly SignedRival[],
  { genesis, nameOf, isCorrect }: ForensicsContext,
): readonly Culprit[] {
  return genesis.committee.members.flatMap(({ validator: { address: key } }) => {
    const signatures = rivals.flatMap(({ testimony, signatures: own }): RivalSignature[] => {
      const signature = own.get(key);
      return signature === undefined ? [] : [{ transactionId: testimony.facts.id, signature }];
    });
    const name = nameOf(key);
    return signatures.length < 2 ? [] : [{ name, key, isFaulty: !isCorrect(name), signatures }];
  });
}

function showRival(
  { testimony: { facts }, signatures }: SignedRival,
  quorum: number,
  context: ForensicsContext,
): Rival {
  const { sender, operations } = facts.transaction;
  return {
    transactionId: facts.id,
    summary: `${context.nameOf(sender)} ${clauseOf(operations, context)}`,
    message: bytesToHex(facts.signingBytes),
    signers: [...signatures.keys()].map(context.nameOf),
    hasQuorum: signatures.size >= quorum,
  };
}

function judge(
  rivals: readonly Rival[],
  culprits: readonly Culprit[],
  { genesis }: ForensicsContext,
): Pick<Conflict, 'finding' | 'verdict'> {
  const size = genesis.committee.members.length;
  const wrong = culprits.filter(({ isFaulty }) => !isFaulty).map(({ name }) => name);
  if (wrong.length > 0) {
    const who = wrong.length === 1 ? 'a correct validator' : 'correct validators';
    return bug(`${who} signed twice: ${wrong.join(' ')}`);
  }
  const short = rivals.find(({ hasQuorum }) => !hasQuorum);
  if (short !== undefined) {
    const count = short.signers.length;
    return bug(`${count} of ${size} signatures were taken for a quorum of ${quorumSize(size)}`);
  }
  return {
    finding: 'assumption-broken',
    verdict: `assumption broken: ${culprits.length} of ${size} validators lied, and f is ${faultyMax(size)}`,
  };
}

function bug(reason: string): Pick<Conflict, 'finding' | 'verdict'> {
  return { finding: 'implementation-bug', verdict: `implementation bug: ${reason}` };
}
