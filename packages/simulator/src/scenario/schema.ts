/** Hold one JSON Schema node. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Bound the committee of a scenario. */
export const MAX_VALIDATORS = 100;

/** `x-` keys belong to the author; nothing reads them. */
const extensions = { '^x-': {} };

/** Describe a word that reports and paths can show unquoted. */
function identifier(title: string): JsonSchema {
  return { title, type: 'string', pattern: '^[a-z][a-z0-9-]*$' };
}

const name = identifier('a name: lower-case letters, digits and dashes, a letter first');

/** Describe a mapping with exactly these keys; a name that ends in `?` is optional. */
function object(description: string, keys: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const names = Object.keys(keys);
  return {
    description,
    type: 'object',
    required: names.filter((key) => !key.endsWith('?')),
    properties: Object.fromEntries(
      Object.entries(keys).map(([key, schema]) => [key.replace('?', ''), schema]),
    ),
    patternProperties: extensions,
    additionalProperties: false,
  };
}

/** Describe a mapping from client names to values of one shape. */
function byClient(description: string, value: JsonSchema): JsonSchema {
  return {
    description,
    type: 'object',
    propertyNames: name,
    patternProperties: extensions,
    additionalProperties: value,
  };
}

/** Describe one of several mappings, told apart by the key `tag`. */
function oneOf(description: string, tag: string, shapes: readonly JsonSchema[]): JsonSchema {
  return {
    description,
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: shapes,
  };
}

function list(description: string, items: JsonSchema): JsonSchema {
  return { description, type: 'array', items };
}

/** Point at a shared definition; the description belongs to this use of it. */
function definition(key: string, description: string): JsonSchema {
  return { description, allOf: [{ $ref: `#/definitions/${key}` }] };
}

const duration = (description: string) => definition('duration', description);
const amount = (description: string) => definition('amount', description);
const node = (description: string) => definition('node', description);

