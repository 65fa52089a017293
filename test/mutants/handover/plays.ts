import { certificateBy } from '@quorate/testkit';
import { CONTINUING_KEYS, ONE_KEY_FOR_BOTH } from '@quorate/testkit/epoch-network';
import { type Cast, type Play, pay, RIVAL, T } from './play.ts';
import type { InvariantName } from './violations.ts';

/** An execution that is safe with right validators and breaks an invariant with wrong ones. */
export interface Execution {
  /** The mutant that it is for. */
  readonly mutant: string;
  /** The sizes of the committees, one after the other. */
  readonly sizes: string;
  /** Why no smaller committees show it; undefined if it only repeats another at another size. */
  readonly smallest: string | undefined;
  readonly breaks: InvariantName;
  readonly cast: Cast;
  readonly play: (play: Play) => void;
}

/** Sizes, why smaller ones do not do, and a cast for them. */
type Setting = Pick<Execution, 'sizes' | 'smallest' | 'cast'>;

const FOUR = ['a', 'b', 'c', 'd'];
const LIAR = ['d'];
const NOTHING = () => [];

/** One member, and another that comes after it. */
const ONE_TO_ONE: Setting = {
  sizes: '1 → 1',
  smallest: 'no committee is smaller',
  cast: { first: ['a'], later: ['w'] },
};

/** Two members, one of whom stays. */
const TWO_TO_ONE = { sizes: '2 → 1', cast: { first: ['a', 'b'], later: [] } } as const;

/** Four members, of whom d lies, and one that comes after them. */
const FOUR_AND_ONE: Cast = { first: FOUR, later: ['w'], liars: LIAR };

/** Four members, of whom d lies; r leaves, and w comes. */
const FOUR_TO_FOUR: Cast = { first: ['r', 'k1', 'k2', 'd'], later: ['w'], liars: LIAR };

const NO_RIVAL_WITHOUT_LIARS =
  'where f is 0 a quorum is everybody, so nobody can hold the rival of what is certified';

/** The committee changes, and everybody does what there is to do. */
function handOver(play: Play, next: readonly string[], told: readonly string[]): void {
  play.change(next, told);
  play.run();
}

/** The same, to one member, while nobody hears a. */
function handOverWithoutA(play: Play, next: string): void {
  play.network.cut('a');
  handOver(play, [next], ['b', 'c']);
}

/** T is certified by a, b and the liar; c has not heard of it, and the liar denies it. */
function certifyT(play: Play): void {
  play.ask(['a', 'b'], T);
  play.lieUnder('d', 0, T);
}

/** T is certified, c holds its rival, and the liar shows neither. */
function certifyBesideRival(play: Play): void {
  certifyT(play);
  play.ask(['c'], RIVAL);
  play.show('d', NOTHING);
}

/** T is signed by a, and its rival by b, which alone stays; then T is submitted again. */
function askForRivalOfOwn(play: Play): void {
  play.ask(['a'], T);
  play.ask(['b'], RIVAL);
  handOver(play, ['b'], ['a', 'b']);
  play.ask(['b'], T);
}

/** T has the signatures of r and the liar when r leaves, and k1 alone is shown it. */
function showTToOne(play: Play): void {
  play.network.cut('r');
  play.show('d', (asker) => (asker === 'k1' ? [T] : [RIVAL]));
}

/** In the next epoch k1 signs T, and all others its rival. */
function signBoth(play: Play): void {
  play.ask(['k1'], T);
  play.ask(['k2', 'w'], RIVAL);
  play.lieUnder('d', 1, RIVAL);
}

/** Mutants of freezing, telling and showing (rules C4, C5). */
const ENDINGS: readonly Execution[] = [
  {
    mutant: 'freeze-skipped',
    ...ONE_TO_ONE,
    breaks: 'unique-certificate',
    play: (play) => {
      handOver(play, ['w'], ['a']);
      // Its snapshot has shown nothing of T.
      play.ask(['a'], T);
      play.ask(['w'], RIVAL);
    },
  },
  {
    mutant: 'change-not-pushed',
    ...ONE_TO_ONE,
    breaks: 'change-completes',
    play: (play) => {
      handOver(play, ['w'], ['a']);
    },
  },
  {
    mutant: 'contested-not-shown',
    sizes: '4 → 1 → 1',
    smallest: NO_RIVAL_WITHOUT_LIARS,
    breaks: 'unique-certificate',
    cast: { first: FOUR, later: ['w', 'x'], liars: LIAR },
    play: (play) => {
      certifyBesideRival(play);
      handOver(play, ['w'], ['a', 'b', 'c']);
      handOver(play, ['x'], ['w']);
      play.ask(['x'], RIVAL);
    },
  },
];

