import { DEFAULT_SPACE, generateScenario } from '@quorate/simulator';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageSource, shippedScenario } from '../../test/recorded-page.ts';
import { pageData } from '../report/page/page-data.ts';
import { layOut } from './layout.ts';
import { createCauses } from './lineage.ts';
import { compareMoments } from './moments.ts';
import { pick, USUAL_FILTER } from './pick.ts';
import type { Moment, RunData } from './run-data.ts';

const anyRun = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fc.constantFrom('safe' as const, 'beyond' as const),
  )
  .map(([seed, profile]): RunData => {
    return pageData(pageSource(generateScenario({ ...DEFAULT_SPACE, profile }, seed)));
  });

/** Expects what is later to be lower, each moment in a row of its own. */
function expectRows(data: RunData): void {
  const layout = layOut(data, pick(data, USUAL_FILTER), 100);
  const moments = data.messages
    .flatMap(({ sent, arrivals }): readonly Moment[] => [sent, ...arrivals])
    .toSorted(compareMoments);
  const ys = moments.map(layout.momentY);
  const isCrowded = (y: number, index: number) => {
    const [before, moment] = [moments[index - 1], moments[index]];
    if (before === undefined || moment === undefined) return false;
    return compareMoments(before, moment) !== 0 && y - (ys[index - 1] ?? 0) < 10;
  };
  expect(ys.filter(isCrowded)).toEqual([]);
  expect(layout.bottom).toBeLessThan(layout.height);
}

/** Expects no message to have a cause that was sent after it. */
function expectCausesFirst(data: RunData, place: number): void {
  const message = data.messages[place];
  if (message === undefined) return;
  const { before, after } = createCauses(data).of([place]);
  const order = (other: number) =>
    compareMoments(data.messages[other]?.sent ?? message.sent, message.sent);
  expect([...before].filter((cause) => order(cause) > 0)).toEqual([]);
  expect([...after].filter((effect) => order(effect) < 0)).toEqual([]);
}

// Most of the time goes into the runs, so both are checked on each.
it('draws any run with what is later lower, and no cause after its effect', () => {
  fc.assert(
    fc.property(anyRun, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (data, pointers) => {
      expectRows(data);
      for (const pointer of pointers) expectCausesFirst(data, pointer % data.messages.length);
    }),
    { numRuns: 4 },
  );
});

it.each([
  ['at once', 'first-payment.yaml'],
  ['as the client asked again after a crash', 'crashes/proxy-crash.yaml'],
])(
  'leads from a certificate to what the proxy and the client told because of it, %s',
  (_, path) => {
    const data = pageData(pageSource(shippedScenario(path)));
    const { lanes, texts, messages, certificates } = data;
    const causes = createCauses(data);
    const [{ transaction, signers } = { transaction: -1, signers: [] }] = certificates;
    const { after } = causes.of(causes.carriers(transaction, signers));
    const told = [...after].flatMap((place) => {
      const { from, to, kind } = messages[place] ?? { from: -1, to: -1, kind: -1 };
      return texts[kind] === 'Response Success' ? [[lanes[from]?.name, lanes[to]?.name]] : [];
    });
    expect(told).toContainEqual(['p1', 'alice']);
    expect(told).toContainEqual(['alice', 'alice']);
  },
);

it('shows the success of a proxy that lies when it tells so, not when it was asked', () => {
  const data = pageData(pageSource(shippedScenario('byzantine/meddling-proxies.yaml')));
  const { lanes, texts, messages, steps } = data;
  const told = new Set(
    messages.flatMap(({ from, kind, sent: [event] }) =>
      texts[kind] === 'Response Success' ? [`${from} ${event}`] : [],
    ),
  );
  const shown = steps.filter(
    ({ lane, verdict }) => lanes[lane]?.isLiar && texts[verdict ?? -1] === 'Success',
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const { lane, event } of shown) expect(told).toContain(`${lane} ${event}`);
});
