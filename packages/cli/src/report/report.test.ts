import { stripVTControlCharacters } from 'node:util';
import type { ExpectedVerdict } from '@quorate/simulator';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { brokenDoubleSpend, doubleSpendForensics, firstPayment } from '../../test/sample-result.ts';
import { type JudgedRun, judge } from '../runs/judge.ts';
import { renderBlock } from './block.ts';
import { failuresOf, renderFailures } from './failure.ts';
import { renderReport } from './report.ts';
import { renderVerdictLine } from './verdict-line.ts';

const style = { colors: pc.createColors(false), nameWidth: 13 };
const passed = judge('scenarios/first-payment.yaml', firstPayment, undefined);
const broken = judge('my scenarios/double-spend.yaml', brokenDoubleSpend, undefined);

describe('renderBlock', () => {
  it('says who paid whom, who signed and who agrees', () => {
    expect(renderBlock(passed, style)).toMatchInlineSnapshot(`
      "PASS  first-payment  1 certificate, 4 validators agree, 312 ms virtual, trace 3f2a9c01
            alice pays bob 100  signed by v1 v2 v4, final after 187 ms
            state 5d1e5d1e      equal on v1 v2 v3 v4
      "
    `);
  });

  it('shows accounts that are not final and states that differ', () => {
    expect(renderBlock(broken, style)).toMatchInlineSnapshot(`
      "FAIL  double-spend   violation:unique-certificate, 2 certificates, 3 validators in 2 states, v4 down, 312 ms virtual, trace 3f2a9c01
            alice pays bob 100    signed by v1 v2, not final
            alice pays carol 100  signed by v3 v4, not final
            alice                 locked by own equivocation, nonce 1
            cut f2                never took effect
            network.order[1]      never came
            network.order[3]      never came
            state 11111111        on v1 v2
            state 22222222        on v3
      "
    `);
  });

  it('counts the certificates it leaves out', () => {
    const certificates = Array.from({ length: 6 }, () => firstPayment.certificates).flat();
    const run = judge('x.yaml', { ...firstPayment, certificates }, undefined);
    expect(renderBlock(run, style)).toMatch(/^ {6}and 2 more$/m);
  });
});