/** Mutants of merging (rules C5, C6). */
const MERGES: readonly Execution[] = [
  {
    mutant: 'snapshot-without-certificates-believed',
    ...ONE_TO_ONE,
    breaks: 'unique-certificate',
    play: (play) => {
      play.ask(['a'], T);
      play.deliver(['a'], play.certificate(T));
      handOver(play, ['w'], ['a']);
      play.ask(['w'], RIVAL);
    },
  },
  {
    mutant: 'unsigned-lock-believed',
    sizes: '4 → 1',
    smallest: 'it takes a liar in the old committee: f is 0 below 4',
    breaks: 'no-honest-lock',
    cast: FOUR_AND_ONE,
    play: (play) => {
      play.show('d', () => [{ transaction: T.transaction, signature: RIVAL.signature }]);
      handOverWithoutA(play, 'w');
      play.ask(['w'], RIVAL);
    },
  },
  {
    mutant: 'merge-skipped-by-who-stays',
    sizes: '4 → 1',
    smallest: 'f + f′ ≥ q′ needs f ≥ 1, and with f = 1 and f′ = 0 a next committee of one',
    breaks: 'unique-certificate',
    cast: { first: FOUR, later: [], liars: LIAR },
    play: (play) => {
      certifyT(play);
      play.show('d', NOTHING);
      handOver(play, ['c'], ['a', 'b', 'c']);
      play.ask(['c'], RIVAL);
    },
  },
  {
    mutant: 'merge-skipped-by-who-stays',
    sizes: '7 → 4',
    smallest: undefined,
    breaks: 'unique-certificate',
    cast: {
      first: ['r1', 'r2', 'r3', 'k1', 'k2', 'd1', 'd2'],
      later: ['w'],
      liars: ['d1', 'd2'],
    },
    play: (play) => {
      play.ask(['r1', 'r2', 'r3'], T);
      for (const liar of ['d1', 'd2']) play.lieUnder(liar, 0, T);
      for (const liar of ['d1', 'd2']) play.show(liar, NOTHING);
      handOver(play, ['k1', 'k2', 'w', 'd1'], ['r1', 'r2', 'r3', 'k1', 'k2']);
      play.ask(['k1', 'k2', 'w'], RIVAL);
      play.lieUnder('d1', 1, RIVAL);
    },
  },
  {
    mutant: 'too-few-snapshots',
    sizes: '4 → 1',
    smallest: 'where f is 0 a quorum is everybody, and every snapshot shows what is certified',
    breaks: 'unique-certificate',
    cast: FOUR_AND_ONE,
    play: (play) => {
      certifyT(play);
      play.show('d', NOTHING);
      for (const each of ['a', 'b']) play.network.cut(each);
      handOver(play, ['w'], ['a', 'b', 'c']);
      play.ask(['w'], RIVAL);
      for (const each of ['a', 'b']) play.network.mend(each);
      play.run();
    },
  },
  {
    mutant: 'own-pending-replaced',
    ...TWO_TO_ONE,
    smallest: 'a committee of one has nobody who shows its member anything else',
    breaks: 'no-double-sign',
    play: askForRivalOfOwn,
  },
  {
    mutant: 'own-pending-replaced',
    sizes: '4 → 1',
    smallest: undefined,
    breaks: 'unique-certificate',
    cast: { first: FOUR, later: [], liars: LIAR },
    play: (play) => {
      certifyT(play);
      play.ask(['c'], RIVAL);
      play.show('d', () => [RIVAL]);
      handOverWithoutA(play, 'b');
      play.ask(['b'], RIVAL);
    },
  },
  {
    mutant: 'contested-free',
    ...TWO_TO_ONE,
    smallest: 'a correct member holds one of two rivals, so it takes two to show both',
    breaks: 'no-double-sign',
    play: askForRivalOfOwn,
  },
  {
    mutant: 'contested-free',
    sizes: '4 → 1',
    smallest: undefined,
    breaks: 'unique-certificate',
    cast: FOUR_AND_ONE,
    play: (play) => {
      certifyBesideRival(play);
      handOver(play, ['w'], ['a', 'b', 'c']);
      play.ask(['w'], RIVAL);
    },
  },
  {
    mutant: 'shown-signed-unadmitted',
    sizes: '4 → 1',
    smallest:
      'a correct member locks nothing inadmissible, so a liar has to show it: f is 0 below 4',
    breaks: 'no-overdraft-certified',
    cast: FOUR_AND_ONE,
    play: (play) => {
      const overdraft = pay('bob', 1_000n);
      play.show('d', () => [overdraft]);
      handOverWithoutA(play, 'w');
      play.lieUnder('d', 0, overdraft);
      play.ask(['w'], overdraft);
    },
  },
];

/** Lets validators authorise a change that its operators have signed, and settles it if they do. */
function changeIfAdmitted(play: Play, next: readonly string[], told: readonly string[]): boolean {
  const before = play.running;
  play.network.join(next, before.epoch + 1);
  const change = play.network.proposal(before, next);
  play.ask(told, change);
  const admitted = play.certificate(change);
  if (admitted === undefined) return false;
  play.settleChange(next, told, admitted);
  return true;
}

