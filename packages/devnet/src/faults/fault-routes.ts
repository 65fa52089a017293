import type { JsonObject } from '@quorate/protocol';
import { type AdminRoutes, BODY, param } from '../admin/admin-routes.ts';
import { readJson } from '../http/body.ts';
import type { FaultRecord } from './faults.ts';
import { beginGiven, endGiven, type FaultGround } from './given-faults.ts';

/** What the routes of faults work on. */
export interface FaultRoutesOptions extends FaultGround {
  /** Tells whether a node has a process of its own. */
  readonly isApart: (node: string) => boolean;
}

/** The acts that remember in memory, and more than how often they were done. */
const REMEMBERING: readonly string[] = ['twin', 'stale-view'];

/** Adds the routes with which callers begin and end faults. */
export function addFaults(routes: AdminRoutes, options: FaultRoutesOptions): void {
  const { faults, isApart } = options;
  routes.get('/faults', () => ({
    seed: faults.seed,
    active: faults.active().map(faultJson),
    ended: faults.ended().map(faultJson),
  }));
  routes.post('/faults', async (context) => {
    const record = await beginGiven(options, await readJson(context.req), BODY);
    return { ...faultJson(record), ...anewWithProcess(record, isApart) };
  });
  routes.delete('/faults/:id', async (context) => {
    const id = param(context, 'id');
    await endGiven(options, id);
    return { id };
  });
  routes.delete('/faults', async () => ({ healed: await endGiven(options, undefined) }));
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
