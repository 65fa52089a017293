import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RecordedEvent, recordRun } from '@quorate/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { writtenTerminal } from '../../test/quorate.ts';
import { brokenDoubleSpend, firstPayment } from '../../test/sample-result.ts';
import { headerOf, renderTrace } from '../artefacts/trace-file.ts';
import { OptionError } from '../command-error.ts';
import { type ReplayOptions, replay } from './replay.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SCENARIO = 'version: 1\nname: x\ncluster: { validators: 4, clients: {} }\nworkload: []\n';

const EVENTS: readonly RecordedEvent[] = [
  { event: 1, at: 0n, from: '', to: 'alice', kind: 'Execute', changes: [] },
  {
    event: 2,
    at: 12_345_678n,
    from: 'alice',
    to: 'v1',
    kind: 'SubmitTransaction',
    transactionId: 'c4'.repeat(32),
    about: 'alice pays bob 100',
    verdict: 'Signed',
    stateDigest: '5d'.repeat(32),
    changes: ['alice is locked on c4c4c4c4'],
  },
  {
    event: 13,
    at: 112_000_000n,
    from: 'p1',
    to: 'v1',
    kind: 'SubmitCertificate',
    transactionId: 'c4'.repeat(32),
    about: 'alice pays bob 100',
    signers: ['v1', 'v2', 'v3'],
    verdict: 'Settled',
    changes: ['alice holds 900, had 1000', 'alice is free'],
  },
];

/** Keeps a failure with these events, and gives its folder. */
function keep(name: string, events: readonly RecordedEvent[] = EVENTS): string {
  const kept = join(folder, name);
  mkdirSync(kept);
  writeFileSync(join(kept, 'scenario.yaml'), SCENARIO);
  writeFileSync(join(kept, 'trace.ndjson'), renderTrace(headerOf(brokenDoubleSpend), events));
  return kept;
}

/** Forms of a trace that was not written to its end, or not by quorate. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  cut: (text) => text.slice(0, -20),
  'cut-at-its-end': (text) => text.slice(0, -1),
  patched: (text) => `${text.slice(0, -20)}\n`,
  seedless: (text) => text.replace(/"seed":"[^"]*"/, '"seed":"x"'),
  newer: (text) => text.replace('"format":1', '"format":2'),
};

const kept = keep('kept');
const other = join(folder, 'other.yaml');
writeFileSync(other, SCENARIO);
mkdirSync(join(folder, 'empty'));

interface Call {
  readonly path: string;
  readonly options?: ReplayOptions;
  readonly events?: readonly RecordedEvent[];
  readonly result?: typeof firstPayment;
  /** What a person types; absent if nobody is at a terminal. */
  readonly typed?: readonly string[];
}

async function call({ path, options = {}, events = EVENTS, result = firstPayment, typed }: Call) {
  const { terminal: plain, written } = writtenTerminal();
  const seen: unknown[] = [];
  const record: typeof recordRun = (_scenario, given) => {
    seen.push(given);
    const { until } = given ?? {};
    const limit = until?.kind === 'events' ? until.count : result.events;
    const reached = { ...result, events: Math.min(limit, result.events) };
    return {
      result: reached,
      events,
      losses: [],
      messages: [],
      transactions: [],
      forensics: undefined,
      excess: undefined,
    };
  };
  const lines = typed?.values();
  const terminal = {
    ...plain,
    ...(lines === undefined ? {} : { nextLine: async () => lines.next().value }),
  };
  const code = await replay(path, options, terminal, record);
  return { code, seen, ...written };
}

