import { type Committee, type Genesis, nonceKey, verifies } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import { type Address, bytesToHex, type Signature } from '@quorate/protocol';
import { type CommitteeBook, createCommitteeBook, isQuorumOf } from '../oracles/committee-book.ts';
import { faultyMax, quorumSize } from '../quorums.ts';
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
 * `assumption-broken`: more than f validators of a committee are faulty, so nothing was promised.
 * `implementation-bug`: a validator that should be correct signed twice, something short of a
 * quorum was taken for a certificate, or committees of which no more than f are faulty certified rivals.
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
  /** Ed25519 public key, hexadecimal; of several epochs, that of the first signature. */
  readonly key: string;
  /** Whether the scenario makes it faulty; of a correct one, two signatures are a bug. */
  readonly isFaulty: boolean;
  readonly signatures: readonly RivalSignature[];
}

/** Shows a signature, hexadecimal, over the message of a rival. */
export interface RivalSignature {
  readonly transactionId: string;
  /** Undefined where it is under the key of the culprit. */
  readonly key?: string;
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
  /** Whether they make a quorum of one committee. */
  readonly hasQuorum: boolean;
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

/** What is known of the committees besides. */
interface Known extends ForensicsContext {
  readonly committees: CommitteeBook;
}

/** Follows the changes that a correct validator took for certified. */
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
  const isDouble = certified.length > 1;
  const rivals = isDouble ? certified : signed;
  const culprits = culpritsOf(rivals, context);
  const [first] = rivals;
  if (first === undefined || !(isDouble || culprits.some(({ isFaulty }) => !isFaulty))) {
    return undefined;
  }
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
  // Keys come and go with epochs; who signs with them stays.
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
  return `${signatures.size} of ${size} signatures were taken for a quorum of ${quorumSize(size)}`;
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
  return broken(`${counted(liars.length, committee)} lied, and f is ${faultyMax(names.length)}`);
}

/**
 * Quorums of two committees need share nobody: that the later one signs no rival is for those to see to who hand
 * over to it, and where of none of them more than f are faulty, all of them were promised to. Who came after it had
 * no part in that.
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
    const where = `${counted(faulty, committee)} of epoch ${committee.epoch}`;
    return broken(`${where} are faulty, and f is ${most}`);
  }
  return bug('two committees certified rivals, and no more than f members of any are faulty');
}

function namesIn({ members }: Committee, { nameOf }: Naming): readonly string[] {
  return members.map(({ validator }) => nameOf(validator.address));
}

function counted(count: number, { members }: Committee): string {
  return `${count} of ${members.length} validators`;
}

function broken(reason: string): Pick<Conflict, 'finding' | 'verdict'> {
  return { finding: 'assumption-broken', verdict: `assumption broken: ${reason}` };
}

function bug(reason: string): Pick<Conflict, 'finding' | 'verdict'> {
  return { finding: 'implementation-bug', verdict: `implementation bug: ${reason}` };
}
