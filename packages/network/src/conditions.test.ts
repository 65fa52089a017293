import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createConditions,
  type Held,
  type NetworkConditions,
  type Sent,
  type Span,
} from './conditions.ts';
import type { LinkModel } from './link-model.ts';

const BASE: LinkModel = { delay: { kind: 'const', mean: 5n }, drop: 0.1, burst: 2 };
const QUIET: LinkModel = { delay: BASE.delay, drop: 0 };
const NODES = ['a', 'b', 'c'] as const;
const LINKS = NODES.flatMap((from) => NODES.map((to) => [from, to] as const));

const between =
  (sender: string, receiver: string): Span =>
  (from, to) =>
    from === sender && to === receiver;
const everywhere: Span = () => true;

const sent = (to: string, message?: unknown): Sent => ({ from: 'a', to, message });
const held = (to: string, goOn: Held['goOn'], message?: unknown): Held => ({
  ...sent(to, message),
  place: 0,
  goOn,
  arrive: () => undefined,
  lose: () => undefined,
});

/** Sends a message over a clogged link; it writes down its name when it goes on. */
function hold(conditions: NetworkConditions, name: string, log: string[]): void {
  const goOn = (rank: bigint) => {
    const clog = conditions.clogOf(sent('b'));
    if (clog === undefined) log.push(`${name}${rank}`);
    else clog.keep(held('b', goOn));
  };
  conditions.clogOf(sent('b'))?.keep(held('b', goOn));
}

type Act = 'cut' | 'clog' | 'degrade' | 'end';

/** Makes links worse, ends the earliest trouble, and asks for links and sends after each act. */
function meddle(conditions: NetworkConditions, acts: readonly Act[], log: string[]): void {
  const ends: (() => void)[] = [];
  const perform: Readonly<Record<Act, () => void>> = {
    cut: () => ends.push(conditions.cut(everywhere)),
    clog: () => ends.push(conditions.clog(everywhere)),
    degrade: () => ends.push(conditions.degrade(everywhere, { drop: 1 })),
    end: () => ends.shift()?.(),
  };
  for (const act of acts) {
    perform[act]();
    for (const link of LINKS) conditions.link(...link);
    hold(conditions, 'x', log);
  }
}

/** Degrades some links, ends the degradation of this number, or heals a link. */
const turn = fc.oneof(
  fc.constantFrom<Partial<LinkModel>>({ drop: 0.5 }, { drop: 1 }, { burst: 7 }),
  fc.nat({ max: 3 }),
  fc.constant('heal' as const),
);
type Turn = Partial<LinkModel> | number | 'heal';

function takeTurns(conditions: NetworkConditions, turns: readonly Turn[], before: () => void) {
  const ends: (() => void)[] = [];
  for (const next of turns) {
    before();
    if (next === 'heal') conditions.heal(between('a', 'b'));
    else if (typeof next === 'number') ends[next]?.();
    else ends.push(conditions.degrade((from) => from !== 'c', next));
  }
}

describe('createConditions', () => {
  it('cuts and clogs the links it is told to, until each end', () => {
    const conditions = createConditions(() => BASE);
    const endCut = conditions.cut(between('a', 'b'));
    const endOther = conditions.cut(everywhere);
    expect(conditions.isCut('b', 'a')).toBe(true);
    endOther();
    expect(LINKS.filter((link) => conditions.isCut(...link))).toEqual([['a', 'b']]);
    endCut();
    endCut();
    expect(LINKS.filter((link) => conditions.isCut(...link))).toEqual([]);
  });

  it('lets what a clog kept go on in order, and what another clog holds wait for that', () => {
    const conditions = createConditions(() => BASE);
    const log: string[] = [];
    const endFirst = conditions.clog(everywhere);
    hold(conditions, 'x', log);
    const endSecond = conditions.clog(between('a', 'b'));
    hold(conditions, 'y', log);
    endFirst();
    hold(conditions, 'z', log);
    expect(log).toEqual([]);
    endSecond();
    expect(log).toEqual(['x0', 'y1', 'z2']);
  });

  it('puts the latest overlay in place of what a link was, key by key', () => {
    const conditions = createConditions(() => BASE);
    const endSlow = conditions.degrade(everywhere, { delay: { kind: 'const', mean: 9n } });
    const endLossy = conditions.degrade(between('a', 'b'), { drop: 0.5 });
    conditions.degrade(between('a', 'b'), { drop: 0.7 });
    expect(conditions.link('a', 'b')).toEqual({
      delay: { kind: 'const', mean: 9n },
      drop: 0.7,
      burst: 2,
    });
    endSlow();
    endLossy();
    expect(conditions.link('a', 'b')).toEqual({ ...BASE, drop: 0.7 });
    expect(conditions.link('b', 'a')).toEqual(BASE);
  });

  it('says the same of a link whether or not anybody has asked for it before', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), (turns) => {
        const [asked, unasked] = [createConditions(() => BASE), createConditions(() => BASE)];
        takeTurns(unasked, turns, () => undefined);
        takeTurns(asked, turns, () => LINKS.map((link) => asked.link(...link)));
        for (const link of LINKS) expect(asked.link(...link)).toEqual(unasked.link(...link));
      }),
    );
  });

  it('heals links to delays only, whatever happened to them and whatever comes', () => {
    const act = fc.constantFrom<Act>('cut', 'clog', 'degrade', 'end');
    fc.assert(
      fc.property(fc.array(act), fc.array(act), (before, after) => {
        const conditions = createConditions(() => BASE);
        const log: string[] = [];
        meddle(conditions, before, log);
        conditions.heal(everywhere);
        const released = log.length;
        meddle(conditions, after, log);
        expect(log).toHaveLength(released);
        for (const link of LINKS) {
          expect(conditions.link(...link)).toEqual(QUIET);
          expect([
            conditions.isCut(...link),
            conditions.clogOf({ from: link[0], to: link[1], message: 'x' }),
          ]).toEqual([false, undefined]);
        }
      }),
    );
  });

  it('leaves the troubles of other links as they are', () => {
    const conditions = createConditions(() => BASE);
    const log: string[] = [];
    const end = conditions.cut(everywhere);
    conditions.clog(everywhere);
    hold(conditions, 'kept', log);
    conditions.degrade(everywhere, { drop: 1 });
    conditions.heal(between('b', 'a'));
    end();
    conditions.degrade(everywhere, { drop: 0.3 });
    conditions.heal(everywhere);
    expect(LINKS.filter((link) => !conditions.isCut(...link))).toEqual([['b', 'a']]);
    expect([conditions.link('b', 'a'), conditions.link('a', 'b')]).toEqual([
      QUIET,
      { ...BASE, drop: 1 },
    ]);
    expect(log).toEqual([]);
  });

  it('releases nothing on a link that is not healed, and nothing twice', () => {
    const conditions = createConditions(() => BASE);
    const log: string[] = [];
    const goOn = (link: string) => () => log.push(link);
    const end = conditions.clog(between('a', 'b'));
    conditions.clogOf(sent('b'))?.keep(held('b', goOn('a to b')));
    end();
    end();
    conditions.clog(everywhere);
    for (const to of ['b', 'c']) {
      conditions.clogOf(sent(to))?.keep(held(to, goOn(`a to ${to}, later`)));
    }
    conditions.heal(between('a', 'c'));
    expect(log).toEqual(['a to b', 'a to c, later']);
  });
});
