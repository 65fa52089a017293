import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenDoubleSpend, firstPayment } from '../../test/sample-result.ts';
import { judge } from '../runs/judge.ts';
import { renderJUnit } from './junit/junit.ts';
import { renderRunEvents } from './run-events.ts';

/** Any UTF-16, including control characters and halves of surrogate pairs. */
const anyName = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((units) => String.fromCharCode(...units));

const passed = judge('first-payment.yaml', firstPayment, undefined);
const broken = judge('double-spend.yaml', brokenDoubleSpend, undefined);

describe('renderJUnit', () => {
  it('has a suite for each scenario and a case for each invariant and expectation', () => {
    const [first] = firstPayment.oracles;
    const idle = { name: 'liveness-honest', checks: 0, violations: [] };
    const oracles = first === undefined ? [idle] : [first, idle];
    const run = judge('first-payment.yaml', { ...firstPayment, oracles }, undefined);
    expect(renderJUnit([run, broken], ' --crypto stub')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="quorate">
        <testsuite name="first-payment" file="first-payment.yaml" tests="3" failures="0" skipped="1">
          <properties>
            <property name="seed" value="0x1"/>
            <property name="traceHash" value="3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01"/>
            <property name="crypto" value="trusted"/>
          </properties>
          <testcase classname="first-payment" name="no-double-sign"/>
          <testcase classname="first-payment" name="liveness-honest"><skipped/></testcase>
          <testcase classname="first-payment" name="expectation"/>
        </testsuite>
        <testsuite name="double-spend" file="double-spend.yaml" tests="2" failures="2" skipped="0">
          <properties>
            <property name="seed" value="0x5eed"/>
            <property name="traceHash" value="3f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c013f2a9c01"/>
            <property name="crypto" value="trusted"/>
          </properties>
          <testcase classname="double-spend" name="unique-certificate"><failure type="safety" message="unique-certificate two certificates for (alice, nonce 0)">must hold: No two transactions for one (sender, nonce) are certified.
      npx quorate run double-spend.yaml --seed 0x5eed --crypto stub</failure></testcase>
          <testcase classname="double-spend" name="balances.bob"><failure type="expectation" message="balances.bob: expected 0, got 100">npx quorate run double-spend.yaml --seed 0x5eed --crypto stub</failure></testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('passes on a violation that the scenario asks for', () => {
    const asked = {
      ...brokenDoubleSpend,
      expectedVerdict: 'violation:unique-certificate',
    } as const;
    const run = judge('x.yaml', { ...asked, failedExpectations: [] }, undefined);
    expect(renderJUnit([run], '')).not.toContain('<failure');
  });

  it('stays well-formed whatever a scenario is called', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const xml = renderJUnit([judge('x.yaml', { ...firstPayment, name }, undefined)], '');
        expect(xml).not.toMatch(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
        // Without their attributes, only tags are left, so no attribute broke out.
        const bare = xml.replace(/="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*"/g, '');
        expect(bare.match(/<testsuite name file tests failures skipped>/g)).toHaveLength(1);
        expect(bare).not.toMatch(/["&]/);
      }),
    );
  });
});

describe('renderRunEvents', () => {
  it('writes a line for the start, the end of each run, and each breach between', () => {
    const lines = renderRunEvents([passed, broken]).trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line));
    expect(events.map(({ v, t }) => `${v} ${t}`)).toEqual([
      '1 start',
      '1 run.start',
      '1 run.end',
      '1 run.start',
      '1 oracle.fail',
      '1 expectation.fail',
      '1 run.end',
    ]);
    expect(events[4]).toMatchObject({
      oracle: 'unique-certificate',
      mustHold: 'No two transactions for one (sender, nonce) are certified.',
      simNanos: '120000000',
      event: 13,
    });
    expect(events[5]).toEqual({
      v: 1,
      t: 'expectation.fail',
      seed: '0x5eed',
      expectation: 'balances.bob',
      expected: '0',
      actual: '100',
    });
    expect(events[6]).toMatchObject({ seed: '0x5eed', causes: [1, 1], events: 42 });
  });

  it('reports a violation that was asked for and did not occur', () => {
    const asked = { ...firstPayment, expectedVerdict: 'violation:convergence' } as const;
    const lines = renderRunEvents([judge('x.yaml', asked, undefined)])
      .trimEnd()
      .split('\n');
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({
      t: 'expectation.fail',
      expectation: 'verdict',
      expected: 'violation:convergence',
      actual: 'pass',
    });
  });
});
