import { CHAOS } from '@quorate/devnet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OptionError } from '../command-error.ts';
import { faultInWords } from './fault-words.ts';
import { type FaultOptions, readFault } from './read-fault.ts';

/** Takes a line apart as a shell does, if it has no quotes within quotes. */
function wordsIn(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
}

/** Reads a fault from a line as the command does, with its options. */
function readLine(line: string) {
  const words: string[] = [];
  const options: Record<string, unknown> = {};
  const all = wordsIn(line);
  for (let index = 0; index < all.length; index += 1) {
    const word = all[index] ?? '';
    if (word === '--one-way') options['oneWay'] = true;
    else if (word === '--message') options['message'] = all.slice(index + 1).slice(0, 1);
    else if (word.startsWith('--')) options[word.slice(2)] = all[index + 1];
    else words.push(word);
    if (word.startsWith('--') && word !== '--one-way') index += 1;
  }
  return readFault(words, options as FaultOptions);
}

describe('a fault in words', () => {
  it.each([
    ['cut v4', { kind: 'cut', from: 'v4' }],
    ['cut v4 --for 30s', { kind: 'cut', from: 'v4', for: '30s' }],
    [
      'clog p1 v1,v2 --one-way',
      { kind: 'clog', from: 'p1', to: ['v1', 'v2'], direction: 'one-way' },
    ],
    ['crash v4 --for 5s', { kind: 'crash', node: 'v4', restartAfter: '5s' }],
    ['slow v1 delay=1s --id late', { kind: 'slow', node: 'v1', delay: '1s', id: 'late' }],
    ["cut '*' v1", { kind: 'cut', from: '*', to: 'v1' }],
    [
      "degrade p1 link.drop=0.2 'link.delay={dist: const, mean: 50 ms}'",
      { kind: 'degrade', from: 'p1', link: { drop: 0.2, delay: { dist: 'const', mean: '50 ms' } } },
    ],
    [
      'clog p1 only.about=ab --message SubmitTransaction --account alice',
      {
        kind: 'clog',
        from: 'p1',
        only: { about: 'ab', message: 'SubmitTransaction', account: 'alice' },
      },
    ],
    ['\'{"kind": "pause", "node": "v1"}\' --for 1s', { kind: 'pause', node: 'v1', for: '1s' }],
    [
      '\'{"kind": "crash", "node": "v1"}\' --for 1s',
      { kind: 'crash', node: 'v1', restartAfter: '1s' },
    ],
    [
      '\'{"kind": "clog", "only": {"message": "Request"}}\' --account alice',
      { kind: 'clog', only: { message: 'Request', account: 'alice' } },
    ],
  ])('%s', (line, fault) => {
    expect(readLine(line)).toEqual(fault);
  });

  it.each([
    [['cut', 'v1', 'v2', 'v3'], 'fault: "v3": expected at most from and to'],
    [['crash', 'v1', 'v2'], 'fault: "v2": expected at most node'],
    [['slow', 'v1', 'delay={'], 'fault: "delay={" cannot be read: '],
    [['slow', 'v1', 'kind.x=1'], 'fault: "kind.x=1": kind has a value already'],
    [['{"kind": '], 'cannot be read: '],
  ])('is refused if it makes no sense: %j', (words, message) => {
    expect(() => readFault(words, {})).toThrow(OptionError);
    expect(() => readFault(words, {})).toThrow(message);
  });

  it('is written as it is read', () => {
    const name = fc.constantFrom('v1', 'v2', 'p1', 'http');
    const ends = fc.oneof(name, fc.array(name, { minLength: 2, maxLength: 3 }));
    const only = fc.record(
      { message: fc.constantFrom('Request', 'Response Signed'), about: fc.constant('ab') },
      { requiredKeys: ['message'] },
    );
    const fault = fc.record(
      {
        kind: fc.constantFrom('cut', 'clog', 'degrade'),
        from: fc.oneof(fc.constant('*'), ends),
        to: ends,
        direction: fc.constant('one-way'),
        for: fc.constant('30 s'),
        only,
        link: fc.record({ drop: fc.constantFrom(0, 0.5, 1) }),
      },
      { requiredKeys: ['kind', 'from'] },
    );
    fc.assert(
      fc.property(fault, (given) => {
        expect(readLine(faultInWords({ ...given, id: 'f1' }))).toEqual(given);
      }),
    );
  });

  it('says what a liar does', () => {
    const acts = [
      { act: 'lie', about: 'balance', by: '5', only: { senders: ['alice'] } },
      { act: 'withhold', kinds: ['sign', 'query'], times: 2 },
    ];
    const fault = { kind: 'byzantine', node: 'v4', acts, for: '30 s' };
    const line =
      'byzantine v4 \'acts=[{act: lie, about: balance, by: "5", only: {senders: [alice]}}, ' +
      "{act: withhold, kinds: [sign, query], times: 2}]' --for '30 s'";
    expect(faultInWords({ id: 'f1', ...fault })).toBe(line);
    expect(readLine(line)).toEqual(fault);
  });

  it('leaves nothing out of what a devnet can start with', () => {
    for (const { faultsAmong } of Object.values(CHAOS)) {
      for (const { id, ...fault } of faultsAmong(['v1', 'v2'])) {
        expect(readLine(faultInWords({ id, ...fault }))).toEqual(fault);
      }
    }
  });
});
