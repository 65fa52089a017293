import { type Committee, type Genesis, nonceKey, verifies } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import { clauseOf, type Naming } from '@quorate/network';
import { type Address, bytesToHex, counted, type Signature } from '@quorate/protocol';
import { type CommitteeBook, createCommitteeBook, isQuorumOf } from '../oracles/committee-book.ts';
import { faultyMax, quorumSize } from '../quorums.ts';
import type { Testimony } from './evidence.ts';

/**
 * Shows who is to blame if validators signed two transactions for one (sender, nonce).
 *
 * Plain data. Everything in it can be verified with only an Ed25519 library: a culprit's key
 * verifies two signatures over two different messages of one sender and nonce.
 */
export interface Forensics {
  readonly validators: number;
  readonly quorum: number;
  /** How many of the validators may be faulty: f. */
  readonly faultyMax: number;
  readonly conflicts: readonly Conflict[];
}

/**
 * What a conflict proves.
 *
 * - `assumption-broken`: more than f validators of a committee are faulty, so nothing was
 * guaranteed.
 * - `implementation-bug`: a validator that should be correct signed twice, something less than a
 * quorum was accepted as a certificate, or committees with at most f faulty members each certified
 * rivals.
 */
export type Finding = 'assumption-broken' | 'implementation-bug';

/**
 * Two or more transactions for one (sender, nonce), and the validators that signed more than one of
 * them.
 */
export interface Conflict {
  readonly sender: string;
  readonly address: string;
  readonly nonce: bigint;
  readonly rivals: readonly Rival[];
  /**
   * The names of the validators that signed every rival: of two certificates, the intersection of
   * the quorums.
   */
  readonly intersection: readonly string[];
  readonly culprits: readonly Culprit[];
  readonly finding: Finding;
  /** The finding and its reason, in a clause. */
  readonly verdict: string;
}

/** One of the conflicting transactions. */
export interface Rival {
  readonly transactionId: string;
  /** A clause for human readers, such as "alice pays bob 100". */
  readonly summary: string;
  /** The bytes that validators sign, in hexadecimal digits. */
  readonly message: string;
  /** The names of the validators whose signatures verify. */
  readonly signers: readonly string[];
  readonly hasQuorum: boolean;
}

/** A validator that signed several rivals. */
export interface Culprit {
  readonly name: string;
  /**
   * The Ed25519 public key in hexadecimal digits; if it signed with keys of several epochs, that of
   * its first signature.
   */
  readonly key: string;
  /** Whether the scenario makes it faulty; two signatures of a correct validator are a bug. */
  readonly isFaulty: boolean;
  readonly signatures: readonly RivalSignature[];
}

/** A signature over the message of a rival, in hexadecimal digits. */
export interface RivalSignature {
  readonly transactionId: string;
  /** The key of the signature; undefined if it is `key` of the culprit. */
  readonly key?: string;
  readonly signature: string;
}

/** What examining the evidence needs. */
export interface ForensicsContext extends Naming {
  readonly genesis: Genesis;
  readonly verifier: Verifier;
  /** Tells whether the scenario leaves a validator correct. */
  readonly isCorrect: (validator: string) => boolean;
}

interface SignedRival {
  readonly testimony: Testimony;
  /** By key; each of them verifies. */
  readonly signatures: ReadonlyMap<Address, Signature>;
  /** Whether the signers form a quorum of one committee. */
  readonly hasQuorum: boolean;
}

/**
 * Finds every (sender, nonce) for which two transactions are certified, or for which a validator
 * that should be correct signed two; undefined if there is none.
 *
 * A transaction counts as certified if a quorum has signed it, or if a correct validator accepted a
 * certificate for it.
 */
