import { CRYPTO_MODES } from '@quorate/crypto';
import { ESCROW_STATUSES } from '@quorate/protocol';
import { SAFETY_INVARIANTS } from '../oracles/safety-invariants.ts';
import { SITUATIONS } from '../oracles/situations.ts';
import { INVARIANTS } from '../oracles/statements/statements.ts';
import { OUTCOMES } from '../run-result.ts';
import { byzantineDefinitions, byzantineSchema } from './byzantine/byzantine-schema.ts';
import { changesForm } from './committee-changes.ts';
import { diskSchema } from './disk.ts';
import { faultForm } from './faults/fault.ts';
import { feesSchema } from './fees.ts';
import { delaySchema } from './network/delay-format.ts';
import { networkForm } from './network/network-format.ts';
import { phasesSchema } from './phases.ts';
import { provenanceSchema } from './provenance.ts';
import { pruningSchema } from './pruning.ts';
import {
  amount,
  anyText,
  byKey,
  byName,
  DURATION,
  definition,
  duration,
  flag,
  identifier,
  type JsonSchema,
  list,
  name,
  node,
  object,
  positive,
} from './schema-shapes.ts';
import { stepDefinitions, stepSchema } from './step-schema.ts';
import { swarmSchema } from './swarm/swarm-format.ts';
import { thresholdsSchema } from './thresholds.ts';

/** The most validators that the committee of epoch 0 may have. */
export const MAX_VALIDATORS = 100;

/** The most validators that may start without a seat. */
export const MAX_CANDIDATES = 100;

/** The most proxies of a scenario. */
export const MAX_PROXIES = 10;

