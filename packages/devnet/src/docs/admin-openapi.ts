import { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi';
import type { JsonObject } from '@quorate/protocol';
import { z } from 'zod';
import { ADMIN } from '../admin/admin-prefix.ts';
import { RECENT_MAX } from '../admin/recent.ts';
import { idleBody, settledBody } from '../admin/wait-body.ts';
import { EVENT_KINDS } from '../events/event.ts';
import { EVENTS_MAX } from '../events/kept-events.ts';
import { type FaultNames, faultShape, snapshotName } from '../faults/fault-shape.ts';
import { FIRST_MAX } from '../faults/held-routes.ts';
import { ROOM } from '../faults/room.ts';
import {
  BegunFault,
  Committee,
  CommitteeAndAccount,
  CommitteeRequest,
  DevnetEvent,
  Fault,
  Findings,
  Genesis,
  HeldMessages,
  JournalEntry,
  RecentTransaction,
  RunningValidator,
  Trace,
  ValidatorKey,
} from './admin-shapes.ts';
import {
  type DescribedRoute,
  describeRoute,
  describeToken,
  documentOf,
  type Method,
} from './described-route.ts';
import { givenId, integer } from './shapes.ts';

/** What the document is built from. */
export interface AdminOpenApiOptions extends FaultNames {
  readonly version: string;
}

const AdminError = z
  .strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
  .openapi('AdminError');

const NAME = { name: z.string().openapi({ description: 'A validator, such as `v1`.' }) };
const SNAPSHOT = { name: snapshotName };
const Done = z.strictObject({ ok: z.literal(true) });
const Named = z.strictObject({ name: z.string() });

const LATE = { 408: 'What was waited for is not so yet.' };
const ENDED = { 408: 'They have ended, but a process does not answer.' };

type Routes = Readonly<Partial<Record<Method, Omit<DescribedRoute, 'path'>>>>;

function routesOf({ nodes, validators }: FaultNames): Readonly<Record<string, Routes>> {
  const name = z.enum(nodes as [string, ...string[]]);
  return {
    ...LOOKS,
    '/validators': {
      get: {
        id: 'listValidators',
        summary: 'All validators, including those without a seat.',
        answer: z.array(RunningValidator),
      },
      post: {
        id: 'hostValidator',
        summary: 'Hosts one more validator.',
        answer: RunningValidator,
        failures: [408],
        says: LATE,
      },
    },
    ...ACTS,
    '/snapshots': {
      get: { id: 'listSnapshots', summary: 'The names of snapshots.', answer: z.array(z.string()) },
      post: {
        id: 'takeSnapshot',
        summary: 'Takes a snapshot of all stores.',
        body: z.strictObject(SNAPSHOT),
        answer: Named,
        failures: [408],
        says: LATE,
      },
    },
    ...RETURNS,
    ...HELD,
    '/faults': {
      get: {
        id: 'listFaults',
        summary: 'Faults: those that are active and those that have ended.',
        answer: z.strictObject({ seed: z.string(), active: z.array(Fault), ended: z.array(Fault) }),
      },
      post: {
        id: 'beginFault',
        summary: `Starts a fault: one of ${name.options.join(', ')}. ${ROOM}`,
        body: faultShape({ nodes, validators }),
        answer: BegunFault,
        failures: [404, 408],
        says: { 408: 'A process does not answer, and there is no fault.' },
      },
      delete: {
        id: 'heal',
        summary: 'Ends all faults.',
        answer: z.strictObject({ healed: z.array(z.string()) }),
        failures: [408],
        says: ENDED,
      },
    },
    '/faults/{id}': {
      delete: {
        id: 'endFault',
        summary: 'Ends a fault.',
        params: { id: z.string() },
        answer: z.strictObject({ id: z.string() }),
        failures: [404, 408],
        says: ENDED,
      },
    },
  };
}

const LOOKS: Readonly<Record<string, Routes>> = {
  '': {
    get: {
      id: 'listRoutes',
      summary: 'Lists all routes.',
      answer: z.strictObject({ routes: z.array(z.string()) }),
    },
  },
  '/openapi.json': {
    get: {
      id: 'describe',
      summary: 'This document.',
      answer: z.looseObject({}),
      isPrivate: false,
    },
  },
  '/committee': {
    get: { id: 'getCommittee', summary: 'The current committee.', answer: CommitteeAndAccount },
  },
  '/committees': {
    get: {
      id: 'listCommittees',
      summary: 'The committees of all epochs.',
      answer: z.array(Committee),
    },
  },
  '/committee-requests': {
    get: {
      id: 'listCommitteeRequests',
      summary: 'Every request to join or leave that has settled.',
      answer: z.array(CommitteeRequest),
    },
  },
  '/genesis': {
    get: {
      id: 'getGenesis',
      summary: 'Accounts, balances and tokens at genesis.',
      answer: Genesis,
    },
  },
  '/evm-signer': {
    get: {
      id: 'getEvmSigner',
      summary: 'The address that contracts recover from a cross-signature.',
      answer: z.strictObject({ address: z.string().regex(/^0x[0-9a-f]{40}$/) }),
    },
  },
  '/transactions': {
    get: {
      id: 'listTransactions',
      summary: 'The latest transactions, and which validators signed and settled them lately.',
      query: {
        last: integer('At most so many; 50 by default.').min(1).max(RECENT_MAX).optional(),
      },
      answer: z.array(RecentTransaction),
    },
  },
  '/transactions/{id}': {
    get: {
      id: 'traceTransaction',
      summary: 'Which validators signed a transaction lately, and which have settled it.',
      params: { id: givenId('64 hex digits, with or without 0x.') },
      answer: Trace,
      failures: [404],
    },
  },
  '/events': {
    get: {
      id: 'readEvents',
      summary: 'What happens, as server-sent events: the data of each is an object in JSON.',
      query: {
        last: integer('Begins with so many of the latest; none by default.')
          .min(1)
          .max(EVENTS_MAX)
          .optional(),
        after: z.string().optional().openapi({ description: 'As the header `Last-Event-ID`.' }),
        kind: z
          .string()
          .optional()
          .openapi({ description: `Only these, between commas: ${EVENT_KINDS.join(', ')}.` }),
        account: z
          .string()
          .optional()
          .openapi({ description: 'Only of this one: name, or address.' }),
        node: z.string().optional().openapi({ description: 'Only of this node.' }),
      },
      answer: DevnetEvent,
      type: 'text/event-stream',
    },
  },
  '/journal': {
    get: {
      id: 'getJournal',
      summary: 'Transactions that the proxy was handed in the last ten minutes.',
      answer: z.array(JournalEntry),
    },
  },
};

const ACTS: Readonly<Record<string, Routes>> = {
  '/validators/{name}/keys': {
    post: {
      id: 'deriveKey',
      summary: 'Has a validator derive a fresh key, which no committee has seen.',
      params: NAME,
      answer: ValidatorKey,
      failures: [404, 408],
      says: LATE,
    },
  },
  '/validators/{name}/crash': {
    post: {
      id: 'crashValidator',
      summary: 'Crashes a validator.',
      params: NAME,
      answer: RunningValidator,
      failures: [404],
    },
  },
  '/validators/{name}/start': {
    post: {
      id: 'startValidator',
      summary: 'Starts a validator and answers once it serves.',
      params: NAME,
      answer: RunningValidator,
      failures: [404, 408],
      says: LATE,
    },
  },
  '/validators/{name}/amnesia': {
    post: {
      id: 'forgetValidator',
      summary: 'Makes a validator forget everything.',
      params: NAME,
      answer: RunningValidator,
      failures: [404, 408],
      says: LATE,
    },
  },
  '/check': {
    post: {
      id: 'check',
      summary: 'Verifies and replays what all nodes hold, and compares the validators.',
      answer: Findings,
      failures: [408],
      says: LATE,
    },
  },
  '/wait': {
    post: {
      id: 'waitUntil',
      summary: 'Waits until a transaction has settled, or until the network is idle.',
      body: z.union([settledBody.extend({ transaction: givenId('The transaction.') }), idleBody]),
      answer: Done,
      failures: [408],
      says: LATE,
    },
  },
};

const RETURNS: Readonly<Record<string, Routes>> = {
  '/snapshots/{name}': {
    delete: {
      id: 'forgetSnapshot',
      summary: 'Deletes a snapshot.',
      params: SNAPSHOT,
      answer: Named,
      failures: [404],
    },
  },
  '/snapshots/{name}/restore': {
    post: {
      id: 'restoreSnapshot',
      summary: 'Puts the whole network back to a snapshot.',
      params: SNAPSHOT,
      answer: Named,
      failures: [404],
    },
  },
  '/snapshots/{name}/export': {
    post: {
      id: 'exportSnapshot',
      summary: 'Exports a snapshot to a file in the data folder.',
      params: SNAPSHOT,
      answer: z.strictObject({ name: z.string(), file: z.string() }),
      failures: [404],
    },
  },
  '/reset': {
    post: { id: 'reset', summary: 'Puts the whole network back to its beginning.', answer: Done },
  },
};

const HELD: Readonly<Record<string, Routes>> = {
  '/held': {
    get: {
      id: 'listHeld',
      summary: 'Messages that faults hold at present.',
      query: {
        first: integer('At most so many; 200 by default.').min(1).max(FIRST_MAX).optional(),
      },
      answer: HeldMessages,
    },
    delete: {
      id: 'dropAllHeld',
      summary: 'Loses all messages that are held.',
      answer: z.strictObject({ dropped: z.array(z.string()) }),
    },
  },
  '/held/release': {
    post: {
      id: 'releaseAllHeld',
      summary: 'Makes all messages arrive that are held.',
      answer: z.strictObject({ released: z.array(z.string()) }),
    },
  },
  '/held/{id}': {
    delete: {
      id: 'dropHeld',
      summary: 'Loses a message that is held.',
      params: { id: z.string() },
      answer: z.strictObject({ id: z.string() }),
      failures: [404],
    },
  },
  '/held/{id}/release': {
    post: {
      id: 'releaseHeld',
      summary: 'Makes a message arrive that is held, before all others.',
      params: { id: z.string() },
      answer: z.strictObject({ id: z.string() }),
      failures: [404],
    },
  },
};

const TAGS = { get: 'Queries', post: 'Actions', delete: 'Ending' } as const;

/** Builds the OpenAPI 3.1 document of the admin interface. */
export function adminOpenApiDocument({ version, ...names }: AdminOpenApiOptions): JsonObject {
  const registry = new OpenAPIRegistry();
  describeToken(registry);
  for (const [path, routes] of Object.entries(routesOf(names))) {
    for (const [method, route] of Object.entries(routes)) {
      const described = { ...route, path: `${ADMIN}${path}`, failure: AdminError } as const;
      const place = { method: method as Method, tag: TAGS[method as Method] };
      const { isPrivate = true, failures = [] } = route;
      // If the interface is private, callers lack a token.
      const refusals = isPrivate ? [401, ...failures] : failures;
      describeRoute(registry, place, { ...described, failures: refusals, isPrivate });
    }
  }
  return documentOf(registry, {
    title: 'Quorate devnet: admin interface',
    description:
      'For tests, and for people at this machine. Published networks have no such interface.',
    version,
    tags: Object.values(TAGS).map((name) => ({ name })),
  });
}