export function examine(
  testimonies: readonly Testimony[],
  context: ForensicsContext,
): Forensics | undefined {
  const known = { ...context, committees: committeesIn(testimonies, context) };
  const groups = new Map<string, SignedRival[]>();
  for (const testimony of testimonies) {
    const { sender, nonce } = testimony.facts.transaction;
    const key = nonceKey(sender, nonce);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    const signatures = validSignatures(testimony, known);
    const hasQuorum = known.committees.isQuorum(new Set(signatures.keys()));
    group.push({ testimony, signatures, hasQuorum });
  }
  const conflicts = [...groups.values()].flatMap((rivals) => conflictOf(rivals, known) ?? []);
  if (conflicts.length === 0) return undefined;
  const size = context.genesis.committee.members.length;
  return { validators: size, quorum: quorumSize(size), faultyMax: faultyMax(size), conflicts };
}

/** The context together with the known committees. */
interface Known extends ForensicsContext {
  readonly committees: CommitteeBook;
}

/** Follows the changes of committee that a correct validator accepted as certified. */
function committeesIn(
  testimonies: readonly Testimony[],
  { genesis }: ForensicsContext,
): CommitteeBook {
  const committees = createCommitteeBook(genesis.committee);
  for (const { facts, isTaken } of testimonies) if (isTaken) committees.certified(facts);
  return committees;
}

function validSignatures(
  { facts, claimed }: Testimony,
  { committees, verifier }: Known,
): ReadonlyMap<Address, Signature> {
  const valid = new Map<Address, Signature>();
  for (const key of keysIn(committees)) {
    const signature = [...(claimed.get(key) ?? [])].find((each) =>
      verifies(verifier, key, facts.signingBytes, each),
    );
    if (signature !== undefined) valid.set(key, signature);
  }
  return valid;
}

function keysIn(committees: CommitteeBook): readonly Address[] {
  const members = committees.all().flatMap((committee) => committee.members);
  return [...new Set(members.map(({ validator }) => validator.address))];
}

function conflictOf(group: readonly SignedRival[], context: Known): Conflict | undefined {
  const signed = group.filter(({ signatures }) => signatures.size > 0);
  const certified = signed.filter((rival) => rival.testimony.isTaken || rival.hasQuorum);
  // A correct validator that signed twice is to blame, whatever was certified besides.
  const isWrong = culpritsOf(signed, context).some(({ isFaulty }) => !isFaulty);
  const rivals = isWrong ? signed : certified;
  const culprits = culpritsOf(rivals, context);
  const [first] = rivals;
  if (first === undefined || rivals.length < 2) return undefined;
  const { sender, nonce } = first.testimony.facts.transaction;
  return {
    sender: context.nameOf(sender),
    address: sender,
    nonce,
    rivals: rivals.map((rival) => showRival(rival, context)),
    intersection: culprits
      .filter(({ signatures }) => signatures.length === rivals.length)
      .map(({ name }) => name),
    culprits,
    ...judge(rivals, culprits, context),
  };
}

function culpritsOf(
  rivals: readonly SignedRival[],
  { committees, nameOf, isCorrect }: Known,
): readonly Culprit[] {
  // Keys change with epochs; the validators that sign with them stay.
  const keys = new Map<string, Address[]>();
  for (const key of keysIn(committees)) {
    keys.set(nameOf(key), [...(keys.get(nameOf(key)) ?? []), key]);
  }
  return [...keys].flatMap(([name, own]) => {
    const given = rivals.flatMap(({ testimony, signatures }) => {
      const key = own.find((each) => signatures.has(each));
      const signature = key && signatures.get(key);
      if (key === undefined || signature === undefined) return [];
      return [{ key, transactionId: testimony.facts.id, signature }];
    });
    const [first] = given;
    if (first === undefined || given.length < 2) return [];
    const signatures = given.map(
      ({ key, ...signature }): RivalSignature =>
        key === first.key ? signature : { ...signature, key },
    );
    return [{ name, key: first.key, isFaulty: !isCorrect(name), signatures }];
  });
}

