import type { Between } from '@quorate/network';
import { formatDuration, formatSignedDuration } from '@quorate/network';
import { present } from '../../present.ts';
import type { Fault, RawFault } from '../faults/fault.ts';
import { rawOfEnds } from '../network/link-ends.ts';
import { rawOfLink } from './raw-of-link.ts';
import { rawOfMoment, rawOfPoint } from './raw-of-moment.ts';
import { rawDuration } from './raw-values.ts';

/** Gives a fault as a file states it; the inverse of `buildFault`. */
export function rawOfFault(fault: Fault): RawFault {
  const { id, kind } = fault;
  const keys = rawKeys(fault);
  return present({
    id,
    kind,
    ...keys.where,
    ...rawOfMoment(fault.moment),
    ...keys.how,
    until: 'until' in fault && fault.until ? rawOfPoint(fault.until) : undefined,
  }) as RawFault;
}

/** The keys before the moment of a fault, and those after it. */
interface RawKeys {
  readonly where: object;
  readonly how: object;
}

function rawKeys(fault: Fault): RawKeys {
  switch (fault.kind) {
    case 'crash': {
      const { node, disk, batches, restartAfter } = fault;
      const how = { disk, batches, restartAfter: rawDuration(restartAfter) };
      return { where: { node }, how };
    }
    case 'amnesia': {
      const { node, age, restartAfter } = fault;
      const times = { age: formatDuration(age), restartAfter: rawDuration(restartAfter) };
      return { where: { node }, how: times };
    }
    case 'bit-rot':
    case 'full-disk':
    case 'pause':
      return { where: { node: fault.node }, how: { for: rawDuration(fault.for) } };
    case 'slow': {
      const { node, delay, for: length } = fault;
      const times = { for: rawDuration(length), delay: formatDuration(delay) };
      return { where: { node }, how: times };
    }
    case 'clock': {
      const { node, offset, drift, for: length } = fault;
      const how = { for: rawDuration(length), offset: formatSignedDuration(offset), drift };
      return { where: { node }, how };
    }
    case 'cut':
    case 'clog':
      return { where: rawBetween(fault), how: { for: rawDuration(fault.for) } };
    case 'degrade': {
      const { for: length, link } = fault;
      return {
        where: rawBetween(fault),
        how: { for: rawDuration(length), link: rawOfLink(link) },
      };
    }
    case 'swizzle-clog': {
      const { nodes, spread, for: length } = fault;
      const where = { nodes, spread: formatDuration(spread) };
      return { where, how: { for: formatDuration(length) } };
    }
  }
}

function rawBetween({ direction, ...ends }: Between): object {
  return { ...rawOfEnds(ends), direction };
}