/** Shapes that several keys share; each `title` is what an error says was expected. */
const definitions = {
  duration: {
    title: 'a duration with a unit, such as "50 ms"',
    type: 'string',
    pattern: '^[0-9]+(\\.[0-9]+)? ?(ns|us|ms|s|min|h)$',
    format: 'quorate-duration',
  },
  amount: {
    title: 'a whole number of least units, in quotes above 9007199254740991',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^[0-9]+$',
    format: 'quorate-uint256',
  },
  nonce: {
    title: 'a whole number, in quotes above 9007199254740991',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^[0-9]+$',
    format: 'quorate-uint64',
  },
  probability: { title: 'a probability from 0 to 1', type: 'number', minimum: 0, maximum: 1 },
  count: {
    title: 'a whole number, 0 or more',
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  node: { title: 'the name of a node', type: 'string' },
  name,
  id: identifier('an id: lower-case letters, digits and dashes, a letter first'),
  delay: oneOf('How long a message travels.', 'dist', [
    object('Always the same time.', {
      dist: { const: 'const' },
      mean: duration('The time every message takes.'),
    }),
    object('Any time between two bounds, all equally likely.', {
      dist: { const: 'uniform' },
      min: duration('The shortest time.'),
      max: duration('The longest time.'),
    }),
    object('Mostly short, now and then long: an exponential tail on top of a shortest time.', {
      dist: { const: 'exp' },
      mean: duration('The average time, the shortest included.'),
      'min?': duration('The shortest time; 0 ms by default.'),
    }),
  ]),
} as const;

const drop = definition('probability', 'How likely a message is lost; 0 by default.');
const delay = definition('delay', 'How long a message travels.');

const cluster = object('The nodes: validators v1, v2, … and one proxy p1.', {
  validators: {
    title: `a whole number from 1 to ${MAX_VALIDATORS}`,
    description: 'How many validators there are.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_VALIDATORS,
  },
  clients: byClient(
    'Who holds an account, by name.',
    object('One client.', {
      'balance?': amount('Native tokens at genesis, in least units; 0 by default.'),
    }),
  ),
});

const network = object('How messages travel; by default exponential delays of 50 ms, no loss.', {
  'default?': object('Every link without an override.', { 'delay?': delay, 'drop?': drop }),
  'links?': list(
    'Overrides, in order; the first that matches wins. What one leaves out, the default gives.',
    object('One override.', {
      from: node('The sender, or "*" for any.'),
      to: node('The receiver, or "*" for any.'),
      'delay?': delay,
      'drop?': drop,
    }),
  ),
  'schedule?': {
    title: 'fifo or random',
    description: 'Which of several events at one instant comes first; random by default.',
    enum: ['fifo', 'random'],
  },
});

const steps = oneOf('One thing the client does.', 'op', [
  object('Pays through the proxy and waits for the outcome.', {
    op: { const: 'pay' },
    to: node('The client that is paid.'),
    amount: amount('Native tokens, in least units.'),
  }),
  object('Signs a payment without submitting it.', {
    op: { const: 'sign' },
    as: { title: 'a label', description: 'A label for later steps.', type: 'string', minLength: 1 },
    to: node('The client that is paid.'),
    amount: amount('Native tokens, in least units.'),
    'nonce?': definition('nonce', "The nonce; the client's next one by default."),
  }),
  object('Hands a signed transaction straight to validators, past the proxy.', {
    op: { const: 'send' },
    transaction: { title: 'a label', description: 'The label it was signed as.', type: 'string' },
    validators: list('Who receives it.', node('A validator.')),
  }),
  object('Submits an external claim through the proxy and waits for the outcome.', {
    op: { const: 'claim' },
    data: {
      title: 'hexadecimal bytes in quotes, such as "0x01ff"',
      description: 'The claim.',
      type: 'string',
      pattern: '^0x([0-9a-fA-F]{2})*$',
    },
    'verifiers?': list('The clients that sign the claim; none by default.', node('A client.')),
    'quorum?': definition('count', 'How many of them it needs; all by default.'),
  }),
  object('Does nothing for a while.', {
    op: { const: 'wait' },
    for: duration('How long, in virtual time.'),
  }),
]);

const workload = list(
  'What the clients do. Entries run side by side, the steps of one entry in order.',
  object('What one client does.', {
    id: definition('id', 'A name for reports.'),
    client: node('The client.'),
    'start?': duration('When it starts, in virtual time; 0 ms by default.'),
    steps: list('The steps, in order.', steps),
  }),
);

const faults = list(
  'What goes wrong.',
  oneOf('One fault.', 'kind', [
    object('Stops a validator: its memory is lost, its disk is kept.', {
      id: definition('id', 'A name for reports.'),
      kind: { const: 'crash' },
      node: node('The validator.'),
      at: duration('When, in virtual time.'),
      'restartAfter?': duration('How long it stays down; for good by default.'),
    }),
  ]),
);

const limits = object('When to give up.', {
  'simTime?': duration('Virtual time; 60 s by default.'),
  'events?': definition('count', 'Messages and timers delivered; 200000 by default.'),
});

const expect = object('What must be true at the end. What is left out is not compared.', {
  'verdict?': {
    title: 'pass, liveness or violation:<oracle>',
    description: 'How the run ends; pass by default.',
    type: 'string',
    pattern: '^(pass|liveness|violation:[a-z0-9-]+)$',
  },
  'outcomes?': byClient('How all that a client did ended.', {
    title: 'final, refused, unknown or locked-by-own-equivocation',
    enum: ['final', 'refused', 'unknown', 'locked-by-own-equivocation'],
  }),
  'balances?': byClient(
    'Native tokens at rest, at every correct validator.',
    amount('Native tokens, in least units.'),
  ),
  'certificates?': definition('count', 'How many certificates were formed in all.'),
});

/**
 * Describe the scenario file to editors and to the loader.
 *
 * Shape: JSON Schema draft 07; published as packages/simulator/scenario.schema.json.
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
    'description?': { title: 'text', description: 'What it shows, in a sentence.', type: 'string' },
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
    'network?': network,
    workload,
    'faults?': faults,
    'limits?': limits,
    'expect?': expect,
  }),
  definitions,
};