describe('replay', () => {
  it('runs artefacts again with the recorded seed, and says that nothing differs', async () => {
    const { code, seen, out } = await call({ path: kept, result: brokenDoubleSpend });
    expect(seen).toEqual([{ seed: 0x5eedn }]);
    expect(out).toMatch(/^Invariants$/m);
    expect(out).toContain(`replay     npx quorate replay ${kept}\n`);
    expect(out).toMatch(/\nthe same as recorded, 3 lines of trace compared\n$/);
    expect(code).toBe(1);
  });

  it.each(['scenario.yaml', 'trace.ndjson', 'stdout.txt'])(
    'finds the recording beside %s of a folder of artefacts',
    async (name) => {
      writeFileSync(join(kept, 'stdout.txt'), 'FAIL\n');
      const { out } = await call({ path: join(kept, name) });
      expect(out).toContain('the same as recorded');
    },
  );

  it('names the newest artefacts below a folder that holds none itself', async () => {
    for (const [day, name] of ['old', 'new', 'older'].entries()) {
      const own = join(folder, 'project', '.quorate', 'failures', name);
      mkdirSync(own, { recursive: true });
      writeFileSync(join(own, 'trace.ndjson'), '');
      utimesSync(join(own, 'trace.ndjson'), 0, [2, 3, 1][day] ?? 0);
    }
    const root = join(folder, 'project', '.quorate');
    const newest = `; the newest are in ${join(root, 'failures', 'new')}\n`;
    for (const path of [dirname(root), root, join(root, 'failures')]) {
      expect((await call({ path })).err).toContain(newest);
    }
  });

  it.each([
    ['a scenario file', { path: other }, {}],
    ['a file and a seed', { path: other, options: { seed: 7n } }, { seed: 7n }],
    ['artefacts under another seed', { path: kept, options: { seed: 7n } }, { seed: 7n }],
  ] as const)('compares %s with nothing', async (_, given, options) => {
    const { code, seen, out } = await call(given);
    expect(seen).toEqual([options]);
    expect(out).not.toContain('recorded');
    expect(code).toBe(0);
  });

  it.each([
    ['a count', { until: '2' }, { until: { kind: 'events', count: 2 } }],
    ['a time', { until: '1.5 s' }, { until: { kind: 'time', at: 1_500_000_000n } }],
    ['a time without a space', { until: '20ms' }, { until: { kind: 'time', at: 20_000_000n } }],
    ['full crypto', { fullCrypto: true }, { crypto: 'full' }],
  ] as const)('hands on %s', async (_, options, expected) => {
    const { seen } = await call({ path: kept, options });
    expect(seen[0]).toEqual({ seed: 0x5eedn, ...expected });
  });

  it('shows the state where it stops, and compares as far as it went', async () => {
    const events = EVENTS.slice(0, 2);
    const { code, out } = await call({ path: kept, options: { until: '2' }, events });
    expect(out).toMatch(/SubmitTransaction c4c4c4c4 \(alice pays bob 100\) => Signed\n/);
    expect(out).toMatch(/^Accounts$/m);
    expect(out).not.toMatch(/^Invariants$/m);
    expect(out).toMatch(/stopped after 2 events and 312 ms: first-payment, seed 0x1\n/);
    expect(out).toMatch(/the same as recorded, 2 lines of trace compared\n$/);
    expect(code).toBe(0);
  });

  it('shows the last five events before where it stops', async () => {
    const events = [...EVENTS, ...EVENTS];
    const { out } = await call({ path: other, options: { until: '13' }, events });
    expect(out.match(/^ *\d+ +\d+\.\d{3} ms/gm)).toHaveLength(5);
  });

  it.each([['42'], ['99999'], ['60 s']])(
    'gives the verdict of a run that --until %s does not stop before its end',
    async (until) => {
      const { code, out } = await call({
        path: kept,
        options: { until },
        result: brokenDoubleSpend,
      });
      expect(code).toBe(1);
      expect(out).toMatch(/^ +1 +0.000 ms +alice +Execute$/m);
      expect(out).toMatch(/^FAIL unique-certificate /m);
      expect(out).not.toContain('stopped after');
      expect(out).toMatch(/the same as recorded, 3 lines of trace compared\n$/);
    },
  );

  it('counts as drift what a run that reached its end lacks', async () => {
    const events = EVENTS.slice(0, 2);
    expect((await call({ path: kept, options: { until: '99' }, events })).code).toBe(5);
  });

  it('has no verdict yet just before the end', async () => {
    const given = { path: kept, options: { until: '41' }, result: brokenDoubleSpend };
    const { code, out } = await call(given);
    expect(code).toBe(0);
    expect(out).toContain('stopped after 41 events');
  });

  it('shows event after event, and what each changed in a ledger', async () => {
    const { out } = await call({ path: kept, options: { step: true, until: '13' } });
    expect(out.slice(0, out.indexOf('\n\n') + 1)).toMatchInlineSnapshot(`
      " 1    0.000 ms  alice       Execute
       2   12.345 ms  alice → v1  SubmitTransaction c4c4c4c4 (alice pays bob 100) => Signed
                                  alice is locked on c4c4c4c4
      13  112.000 ms  p1 → v1     SubmitCertificate c4c4c4c4 (alice pays bob 100) signed by v1 v2 v3 => Settled
                                  alice holds 900, had 1000
                                  alice is free
      "
    `);
    // The steps are not shown again when the run stops.
    expect(out.match(/ SubmitCertificate /g)).toHaveLength(1);
  });

  it('says below an event which invariants were found broken there', async () => {
    const given = { path: kept, options: { step: true }, result: brokenDoubleSpend } as const;
    const { out } = await call(given);
    expect(out.split('\n').slice(3, 7)).toEqual([
      expect.stringContaining('13  112.000 ms  p1 → v1     SubmitCertificate c4c4c4c4'),
      `${' '.repeat(28)}alice holds 900, had 1000`,
      `${' '.repeat(28)}alice is free`,
      `${' '.repeat(28)}violates unique-certificate: two certificates for (alice, nonce 0)`,
    ]);
  });

  it('draws what happened, and says everything else on standard error', async () => {
    const options = { diagram: true } as const;
    const { code, out, err } = await call({ path: kept, options, result: brokenDoubleSpend });
    expect(out).toMatchInlineSnapshot(`
      "sequenceDiagram
        participant n0 as alice
        participant n1 as p1
        participant n2 as v1
        Note over n0: 1 Execute
        n0->>n2: 2 SubmitTransaction c4c4c4c4 (alice pays bob 100) =#62; Signed
        Note over n2: alice is locked on c4c4c4c4
        n1->>n2: 13 SubmitCertificate c4c4c4c4 (alice pays bob 100) signed by v1 v2 v3 =#62; Settled
        Note over n2: alice holds 900, had 1000<br/>alice is free
        Note over n0,n2: unique-certificate: two certificates for (alice, nonce 0)<br/>must hold: No two transactions for one (sender, nonce) are certified.
      "
    `);
    expect(err).toMatch(/^FAIL unique-certificate /m);
    expect(err).toMatch(/the same as recorded, 3 lines of trace compared\n$/);
    expect(code).toBe(1);
  });

  it('draws a run as far as it went, which has no verdict', async () => {
    const events = EVENTS.slice(0, 2);
    const options = { diagram: true, until: '2' } as const;
    const { code, out, err, seen } = await call({ path: kept, options, events });
    expect(out).not.toContain('SubmitCertificate');
    // A violation that happened before the limit may have been found only after it.
    expect(seen).toContainEqual({ seed: 0x5eedn });
    expect(err).toMatch(
      /\nstopped after 2 events .*\n\nthe same as recorded, 2 lines of trace compared\n$/s,
    );
    expect(code).toBe(0);
  });

  it('says when a diagram is longer than viewers show', async () => {
    const events = Array.from({ length: 180 }, () => EVENTS).flat();
    const { err } = await call({ path: other, options: { diagram: true }, events });
    expect(err).toMatch(
      /^[5-9]\d{4} characters of diagram: GitHub and others show no more than 50000; /,
    );
  });

  it.each([
    ['--step', { step: true }],
    ['--blame', { blame: true }],
  ] as const)('draws nothing beside %s', async (name, more) => {
    await expect(call({ path: kept, options: { diagram: true, ...more } })).rejects.toThrow(
      new OptionError(`--diagram prints the diagram and nothing else: leave out ${name}`),
    );
  });

  it('waits for a person after each event, until told to end', async () => {
    const options = { step: true, until: '13' } as const;
    const asked = await call({ path: kept, options, typed: ['\n', 'q\n'] });
    expect(asked.out).toMatch(/^Enter shows the next event, q and Enter end\n/);
    expect(asked.out).toContain('SubmitTransaction');
    expect(asked.out).not.toContain('SubmitCertificate');
    expect(asked.out).not.toContain('stopped after');
    const left = await call({ path: kept, options, typed: [] });
    expect(left.out).not.toContain('SubmitTransaction');
  });

  it('answers drift with exit code 5 and names the first event that differs', async () => {
    const events = EVENTS.map((event) => (event.event === 2 ? { ...event, to: 'v2' } : event));
    const { code, out } = await call({ path: kept, events, result: brokenDoubleSpend });
    expect(code).toBe(5);
    const drift = out.slice(out.indexOf('\nDRIFT'));
    expect(drift).toContain(
      'DRIFT the run is not the recorded one from event 2 on, line 3 of its trace\n',
    );
    const [head, rest] = [
      '{"event":2,"t":"12345678","from":"alice","to":',
      '"kind":"SubmitTransaction"',
    ];
    const what = `"transaction":"${'c4'.repeat(32)}","verdict":"Signed","digest":"${'5d'.repeat(32)}"}`;
    expect(drift).toMatch(new RegExp(`recorded +${head}"v1",${rest},${what}\n`));
    expect(drift).toMatch(new RegExp(`now +${head}"v2",${rest},${what}\n`));
  });

  it('takes another trace hash for drift, though each event is the recorded one, and only of a whole run', async () => {
    const rehashed = keep('rehashed');
    const file = join(rehashed, 'trace.ndjson');
    const { traceHash } = brokenDoubleSpend;
    const hash = 'ab'.repeat(32);
    writeFileSync(file, readFileSync(file, 'utf8').replace(traceHash, hash));
    const whole = await call({ path: rehashed, result: brokenDoubleSpend });
    expect(whole.code).toBe(5);
    expect(whole.out).toMatch(
      new RegExp(
        `hash in the first line is of another trace\n +recorded +${hash}\n +now +${traceHash}\n`,
      ),
    );
    const options = { until: '2' };
    const events = EVENTS.slice(0, 2);
    const part = await call({ path: rehashed, options, events, result: brokenDoubleSpend });
    expect([part.code, part.out.includes('DRIFT')]).toEqual([0, false]);
  });

  it('does not take ends of lines for drift: Git changes them where it is told to', async () => {
    const crlf = keep('crlf');
    for (const name of ['scenario.yaml', 'trace.ndjson']) {
      const file = join(crlf, name);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    }
    const { code, out } = await call({ path: crlf, result: brokenDoubleSpend });
    expect(out).toMatch(/\nthe same as recorded, 3 lines of trace compared\n$/);
    expect(code).toBe(1);
  });

  it('says, besides what it blames, that the run is not the recorded one', async () => {
    const events = EVENTS.slice(0, 2);
    const { code, out, err } = await call({ path: kept, options: { blame: true }, events });
    expect(err).toMatch(/breaks no invariant: .*\n\nDRIFT the run is not the recorded one/);
    expect({ code, out }).toEqual({ code: 5, out: '' });
  });

  it.each([
    ['shorter', EVENTS.slice(0, 2), 13, 'nothing: the run ends before'],
    ['longer', [...EVENTS, ...EVENTS], 1, 'nothing: it ends before'],
  ])('takes a %s run for drift too', async (_, events, event, said) => {
    const { code, out } = await call({ path: kept, events });
    expect(code).toBe(5);
    expect(out).toContain(`from event ${event} on`);
    expect(out).toContain(said);
  });

  it.each([
    ['missing', 'missing: no such file or folder'],
    ['empty', 'empty: no trace.ndjson in this folder'],
    ['alone', 'alone/scenario.yaml can be run on its own'],
    ['unreadable', 'unreadable/trace.ndjson: cannot be read (a folder, not a file)'],
    ['broken', 'broken/trace.ndjson: the first line is not the header of a trace'],
    ['newer', 'newer/trace.ndjson: the first line is not the header of a trace of format 1'],
    [
      'seedless',
      'seedless/trace.ndjson: expected a seed such as 0x5eed in the first line, not "x"',
    ],
    ['cut', 'cut/trace.ndjson: the last line, 4, is cut off: the file is incomplete'],
    ['cut-at-its-end', 'cut-at-its-end/trace.ndjson: the last line, 4, is cut'],
    ['patched', 'patched/trace.ndjson: the last line, 4, is cut'],
  ])('answers %s with exit code 65', async (name, complaint) => {
    if (name === 'alone') rmSync(join(keep('alone'), 'trace.ndjson'));
    if (name === 'unreadable') mkdirSync(join(folder, name, 'trace.ndjson'), { recursive: true });
    if (name === 'broken') writeFileSync(join(keep('broken'), 'trace.ndjson'), 'nothing\n');
    const change = CHANGES[name];
    if (change !== undefined) {
      const path = join(keep(name), 'trace.ndjson');
      writeFileSync(path, change(readFileSync(path, 'utf8')));
    }
    const { code, err, seen } = await call({ path: join(folder, name) });
    expect({ code, seen }).toEqual({ code: 65, seen: [] });
    expect(err).toContain(complaint);
  });
});