/** Mutants that mix up keys, roles and epochs (rules C1, C3, C8, C9). */
const ROLES: readonly Execution[] = [
  {
    mutant: 'keys-continue',
    sizes: '1 → 4',
    smallest:
      'somebody has to sign T in the new epoch beside a quorum for its rival: q′ < n′, so n′ ≥ 4',
    breaks: 'unique-certificate',
    cast: { first: ['k'], later: ['v', 'w', 'd'], liars: LIAR, keys: CONTINUING_KEYS },
    play: (play) => {
      changeIfAdmitted(play, ['k', 'v', 'w', 'd'], ['k']);
      play.run();
      // The signature of k belongs to the new committee, and by its key completes a quorum of the
      // old one.
      play.ask(['k'], T);
      play.ask(['v', 'w'], RIVAL);
      play.lieUnder('d', 1, RIVAL);
    },
  },
  {
    mutant: 'keys-continue',
    sizes: '4 → 4',
    smallest: undefined,
    breaks: 'unique-certificate',
    cast: { ...FOUR_TO_FOUR, keys: CONTINUING_KEYS },
    play: (play) => {
      play.ask(['r'], T);
      play.lieUnder('d', 0, T);
      if (changeIfAdmitted(play, ['k1', 'k2', 'w', 'd'], ['r', 'k1', 'k2'])) {
        showTToOne(play);
      }
      play.run();
      signBoth(play);
    },
  },
  {
    mutant: 'validator-key-authorises',
    ...ONE_TO_ONE,
    breaks: 'roles-apart',
    cast: { ...ONE_TO_ONE.cast, keys: ONE_KEY_FOR_BOTH },
    play: (play) => {
      changeIfAdmitted(play, ['w'], ['a']);
      play.run();
    },
  },
  {
    mutant: 'two-epochs-added-up',
    sizes: '2 → 2',
    smallest: 'in a committee of one the signature of its member is a quorum by itself',
    breaks: 'certificate-valid',
    cast: { first: ['a', 'b'], later: ['c', 'd'] },
    play: (play) => {
      play.ask(['a'], T);
      handOver(play, ['c', 'd'], ['a', 'b']);
      play.ask(['c'], T);
      play.deliver(['c', 'd'], play.everySignature(T));
    },
  },
  {
    mutant: 'two-epochs-added-up',
    sizes: '4 → 4',
    smallest: undefined,
    breaks: 'convergence',
    cast: FOUR_TO_FOUR,
    play: (play) => {
      play.ask(['r'], T);
      play.lieUnder('d', 0, T);
      showTToOne(play);
      handOver(play, ['k1', 'k2', 'w', 'd'], ['r', 'k1', 'k2']);
      signBoth(play);
      play.deliver(['k1'], play.everySignature(T));
      play.deliver(['k2', 'w'], play.certificate(RIVAL));
    },
  },
  {
    mutant: 'change-by-one-operator',
    sizes: '2 → 1',
    smallest: 'the operator of a committee of one is its quorum',
    breaks: 'epoch-agreement',
    cast: { first: ['a', 'b'], later: ['w', 'x'] },
    play: (play) => {
      play.network.join(['w', 'x'], 1);
      const alone = play.network.proposalByOne(play.running, ['x']);
      const together = play.network.proposal(play.running, ['w']);
      for (const change of [alone, together]) play.ask(['a', 'b'], change);
      const unauthorised = play.certificate(alone);
      const authorised = play.certificate(together);
      play.deliver(['a'], unauthorised);
      if (authorised !== undefined) play.settleChange(['w'], ['a', 'b'], authorised);
      play.run();
    },
  },
  {
    mutant: 'leaked-keys-believed',
    ...ONE_TO_ONE,
    breaks: 'convergence',
    play: (play) => {
      handOver(play, ['w'], ['a']);
      play.ask(['w'], T);
      play.deliver(['a'], play.certificate(T));
      // With the key of a, anybody can make a certificate of the ended epoch.
      play.deliver(['w'], certificateBy([play.keys.keyOf('a', 0)], RIVAL));
    },
  },
];

/** Mutants of settling a change (rules C3, D4). */
const CHANGES: readonly Execution[] = [
  {
    mutant: 'change-before-its-requests',
    ...ONE_TO_ONE,
    breaks: 'epoch-agreement',
    play: (play) => {
      play.network.join(['w'], 1, ['a']);
      const change = play.network.change(play.running, ['w']);
      play.settleChange(['w'], ['a', 'w'], change);
      play.run();
    },
  },
  {
    mutant: 'change-without-effect',
    ...ONE_TO_ONE,
    breaks: 'change-completes',
    play: (play) => {
      handOver(play, ['w'], ['a']);
    },
  },
];

/** The executions that tell wrong handovers from right ones, each with the smallest committees. */
export const EXECUTIONS: readonly Execution[] = [...ENDINGS, ...MERGES, ...ROLES, ...CHANGES];
