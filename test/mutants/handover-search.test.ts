import { faultyMax, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Play, RIVAL, T } from './handover/play.ts';
import { ALL_INVARIANTS, violated } from './handover/violations.ts';
import { mutantOf } from './mutant-of.ts';

const HONEST = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const LIARS = ['y', 'z'];
const SHOWN = [[], [T], [RIVAL], [T, RIVAL]] as const;

/** A committee with as many liars as it tolerates, of 1, 2, 4, 4 or 7 members. */
const anyCommittee = fc
  .tuple(
    fc.constantFrom(1, 1, 2, 3, 3, 5),
    fc.shuffledSubarray(HONEST, { minLength: 5 }),
    fc.shuffledSubarray(LIARS, { minLength: 2 }),
  )
  .map(([size, honest, liars]) => [
    ...honest.slice(0, size),
    ...liars.filter((_, index) => index < faultyMax(size + index + 1)),
  ]);

/** What each honest operator is asked to sign, mostly one of the two. */
function anyAsks(mostly: 'T' | 'rival') {
  const least = mostly === 'T' ? 'rival' : 'T';
  const asked = fc.constantFrom(mostly, mostly, mostly, least, 'nothing');
  return fc.array(asked, { minLength: HONEST.length, maxLength: HONEST.length });
}

const anyWho = fc.subarray(HONEST, { maxLength: 2 });
const anyTurns = fc.nat({ max: 60 });

/** What happens from one change of committee to the next. */
function anyEpoch(mostly: 'T' | 'rival') {
  return fc.record({
    asks: anyAsks(mostly),
    /** Those who get the certificate of T, if there is one. */
    settles: anyWho,
    cut: anyWho,
    restarted: anyWho,
    lies: fc.array(fc.nat({ max: 3 }), { minLength: HONEST.length, maxLength: HONEST.length }),
    turns: anyTurns,
  });
}

const anyRun = fc.record({
  first: anyCommittee,
  before: anyEpoch('T'),
  changes: fc.array(
    fc.record({
      next: anyCommittee,
      told: fc.subarray(HONEST, { minLength: 1 }),
      /** How long the members have, before anything else happens. */
      turns: fc.oneof(anyTurns, fc.constant(400)),
      after: anyEpoch('rival'),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});
type Run = typeof anyRun extends fc.Arbitrary<infer Value> ? Value : never;

function pass(play: Play, { asks, settles, cut, restarted, lies, turns }: Run['before']): void {
  for (const [index, operator] of HONEST.entries()) {
    const asked = asks[index];
    if (asked === 'T' || asked === 'rival') play.ask([operator], asked === 'T' ? T : RIVAL);
  }
  play.deliver(settles, play.certificate(T));
  for (const liar of LIARS) {
    play.show(liar, (asker) => SHOWN[lies[HONEST.indexOf(asker)] ?? 0] ?? []);
  }
  play.network.run(turns);
  for (const operator of restarted) play.network.restart(operator);
  for (const operator of HONEST) play.network.mend(operator);
  for (const operator of cut) play.network.cut(operator);
}

/** Liars sign whatever there is to sign, under every key that has a seat. */
function lieUnderAll(play: Play): void {
  const { epoch, members } = play.running;
  for (const { validator } of members) {
    if (!LIARS.includes(validator.host)) continue;
    for (const envelope of [T, RIVAL]) play.lieUnder(validator.host, epoch, envelope);
  }
}

/** Changes the committee; the change reaches these validators, or one of the old committee. */
function changeTo(play: Play, next: readonly string[], told: readonly string[]): void {
  const old = play.running.members.map(({ validator }) => validator.host);
  const members = [...old, ...next];
  const change = play.change(
    next,
    told.filter((operator) => members.includes(operator)),
  );
  const { epoch } = play.running;
  if (members.some((each) => play.network.state(each).committees.length > epoch)) return;
  play.deliver(old.filter((each) => HONEST.includes(each)).slice(0, 1), change);
}

function calmDown(play: Play): void {
  for (const operator of HONEST) play.network.mend(operator);
  // A validator that comes up again tells the others of the change.
  for (const operator of HONEST) play.network.restart(operator);
  play.run();
}

function playOut({ first, before, changes }: Run, rules: ValidatorRules): Play {
  const later = [...HONEST, ...LIARS].filter((operator) => !first.includes(operator));
  const play = new Play({ first, later, liars: LIARS }, rules);
  lieUnderAll(play);
  pass(play, before);
  for (const { next, told, turns, after } of changes) {
    // Only members that serve sign a change.
    if (violated(play, ['change-completes']).length > 0) calmDown(play);
    changeTo(play, next, told);
    lieUnderAll(play);
    play.network.run(turns);
    pass(play, after);
  }
  calmDown(play);
  play.deliverAll();
  return play;
}

describe('a search for what goes wrong in a handover', () => {
  it('C4 to C9 finds nothing with right validators, though f of each committee lie', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        expect(violated(playOut(run, VALIDATOR_RULES), ALL_INVARIANTS)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it.each(['contested-free', 'own-pending-replaced', 'snapshot-without-certificates-believed'])(
    'finds %s',
    (id) => {
      const { validatorRules: rules } = mutantOf(id);
      const finds = fc.property(
        anyRun,
        (run) => violated(playOut(run, rules ?? VALIDATOR_RULES), ALL_INVARIANTS).length === 0,
      );
      const { failed } = fc.check(finds, { numRuns: 1_000, seed: 1, endOnFailure: true });
      expect(failed).toBe(true);
    },
  );
});
