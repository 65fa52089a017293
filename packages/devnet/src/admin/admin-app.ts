import type { Genesis } from '@quorate/core';
import type { Address, JsonObject, TransactionId } from '@quorate/protocol';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Seating } from '../committee/seating.ts';
import { addEvents, type EventRoutesOptions } from '../events/event-routes.ts';
import { addFaults } from '../faults/fault-routes.ts';
import { snapshotName } from '../faults/fault-shape.ts';
import type { FaultGround } from '../faults/given-faults.ts';
import type { HeldMessages } from '../faults/held-messages.ts';
import { addHeld } from '../faults/held-routes.ts';
import type { PlacedValidator } from '../hosting.ts';
import { servedHere } from '../http/asked-url.ts';
import { readJson } from '../http/body.ts';
import { goneSignal } from '../http/gone.ts';
import { idIn } from '../http/rest/query.ts';
import { putOff } from '../timing/put-off.ts';
import { version } from '../version.ts';
import { AdminError, invalidRequest } from './admin-error.ts';
import {
  findingsJson,
  genesisJson,
  journalJson,
  recentJson,
  traceJson,
  validatorJson,
} from './admin-json.ts';
import {
  type AdminRoutes,
  type AdminRoutesOptions,
  BODY,
  countIn,
  createAdminRoutes,
  param,
  readBody,
} from './admin-routes.ts';
import { addCommittees } from './committee-routes.ts';
import type { Controls } from './controls.ts';
import type { Journal } from './journal.ts';
import { RECENT_MAX, recentTransactions } from './recent.ts';
import { settledNow } from './settled.ts';
import type { Snapshots } from './snapshots.ts';
import type { Traces } from './traces.ts';
import { ID_EXPECTED } from './wait-body.ts';
import { waitForGiven } from './wait-given.ts';

/** What the admin interface works on. */
export interface AdminAppOptions extends AdminRoutesOptions, FaultGround {
  readonly genesis: Genesis;
  /** The names of the accounts of the genesis, and of those that the devnet opens itself. */
  readonly accountNames: ReadonlyMap<Address, string>;
  /** May grow. */
  readonly validators: readonly PlacedValidator[];
  readonly seating: Seating;
  readonly traces: Traces;
  readonly journal: Journal;
  readonly snapshots: Snapshots;
  /** Writes a snapshot to a file and gives its path. */
  readonly exportSnapshot: (name: string) => string;
  readonly check: Controls['check'];
  readonly held: HeldMessages;
  readonly chronicle: EventRoutesOptions['chronicle'];
  /** Gives the address that contracts recover from a cross-signature. */
  readonly evmAddress: () => Promise<string>;
}

const openApi = putOff(() => import('../docs/admin-openapi.ts'));
const LAST = { name: 'last', usual: 50, most: RECENT_MAX };
const snapshotBody = z.strictObject({ name: snapshotName });

/** Creates the admin interface: for tests and for people at this machine, never for users. */
export function createAdminApp(options: AdminAppOptions): Hono {
  const routes = createAdminRoutes(options);
  addValidators(routes, options);
  addTransactions(routes, options);
  addSnapshots(routes, options);
  addFaults(routes, {
    ...options,
    isApart: (name) =>
      options.validators.some(({ hosted: { node, halt } }) => node.name === name && halt),
  });
  addHeld(routes, options.held, options.accountNames);
  addEvents(routes, { ...options, nodeNames: () => options.faultNames().nodes });
  const describe = adminDocuments(options);
  routes.open('/openapi.json', async (context) => servedHere(context, await describe()));
  routes.get('', () => ({
    routes: routes.app.routes.map(({ method, path }) => `${method} ${path}`),
  }));
  return routes.app;
}

/** Builds the OpenAPI document anew only when there are other nodes to name in it. */
function adminDocuments(options: AdminAppOptions): () => Promise<JsonObject> {
  let kept: { readonly of: string; readonly document: JsonObject } | undefined;
  return async () => {
    const { adminOpenApiDocument } = await openApi();
    const names = options.faultNames();
    const of = names.nodes.join();
    if (kept?.of !== of) kept = { of, document: adminOpenApiDocument({ version, ...names }) };
    return kept.document;
  };
}

function addValidators(routes: AdminRoutes, options: AdminAppOptions): void {
  const { genesis, accountNames, validators, faults, seating } = options;
  const validatorOf = (context: Context): PlacedValidator => {
    const name = param(context, 'name');
    const found = validators.find(({ hosted }) => hosted.node.name === name);
    if (found !== undefined) return found;
    const present = validators.map(({ hosted }) => hosted.node.name).join(', ');
    throw new AdminError(404, 'NOT_FOUND', `no validator ${name}; there is ${present}`);
  };
  addCommittees(routes, { seating, faults, validatorOf });
  routes.get('/genesis', () => genesisJson(genesis, accountNames));
  routes.get('/evm-signer', async () => ({ address: await options.evmAddress() }));
  routes.get('/validators', () => validators.map((placed) => validatorJson(placed, faults)));
  routes.act('/validators/:name/crash', (context) => {
    const placed = validatorOf(context);
    faults.crash(placed.hosted.node.name);
    return validatorJson(placed, faults);
  });
  routes.act('/validators/:name/start', async (context) => {
    const placed = validatorOf(context);
    await faults.start(placed.hosted.node.name);
    return validatorJson(placed, faults);
  });
  routes.act('/validators/:name/amnesia', async (context) => {
    const placed = validatorOf(context);
    const { id } = faults.begin({ kind: 'amnesia', node: placed.hosted.node.name });
    await faults.end(id);
    return validatorJson(placed, faults);
  });
}

function addTransactions(routes: AdminRoutes, options: AdminAppOptions): void {
  const { traces, journal } = options;
  routes.get('/transactions', (context) =>
    recentTransactions(options, countIn(context, LAST)).map(recentJson),
  );
  routes.get('/transactions/:id', async (context) => {
    const transactionId = idIn<TransactionId>(param(context, 'id'));
    if (transactionId === undefined) throw invalidRequest(`id: ${ID_EXPECTED}`);
    const settled = await settledNow(options, transactionId);
    const signed = traces.get(transactionId)?.signed ?? new Map<string, bigint>();
    if (settled.size + signed.size > 0) return traceJson({ transactionId, signed, settled });
    throw new AdminError(404, 'NOT_FOUND', 'nobody has settled it, or signed it of late');
  });
  routes.act('/check', async () => findingsJson(await options.check()));
  routes.get('/journal', () => journal.entries().map(journalJson));
  routes.post('/wait', async (context) => {
    const given = await readJson(context.req);
    await waitForGiven({ ...options, gone: goneSignal(context) }, given, BODY);
    return { ok: true };
  });
}

function addSnapshots(routes: AdminRoutes, { snapshots, exportSnapshot }: AdminAppOptions): void {
  routes.get('/snapshots', () => snapshots.names());
  routes.post('/snapshots', async (context) => {
    const { name } = await readBody(context, snapshotBody);
    await snapshots.take(name);
    return { name };
  });
  routes.act('/reset', async () => {
    await snapshots.reset();
    return { ok: true };
  });
  routes.act('/snapshots/:name/restore', async (context) => {
    const name = param(context, 'name');
    await snapshots.restore(name);
    return { name };
  });
  routes.act('/snapshots/:name/export', (context) => {
    const name = param(context, 'name');
    return { name, file: exportSnapshot(name) };
  });
  routes.delete('/snapshots/:name', (context) => {
    const name = param(context, 'name');
    snapshots.remove(name);
    return { name };
  });
}