describe('renderReport', () => {
  it('keeps the lines of a long description within 80 columns', () => {
    const description = 'It begins\nwith a break'.padEnd(300, ' and goes on');
    const run = judge('x.yaml', { ...firstPayment, description }, undefined);
    const [head = ''] = renderReport(run, style).split('\nseed');
    expect(head.replaceAll('\n', ' ')).toBe(
      `${firstPayment.name}: ${description.replace('\n', ' ')}`,
    );
    expect(head.split('\n').map(({ length }) => length <= 80)).toEqual([true, true, true, true]);
  });

  it('tells which validators have no seat in the committee', () => {
    const validators = firstPayment.validators.map((each) => ({
      ...each,
      seat: each.name !== 'v1',
    }));
    const run = judge('x.yaml', { ...firstPayment, validators }, undefined);
    expect(renderReport(run, style)).toMatch(
      /^ {2}v1 {4}active, no seat +1 {2}5d1e.*\n {2}v2 {4}active +1 {2}5d1e/m,
    );
  });

  it('names the events of a stated order that never came, and counts the rest', () => {
    const run = judge('x.yaml', { ...firstPayment, neverCame: [1, 3, 4, 5, 6, 8] }, undefined);
    expect(renderReport(run, style)).toMatch(
      /^Order\n {2}network\.order\[1\] {2}never came\n(.*\n){3} {2}and 2 more\n$/m,
    );
  });

  it('says of other random draws that the run was over before they counted', () => {
    const reportOf = (reseeded: boolean) =>
      renderReport(judge('x.yaml', { ...firstPayment, reseeded }, undefined), style);
    expect(reportOf(false)).toMatch(/^Order\n {2}reseed {2}never came\n$/m);
    expect(reportOf(true)).not.toContain('reseed');
  });

  it('shows everything about a run', () => {
    expect(renderReport(passed, style)).toMatchInlineSnapshot(`
      "first-payment: Alice pays Bob over a network in which nothing goes wrong.
      seed 0x1, crypto trusted, 42 events, 312 ms of virtual time

      Certificates
        alice pays bob 100  (nonce 0, transaction c4c4c4c4)
          signed by v1 v2 v4, certified after 98.0 ms, final after 187 ms
          settled by v1 148 ms, v2 158 ms, v4 187 ms, v3 260 ms

      Accounts
        client  balance  next nonce  lock  outcome  address
        alice       900           1  none  final    a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
        bob         100           0  none           b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0

      Validators
        name  status  settled  state digest
        v1    active        1  5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e
        v2    active        1  5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e
        v3    active        1  5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e
        v4    active        1  5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e5d1e

      Invariants
        2 of 2 held, after 43 checks

      Situations
        name              seen
        negative-balance     2

      Costs
        1 transaction final, after 187 ms
        for each: 5.0 signatures, 12.0 verifications, 31.0 messages

      PASS  first-payment  1 certificate, 4 validators agree, 312 ms virtual, trace 3f2a9c01
      "
    `);
  });

  it('shows operations that did not become final, and why', () => {
    expect(renderReport(broken, style)).toMatchInlineSnapshot(`
      "double-spend: Alice signs two transactions for one nonce.
      seed 0x5eed, crypto trusted, 42 events, 312 ms of virtual time

      Certificates
        alice pays bob 100  (nonce 0, transaction aaaaaaaa)
          signed by v1 v2, certified after 90.0 ms, not final
          settled by nobody
        alice pays carol 100  (nonce 0, transaction bbbbbbbb)
          signed by v3 v4, certified after 90.0 ms, not final
          settled by nobody

      Not final
        alice: alice pays bob 100: locked by own equivocation, PreviousTransactionMustBeConfirmedFirst

      Accounts
        client  balance  next nonce  lock       outcome                     address
        alice      -100           1  contested  locked by own equivocation  a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1

      Validators
        name  status   settled  state digest
        v1    active         1  1111111111111111111111111111111111111111111111111111111111111111
        v2    active         1  1111111111111111111111111111111111111111111111111111111111111111
        v3    active         1  2222222222222222222222222222222222222222222222222222222222222222
        v4    crashed        0  0000000000000000000000000000000000000000000000000000000000000000

      Faults
        id  kind   took effect
        f1  crash  at 100 ms
        f2  cut    never

      Order
        network.order[1]  never came
        network.order[3]  never came

      Invariants
        unique-certificate was violated 1 time
        0 of 1 held, after 42 checks

      FAIL  double-spend   violation:unique-certificate, 2 certificates, 3 validators in 2 states, v4 down, 312 ms virtual, trace 3f2a9c01
      "
    `);
  });

  it('shows of an operation without funds what was there, and what was needed', () => {
    const [operation = expect.fail('none')] = broken.result.operations;
    const shortfall = { held: 100n, required: 150n };
    const poor = {
      ...operation,
      outcome: 'refused',
      reason: 'InsufficientFunding',
      shortfall,
    } as const;
    expect(
      renderReport({ ...broken, result: { ...broken.result, operations: [poor] } }, style),
    ).toContain(
      '\n  alice: alice pays bob 100: refused, InsufficientFunding: holds 100, needs 150\n',
    );
  });

  it('aligns the same with and without colour', () => {
    const coloured = renderReport(passed, { ...style, colors: pc.createColors(true) });
    const plain = stripVTControlCharacters(coloured);
    expect(plain).toBe(renderReport(passed, style));
    expect(coloured).not.toBe(plain);
  });
});

describe('the median of a report', () => {
  it('is the time that the threshold p50 is compared with', () => {
    const finalityNanos = [301_000_000n, 473_000_000n];
    const costs = { ...firstPayment.costs, transactions: 2, finalityNanos };
    const run = judge('x', { ...firstPayment, costs }, undefined);
    expect(renderReport(run, style)).toContain('final, after 301 ms (median) to 473 ms');
  });
});