function showRival(
  { testimony: { facts }, signatures, hasQuorum }: SignedRival,
  context: Known,
): Rival {
  const { sender, operations } = facts.transaction;
  return {
    transactionId: facts.id,
    summary: `${context.nameOf(sender)} ${clauseOf(operations, context)}`,
    message: bytesToHex(facts.signingBytes),
    signers: [...signatures.keys()].map(context.nameOf),
    hasQuorum,
  };
}

function judge(
  rivals: readonly SignedRival[],
  culprits: readonly Culprit[],
  context: Known,
): Pick<Conflict, 'finding' | 'verdict'> {
  const wrong = culprits.filter(({ isFaulty }) => !isFaulty).map(({ name }) => name);
  if (wrong.length > 0) {
    const who = wrong.length === 1 ? 'a correct validator' : 'correct validators';
    return bug(`${who} signed twice: ${wrong.join(' ')}`);
  }
  const short = rivals.find(({ hasQuorum }) => !hasQuorum);
  if (short !== undefined) return bug(tooFew(short, context));
  return twiceInOne(rivals, culprits, context) ?? twiceInSeveral(rivals, context);
}

function tooFew({ signatures }: SignedRival, { committees }: Known): string {
  const [signer] = signatures.keys();
  const [home = committees.running()] = signer === undefined ? [] : committees.of(signer);
  const size = home.members.length;
  return `${signatures.size} of ${counted(size, 'signature')} passed for a quorum of ${quorumSize(size)}`;
}

/** Two quorums of one committee share more than f of its members. */
function twiceInOne(
  rivals: readonly SignedRival[],
  culprits: readonly Culprit[],
  context: Known,
): Pick<Conflict, 'finding' | 'verdict'> | undefined {
  const committee = context.committees.all().find((each) => {
    const own = rivals.filter(({ signatures }) => isQuorumOf(each, new Set(signatures.keys())));
    return own.length > 1;
  });
  if (committee === undefined) return undefined;
  const names = namesIn(committee, context);
  const liars = culprits.filter(({ name }) => names.includes(name));
  return broken(`${share(liars.length, committee)} lied, and f is ${faultyMax(names.length)}`);
}

/**
 * Quorums of two committees need not share a member: it is the committees that hand over to the
 * later one that must ensure that it signs no rival. If none of these committees has more than f
 * faulty members, a conflict is therefore a bug. Committees after the later one had no part in it.
 */
function twiceInSeveral(
  rivals: readonly SignedRival[],
  context: Known,
): Pick<Conflict, 'finding' | 'verdict'> {
  const all = context.committees.all();
  const certifying = all.filter((committee) =>
    rivals.some(({ signatures }) => isQuorumOf(committee, new Set(signatures.keys()))),
  );
  const last = Math.max(...certifying.map(({ epoch }) => epoch));
  for (const committee of all.filter(({ epoch }) => epoch <= last)) {
    const names = namesIn(committee, context);
    const faulty = names.filter((name) => !context.isCorrect(name)).length;
    const most = faultyMax(names.length);
    if (faulty <= most) continue;
    const where = `${share(faulty, committee)} of epoch ${committee.epoch}`;
    return broken(`${where} ${faulty === 1 ? 'is' : 'are'} faulty, and f is ${most}`);
  }
  return bug('two committees certified rivals, and no more than f members of any are faulty');
}

function namesIn({ members }: Committee, { nameOf }: Naming): readonly string[] {
  return members.map(({ validator }) => nameOf(validator.address));
}

function share(count: number, { members }: Committee): string {
  return `${count} of ${counted(members.length, 'validator')}`;
}

function broken(reason: string): Pick<Conflict, 'finding' | 'verdict'> {
  return { finding: 'assumption-broken', verdict: `assumption broken: ${reason}` };
}

function bug(reason: string): Pick<Conflict, 'finding' | 'verdict'> {
  return { finding: 'implementation-bug', verdict: `implementation bug: ${reason}` };
}