/** Shapes that several keys share; each `title` is what an error says was expected. */
const definitions = {
  duration: {
    title: 'a duration with a unit, such as "50 ms"',
    type: 'string',
    pattern: `^${DURATION}$`,
    format: 'quorate-duration',
  },
  amount: {
    title: 'a whole number of least units',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^[0-9]+$',
    format: 'quorate-uint256',
  },
  nonce: {
    title: 'a whole number',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^[0-9]+$',
    format: 'quorate-uint64',
  },
  probability: { title: 'a probability from 0 to 1', type: 'number', minimum: 0, maximum: 1 },
  text: { title: 'text', type: 'string' },
  flag: { title: 'true or false', type: 'boolean' },
  positive: {
    title: 'a whole number, 1 or more',
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  count: {
    title: 'a whole number, 0 or more',
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  node: { title: 'the name of a node', type: 'string' },
  name,
  id: identifier('an id: lower-case letters, digits and dashes, a letter first'),
  delay: delaySchema,
  ...stepDefinitions,
  ...byzantineDefinitions,
} as const;

const cluster = object('The nodes: validators v1, v2, …, proxies p1, p2, … and clients.', {
  validators: {
    title: `a whole number from 1 to ${MAX_VALIDATORS}`,
    description: 'How many validators there are.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_VALIDATORS,
  },
  'candidates?': {
    title: `a whole number from 0 to ${MAX_CANDIDATES}`,
    description: 'How many validators more begin without a seat, numbered on; 0 by default.',
    type: 'integer',
    minimum: 0,
    maximum: MAX_CANDIDATES,
  },
  'proxies?': {
    title: `a whole number from 1 to ${MAX_PROXIES}`,
    description: 'How many proxies there are; 1 by default.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_PROXIES,
  },
  clients: {
    ...byName(
      'Who holds an account, by name.',
      object('One client.', {
        'balance?': amount('Native tokens at genesis, in least units; 0 by default.'),
        'proxy?': node('The proxy that it submits to; p1 by default.'),
        'operates?': node('The validator that it runs; none by default.'),
      }),
    ),
    examples: [{ alice: { balance: 100 } }],
  },
  'accounts?': byName(
    'Multisig accounts, by name.',
    object('An account that several clients hold together.', {
      signers: list('Who may sign for it.', node('A client.')),
      quorum: positive('How many of them must.'),
      'nonce?': definition(
        'nonce',
        'What tells it from another account of the same signers and quorum; 0 by default.',
      ),
      'balance?': amount('Native tokens at genesis, in least units; 0 by default.'),
    }),
  ),
  'disk?': diskSchema,
  'prune?': pruningSchema,
  'fees?': feesSchema,
  'acceptsUnversioned?': flag(
    'Whether transactions that name no release and no network are; true by default.',
  ),
  'requestAge?': duration(
    'How old an epoch must be before requests to join or leave settle; any age by default.',
  ),
  'crypto?': {
    title: `one of ${CRYPTO_MODES.join(', ')}`,
    description: 'How much of Ed25519 is computed; all modes give equal runs, trusted by default.',
    enum: [...CRYPTO_MODES],
  },
  'workers?': {
    title: `a whole number from 1 to ${MAX_VALIDATORS}`,
    description:
      'Threads that share the validators; runs are the same without any, which is the default.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_VALIDATORS,
  },
});

const workload = list(
  'What the clients do. Entries run side by side, the steps of one entry in order.',
  object('What one client does.', {
    id: definition('id', 'A name for reports.'),
    client: node('The client.'),
    'start?': duration('When it starts, in virtual time; 0 ms by default.'),
    steps: list('The steps, in order.', stepSchema),
  }),
);

const limits = object('When to give up.', {
  'simTime?': duration('Virtual time; 60 s by default, or with phases 5 min after the chaos.'),
  'events?': definition('count', 'Messages and timers delivered; 200000 by default.'),
});

const verdicts = [
  ['pass', 'Every invariant holds.'],
  ['liveness', 'Somebody is not served who is owed it; no invariant of safety is broken.'],
  ['any', 'Whatever breaks, except the code of a correct node.'],
  ...SAFETY_INVARIANTS.map((name) => [`violation:${name}`, `Broken: ${INVARIANTS[name].holds}`]),
] as const;

const expect = object('What must be true at the end. What is left out is not compared.', {
  'verdict?': {
    title: 'pass, liveness, violation:<invariant> or any',
    description: 'How the run ends; pass by default.',
    enum: verdicts.map(([verdict]) => verdict),
    // JSON Schema has no word for this; editors read this one.
    enumDescriptions: verdicts.map(([, meaning]) => meaning),
  },
  'outcomes?': byName('How all that a client did ended.', {
    title:
      'final, incomplete, refused, unknown, locked-by-mint-removal or locked-by-own-equivocation',
    enum: OUTCOMES,
  }),
  'balances?': byName(
    'Native tokens at rest, at every correct validator.',
    amount('Native tokens, in least units.'),
  ),
  'tokens?': byName(
    'Tokens at rest, by label.',
    object('One token.', {
      'supply?': amount('How much of it there is.'),
      'holders?': byName('Who holds how much of it.', amount('Least units.')),
    }),
  ),
  'jobs?': byName('Escrow jobs at rest, by label.', {
    title: 'Funded, Submitted, Completed or Refunded',
    enum: ESCROW_STATUSES,
  }),
  'states?': byName('State cells at rest, by client.', {
    ...byKey('What each cell holds.', definition('bytes32', 'A state.')),
    propertyNames: {
      title: 'a key of at most 32 bytes, or 0x and at most 64 hexadecimal digits in pairs',
      type: 'string',
      format: 'quorate-bytes32',
    },
  }),
  'certificates?': definition('count', 'How many certificates were formed in all.'),
  'epoch?': definition(
    'count',
    'The last epoch in which all its correct members serve that are up.',
  ),
  'sometimes?': list('What the run must get into at least once.', {
    title: 'the name of a situation',
    description: 'A situation; `quorate explain` lists them.',
    enum: Object.keys(SITUATIONS),
    enumDescriptions: Object.values(SITUATIONS),
  }),
  'thresholds?': thresholdsSchema,
});

/**
 * The schema of scenario files, for editors and the loader.
 *
 * JSON Schema draft 07, published as packages/simulator/scenario.schema.json.
 * Source: docs/scenarios.md.
 */
export const scenarioSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'a Quorate scenario',
  ...object('One experiment on a simulated cluster.', {
    '$schema?': {
      title: 'the address of this schema',
      description: 'Where editors find this schema; nothing else reads it.',
      type: 'string',
    },
    version: {
      title: '1, the version of this format',
      description: 'The version of this format.',
      const: 1,
    },
    name: definition('name', 'What reports call it; the name of the file, as a rule.'),
    'description?': anyText('What it shows, in a sentence.'),
    'seed?': {
      title: 'a whole number or hexadecimal such as 0x5eed',
      description: 'Where all randomness comes from; 1 by default.',
      type: ['integer', 'string'],
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      pattern: '^(0x[0-9a-fA-F]+|[0-9]+)$',
      format: 'quorate-uint64',
    },
    cluster,
    'network?': networkForm.schema,
    workload,
    'changes?': changesForm.schema,
    'faults?': list('What goes wrong.', faultForm.schema),
    'byzantine?': byzantineSchema,
    'swarm?': swarmSchema,
    'phases?': phasesSchema,
    'limits?': limits,
    'expect?': expect,
    'provenance?': provenanceSchema,
  }),
  definitions,
};