describe('renderVerdictLine', () => {
  it('says that a run was repeated, if both were the same', () => {
    const repetition = { traceHash: firstPayment.traceHash, differences: [] };
    expect(renderVerdictLine(judge('x', firstPayment, repetition), style)).toMatch(
      /, the same twice\n$/,
    );
  });

  it('does not count validators that are down as agreeing', () => {
    const validators = firstPayment.validators.map((validator) =>
      validator.name === 'v4' ? { ...validator, status: 'crashed', digest: '00' } : validator,
    );
    expect(renderVerdictLine(judge('x', { ...firstPayment, validators }, undefined), style)).toBe(
      'PASS  first-payment  1 certificate, 3 validators agree, v4 down, 312 ms virtual, trace 3f2a9c01\n',
    );
  });
});

describe('renderFailures', () => {
  it('explains a violation and how to see it again', () => {
    expect(renderFailures([broken], { colors: style.colors, options: '' })).toMatchInlineSnapshot(`
      "
      FAIL unique-certificate two certificates for (alice, nonce 0)  [safety]
        must hold  No two transactions for one (sender, nonce) are certified.
        at         120 ms
        event      13
        first      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        second     bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      FAIL balances.bob: expected 0, got 100  [expectation]

        scenario   double-spend, seed 0x5eed, crypto trusted
        trace      3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01
        replay     npx quorate run 'my scenarios/double-spend.yaml' --seed 0x5eed
      "
    `);
  });

  it('explains a violation that did not occur', () => {
    const expectedVerdict = 'violation:unique-certificate';
    const run = judge('x.yaml', { ...firstPayment, expectedVerdict }, undefined);
    expect(
      renderFailures([run], { colors: style.colors, options: ' --ed25519 noble' }),
    ).toMatchInlineSnapshot(`
      "
      FAIL verdict: expected violation:unique-certificate, got pass  [expectation]
        scenario  first-payment, seed 0x1, crypto trusted
        trace     3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01
        replay    npx quorate run x.yaml --seed 0x1 --ed25519 noble
      "
    `);
  });

  it('says what a scenario asks for if something graver broke as well', () => {
    const failuresWith = (expectedVerdict: ExpectedVerdict) => {
      const result = { ...broken.result, expectedVerdict, failedExpectations: [] };
      return failuresOf(judge('x.yaml', result, undefined)).map(({ title }) => title);
    };
    const [breach] = failuresWith('pass');
    for (const asked of ['violation:convergence', 'liveness'] as const) {
      expect(failuresWith(asked)).toEqual([
        breach,
        `verdict: expected ${asked}, got violation:unique-certificate`,
      ]);
    }
    expect(failuresWith('pass')).toEqual([breach]);
  });

  it('explains a run that does not come to rest', () => {
    const run = judge('x.yaml', { ...firstPayment, verdict: 'liveness' }, undefined);
    expect(renderFailures([run], { colors: style.colors, options: '' })).toMatchInlineSnapshot(`
      "
      FAIL verdict: expected pass, got liveness  [liveness]
        scenario  first-payment, seed 0x1, crypto trusted
        trace     3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01
        replay    npx quorate run x.yaml --seed 0x1
      "
    `);
  });

  it('explains a run in which nothing happened', () => {
    const run = judge('x.yaml', { ...firstPayment, verdict: 'unknown', oracles: [] }, undefined);
    expect(renderFailures([run], { colors: style.colors, options: '' })).toContain(
      'FAIL nothing was checked, because nothing happened that an invariant looks at  [expectation]',
    );
  });

  it('explains two runs of one seed that differ', () => {
    const repetition = { traceHash: '00'.repeat(32), differences: ['traceHash', 'events'] };
    const run = judge('x.yaml', firstPayment, repetition);
    expect(renderFailures([run], { colors: style.colors, options: '' })).toMatchInlineSnapshot(`
      "
      FAIL two runs of one seed differ in traceHash, events  [determinism]
        first     trace 3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01
        second    trace 0000000000000000000000000000000000000000000000000000000000000000
        scenario  first-payment, seed 0x1, crypto trusted
        trace     3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01
        replay    npx quorate run x.yaml --seed 0x1
      "
    `);
  });

  it('names who signed twice, and where everything about the run is kept', () => {
    const artefacts = '.quorate/failures/unique-certificate-3f2a9c01';
    const run = { ...broken, forensics: doubleSpendForensics, artefacts };
    expect(renderFailures([run], { colors: style.colors, options: '' })).toMatchInlineSnapshot(`
      "
      FAIL unique-certificate two certificates for (alice, nonce 0)  [safety]
        must hold  No two transactions for one (sender, nonce) are certified.
        at         120 ms
        event      13
        first      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        second     bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      FAIL balances.bob: expected 0, got 100  [expectation]

        scenario   double-spend, seed 0x5eed, crypto trusted
        trace      3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01
        culprits   v3 (Byzantine), v4 (Byzantine) signed more than one transaction of (alice, nonce 0)
        verdict    assumption broken: 2 of 4 validators lied, and f is 1
        artefacts  .quorate/failures/unique-certificate-3f2a9c01
        page       .quorate/failures/unique-certificate-3f2a9c01/report.html
        replay     npx quorate replay .quorate/failures/unique-certificate-3f2a9c01
      "
    `);
  });

  it('says that more than f were faulty if nobody signed twice, but not of a broken node', () => {
    const excess = '1 of 3 validators is faulty after the change "shrink", and f is 0';
    const show = (run: JudgedRun) =>
      renderFailures([{ ...run, excess }], { colors: style.colors, options: '' });
    expect(show(broken)).toContain(`verdict    assumption broken: ${excess}`);
    const stopped = broken.result.oracles.map((oracle) => ({
      ...oracle,
      violations: oracle.violations.map((each) => ({ ...each, oracle: 'nodes-do-not-break' })),
    }));
    expect(show({ ...broken, result: { ...broken.result, oracles: stopped } })).not.toContain(
      'assumption',
    );
  });

  it('shows what happened in the event in which an invariant was found broken', () => {
    const step = { at: 0n, from: 'p1', to: 'v1', changes: [] };
    const events = [
      { ...step, event: 12, kind: 'GetPending' },
      { ...step, event: 13, kind: 'SubmitTransaction', about: 'alice pays bob 1' },
      { ...step, event: 13, from: '', kind: 'Loaded', verdict: 'Signed' },
    ];
    const text = renderFailures([{ ...broken, events }], {
      colors: style.colors,
      options: '',
    });
    expect(text).toContain(`
  event      13  p1 → v1  SubmitTransaction (alice pays bob 1)
                 v1  Loaded => Signed
  first   `);
  });

  it('explains first what broke first, though the verdict names what is gravest', () => {
    const [grave] = brokenDoubleSpend.oracles;
    const early = (grave?.violations ?? []).map((each) => ({
      ...each,
      oracle: 'early',
      event: 12,
    }));
    const oracles = [...brokenDoubleSpend.oracles, { name: 'early', checks: 1, violations: early }];
    const result = { ...brokenDoubleSpend, oracles };
    const text = renderFailures([{ ...broken, result }], { colors: style.colors, options: '' });
    expect(text.match(/(?<=^FAIL )[a-z-]+/gm)).toEqual(['early', 'unique-certificate', 'balances']);
  });

  it('shows the first of many breaches of one invariant', () => {
    const [oracle] = brokenDoubleSpend.oracles;
    const violations = oracle?.violations.flatMap((violation) => [violation, violation, violation]);
    const result = {
      ...brokenDoubleSpend,
      oracles: oracle === undefined ? [] : [{ ...oracle, violations: violations ?? [] }],
    };
    const text = renderFailures([judge('x.yaml', result, undefined)], {
      colors: style.colors,
      options: '',
    });
    expect(text.match(/^FAIL unique-certificate/gm)).toHaveLength(1);
    expect(text).toMatch(/at +120 ms, and 2 times more after that/);
  });

  it('says nothing when nothing failed', () => {
    expect(renderFailures([], { colors: style.colors, options: '' })).toBe('');
  });
});
