import type { LinkModel } from '@quorate/network';
import { everyValidator } from '../scenario/cluster/committees.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { WorkloadStep } from '../scenario/steps/step.ts';

/** How many elements a scenario has. */
export interface ElementCounts {
  /** Steps of clients; a batch counts as the operations in it. */
  readonly operations: number;
  readonly clients: number;
  /** All validators, also those without a seat. */
  readonly validators: number;
  /** Changes of committee. */
  readonly changes: number;
  readonly faults: number;
  /** Byzantine acts. */
  readonly acts: number;
  /**
   * What the network and the disks do beyond delivering and writing: troubles of the default link,
   * keys in which an override differs from the default link, delays that vary, a schedule that is
   * not `fifo`, events of a stated order, flushes that take time, pruning of certificates, proxies
   * that remember; and what genesis sets: fees, releases, ages.
   */
  readonly features: number;
}

/** How many elements a scenario has, and how long its file is. */
export interface ScenarioSize extends ElementCounts {
  /** The length of its file. */
  readonly bytes: number;
}

/** Counts the elements of a scenario and the bytes of its file. */
export function sizeOfScenario(scenario: Scenario): ScenarioSize {
  const bytes = new TextEncoder().encode(printScenario(scenario)).length;
  return { ...elementCounts(scenario), bytes };
}

/** Counts the elements of a scenario. */
export function elementCounts({
  workload,
  cluster,
  network,
  changes,
  faults,
  byzantine,
}: Scenario): ElementCounts {
  const { disk, prune, fees, precheck, acceptsUnversioned, requestAge, clients } = cluster;
  const features =
    troubles(network.default) +
    (isSteady(network.default) ? 0 : 1) +
    network.links.reduce((sum, link) => sum + 1 + differences(link, network.default), 0) +
    (network.schedule === 'fifo' ? 0 : 1) +
    network.order.length +
    (disk.flush.kind === 'const' && disk.flush.mean === 0n ? 0 : 1) +
    (prune === undefined ? 0 : 1) +
    (fees === undefined ? 0 : 1) +
    (precheck === 'asked' ? 0 : 1) +
    (acceptsUnversioned ? 0 : 1) +
    (requestAge === 0n ? 0 : 1);
  return {
    operations: workload.reduce((sum, { steps }) => sum + steps.reduce(addStep, 0), 0),
    clients: clients.length,
    validators: everyValidator(cluster).length,
    changes: changes.length,
    faults: faults.length,
    acts: byzantine.reduce((sum, { acts }) => sum + acts.length, 0),
    features,
  };
}

function addStep(sum: number, step: WorkloadStep): number {
  return sum + (step.op === 'transaction' ? step.operations.length : 1);
}

function isSteady({ delay }: LinkModel): boolean {
  return delay.kind === 'const';
}

function troubles({ delay: _, drop, ...others }: LinkModel): number {
  return Object.keys(others).length + (drop === 0 ? 0 : 1);
}

function differences(link: LinkModel, base: LinkModel): number {
  const shown = (value: unknown) =>
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each));
  return Object.entries(link).filter(
    ([key, value]) =>
      key !== 'from' && key !== 'to' && shown(value) !== shown(base[key as keyof LinkModel]),
  ).length;
}
