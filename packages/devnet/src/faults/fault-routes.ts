import type { JsonObject } from '@quorate/protocol';
import { AdminError } from '../admin/admin-error.ts';
import { type AdminRoutes, param, readBody } from '../admin/admin-routes.ts';
import { refusalOf } from '../admin/refusal.ts';
import { type FaultNames, faultShape } from './fault-shape.ts';
import type { FaultRecord, Faults } from './faults.ts';

/** What the routes of faults work on. */
export interface FaultRoutesOptions {
  readonly faults: Faults;
  readonly names: () => FaultNames;
  /** Tells whether a node has a process of its own. */
  readonly isApart: (node: string) => boolean;
}

/** The acts that remember in memory, and more than how often they were done. */
const REMEMBERING: readonly string[] = ['twin', 'stale-view'];

/** Adds the routes with which callers begin and end faults. */
export function addFaults(routes: AdminRoutes, options: FaultRoutesOptions): void {
  const { faults, names, isApart } = options;
  routes.get('/faults', () => ({
    seed: faults.seed,
    active: faults.active().map(faultJson),
    ended: faults.ended().map(faultJson),
  }));
  routes.post('/faults', async (context) => {
    const record = faults.begin(await readBody(context, faultShape(names())));
    await faults.begun(record.id);
    return { ...faultJson(record), ...anewWithProcess(record, isApart) };
  });
  routes.delete('/faults/:id', async (context) => {
    const id = param(context, 'id');
    await endedOrNot([id], faults.end(id));
    return { id };
  });
  routes.delete('/faults', async () => {
    const healed = faults.active().map(({ id }) => id);
    await endedOrNot(healed, faults.heal());
    return { healed };
  });
}

/** Says of a failure that the faults have ended all the same: to end them again is no remedy. */
async function endedOrNot(ids: readonly string[], ended: Promise<void>): Promise<void> {
  try {
    await ended;
  } catch (failure) {
    const refusal = refusalOf(failure);
    // There was none to end.
    if (refusal === undefined || refusal.status === 404) throw failure;
    const { status, code, message } = refusal;
    const told = `ended ${ids.join(', ')}, but not all is as before: ${message}`;
    throw new AdminError(status, code, told, { cause: failure });
  }
}

function anewWithProcess(
  { stated }: FaultRecord,
  isApart: FaultRoutesOptions['isApart'],
): JsonObject {
  if (stated.kind !== 'byzantine' || !isApart(stated.node)) return {};
  const acts = new Set(stated.acts.map(({ act }) => act));
  const anew = [...acts].filter((act) => REMEMBERING.includes(act));
  return anew.length === 0 ? {} : { anew_with_process: anew };
}

function faultJson({ id, stated, since, until, age, byHand }: FaultRecord): JsonObject {
  const keys = Object.entries(stated).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(keys) as JsonObject),
    id,
    since_nanos: since,
    ...(age === undefined ? {} : { age_nanos: age }),
    ...(until === undefined ? {} : { until_nanos: until }),
    // Most faults hold nothing.
    ...(byHand.released === 0 ? {} : { released: byHand.released }),
    ...(byHand.dropped === 0 ? {} : { dropped: byHand.dropped }),
  };
}
