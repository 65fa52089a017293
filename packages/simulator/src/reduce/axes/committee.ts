import { faultyMax } from '../../quorums.ts';
import { nodeNames } from '../../scenario/cluster/names.ts';
import { amnesiacNodes } from '../../scenario/faults/amnesiac-nodes.ts';
import { faultForm } from '../../scenario/faults/fault.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { NOBODY, renamed } from '../renamed.ts';

/** The committee sizes to try, besides one less than now: small ones; f grows at 4, 7 and 10. */
const SIZES = [1, 2, 3, 4, 5, 6, 7, 10] as const;

/** Leaves out validators and renumbers the rest, keeping as few faulty ones as possible. */
export function* smallerCommittee(document: RawScenario): Iterable<RawScenario> {
  const { validators: count, candidates: others } = document.cluster;
  const { validators, candidates } = nodeNames(count, 0, others);
  const sizes = [...SIZES.filter((size) => size < count - 1), count - 1].filter((size) => size > 0);
  for (const size of sizes) {
    const tried = new Set<string>();
    for (const kept of choices(document, validators, size)) {
      if (tried.has(kept.join())) continue;
      tried.add(kept.join());
      yield withValidators(document, kept, candidates);
    }
  }
}

/**
 * Chooses which validators stay: the first ones, the last ones, or some from everywhere. Faulty
 * ones among them stay as far as the smaller committee tolerates them, and so do those that the
 * scenario mentions.
 */
function* choices(
  document: RawScenario,
  validators: readonly string[],
  size: number,
): Iterable<readonly string[]> {
  const faulty = faultyIn(document, validators);
  const isSafe = faulty.length <= faultyMax(validators.length);
  const lost = faulty.slice(0, isSafe ? faultyMax(size) : size);
  const correct = validators.filter((name) => !faulty.includes(name));
  const wanted = Math.max(size - lost.length, 0);
  const step = correct.length / Math.max(wanted, 1);
  const mentioned = struck(document);
  const orders = [
    [
      ...correct.filter((name) => mentioned.has(name)),
      ...correct.filter((name) => !mentioned.has(name)),
    ],
    correct,
    correct.toReversed(),
    correct.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step)),
  ];
  for (const order of orders) {
    const chosen = new Set([...lost, ...order.slice(0, wanted)]);
    const kept = validators.filter((name) => chosen.has(name));
    if (kept.length === size) yield kept;
  }
}

/** Leaves out all validators except these, and renumbers them. */
export function withValidators(
  document: RawScenario,
  kept: readonly string[],
  candidates: readonly string[],
): RawScenario {
  const { cluster } = document;
  const all = nodeNames(cluster.validators, 0, cluster.candidates);
  const left = [...kept, ...candidates];
  const smaller = renamed(document, (name) => {
    if (![...all.validators, ...all.candidates].includes(name)) return name;
    const index = left.indexOf(name);
    return index < 0 ? NOBODY : `v${index + 1}`;
  });
  const counts = { validators: kept.length, candidates: candidates.length };
  return { ...smaller, cluster: { ...smaller.cluster, ...counts } };
}

function faultyIn(
  { byzantine = [], faults = [] }: RawScenario,
  validators: readonly string[],
): readonly string[] {
  const liars = byzantine.filter(({ acts }) => acts.length > 0).map(({ node }) => node);
  const amnesiacs = amnesiacNodes({ faults: faults.map(faultForm.load) });
  const lost = new Set([...liars, ...amnesiacs]);
  return validators.filter((name) => lost.has(name));
}

/** The nodes that a fault strikes or waits for. */
function struck({ faults = [] }: RawScenario): ReadonlySet<string> {
  return new Set(
    faults.flatMap((fault) => [
      ...('node' in fault ? [fault.node] : []),
      ...('nodes' in fault ? fault.nodes : []),
      ...(fault.when === undefined ? [] : [fault.when.node]),
      ...('until' in fault && fault.until !== undefined ? [fault.until.node] : []),
    ]),
  );
}
