import type { JsonObject, JsonValue } from '@quorate/protocol';
import { type AdminRoutes, param, readBody } from '../admin/admin-routes.ts';
import { type FaultNames, faultShape } from './fault-shape.ts';
import type { FaultRecord, Faults } from './faults.ts';

/** Adds the routes with which callers begin and end faults. */
export function addFaults(routes: AdminRoutes, faults: Faults, names: () => FaultNames): void {
  routes.get('/faults', () => ({
    seed: faults.seed,
    active: faults.active().map(faultJson),
    ended: faults.ended().map(faultJson),
  }));
  routes.post('/faults', async (context) => {
    const record = faults.begin(await readBody(context, faultShape(names())));
    await faults.begun(record.id);
    return faultJson(record);
  });
  routes.delete('/faults/:id', async (context) => {
    const id = param(context, 'id');
    await faults.end(id);
    return { id };
  });
  routes.delete('/faults', async () => {
    const healed = faults.active().map(({ id }) => id);
    await faults.heal();
    return { healed };
  });
}

function faultJson({ id, stated, since, until, age, byHand }: FaultRecord): JsonValue {
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
