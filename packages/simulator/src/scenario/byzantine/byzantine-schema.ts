import { moment as momentForm } from '../faults/moment.ts';
import {
  amount,
  definition,
  duration,
  flag,
  type JsonSchema,
  list,
  node,
  object,
  oneOf,
  positive,
} from '../schema-shapes.ts';
import {
  CERTIFICATE_CHOICES,
  CERTIFICATE_FLAWS,
  CHANGE_FORGERIES,
  ENCODING_FAULTS,
  FALSE_REFUSALS,
  FORBIDDEN_ROLES,
  FORGED_FLAWS,
  INADMISSIBLE_KINDS,
  LIE_SUBJECTS,
  PROXY_REFUSALS,
  RECORD_LIES,
  REQUEST_KINDS,
  SNAPSHOT_LIES,
  SUBMISSION_RULES,
  TRAFFIC_KINDS,
} from './words.ts';

const id = definition('id', 'A name for reports.');

/** Shapes that all acts share. */
export const byzantineDefinitions = {
  'act-at': momentForm.keys['at?'] ?? {},
  'act-when': momentForm.keys['when?'] ?? {},
  scope: {
    title: 'peers, senders or both',
    ...object('Some of the traffic of a node.', {
      'peers?': list('Whom the node talks with.', node('A node.')),
      'senders?': list('Whose transactions and accounts it is about.', node('A client.')),
    }),
  },
} as const;

const scope = (description: string) => definition('scope', description);

const moment = {
  'at?': definition('act-at', 'From when on, or when; the start by default.'),
  'when?': definition('act-when', 'The same, at a point of the protocol.'),
};

const payment = { to: node('Who would be paid.'), amount: amount('How much, in least units.') };
const targets = {
  'targets?': list('Where it is sent; by default everywhere.', node('A validator or a proxy.')),
};

const validatorActs = [
  bending('twin', 'Serves this traffic from a second honest instance under the same key.', {}),
  bending('double-sign', 'Signs every valid transaction, whatever the lock holds.', {}),
  bending('sign-invalid', 'Signs what these rules refuse.', {
    'rules?': words('The rules; by default all of them.', SUBMISSION_RULES),
  }),
  bending('collude', 'Signs whatever bytes decode, if this client is the sender.', {
    with: node('The client.'),
  }),
  bending('withhold', 'Does what it is asked and does not answer.', {
    'kinds?': words('Which requests; by default all.', REQUEST_KINDS),
  }),
  bending('forge', 'Answers with signatures that do not verify.', {}),
  bending(
    'duplicate-signer',
    'Repeats a signer in the certificates it serves, and answers each request to sign twice.',
    {},
  ),
  bending('wrong-name', 'Gives its signature for that of another validator.', {
    as: node('The other validator.'),
  }),
  bending('stale-view', 'Answers queries and dry runs from what it held a while ago.', {
    requests: positive('How many requests to sign or settle ago.'),
  }),
  bending(
    'lie',
    'Adds to what it reports of accounts and their state cells, or of the epoch that it is in, or to the nonce of what it reports as pending.',
    {
      about: word('What it lies about.', LIE_SUBJECTS),
      by: {
        title: 'a whole number, in quotes beyond 9007199254740991',
        description: 'How much it adds; may be below 0.',
        type: ['integer', 'string'],
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        pattern: '^-?[0-9]+$',
        format: 'quorate-signed-uint256',
      },
    },
  ),
  bending('ack-without-apply', 'Says that it has settled what it has not.', {}),
  bending('selective-service', 'Hears only these.', { serves: scope('Whom it serves.') }),
  bending('false-snapshot', 'Shows of an account what it did not hold when the epoch ended.', {
    of: node('The client whose account it is.'),
    shows: word('What it shows.', SNAPSHOT_LIES),
    'to?': node('Whom the payment is for that it shows; the client itself by default.'),
    'amount?': amount('How much that is, in least units; 1 by default.'),
  }),
  bending('false-change', 'Tells of a change that no quorum has signed, in place of each.', {
    forges: word('What is wrong with it.', CHANGE_FORGERIES),
    members: list('Who would be in the committee.', node('A validator.')),
  }),
  bending('false-records', 'Tells of tokens and escrow jobs what it does not hold.', {
    shows: word('What it tells.', RECORD_LIES),
  }),
  bending('other-certificates', 'Shows genuine certificates that nobody else shows.', {
    shows: word(
      'What is other about them: who has signed, or which they are.',
      CERTIFICATE_CHOICES,
    ),
  }),
  bending('refuse', 'Refuses what it is asked to check or to sign.', {
    code: word('The code of the refusal.', FALSE_REFUSALS),
  }),
  acting('take-role', 'Signs a transaction with its key, as no validator may.', {
    role: word('What its key is in it.', FORBIDDEN_ROLES),
  }),
  acting('propose', 'Proposes a committee that too few operators have signed.', {
    members: list('Who is to be in it.', node('A validator.')),
    'signers?': list('Whose operators sign it too; nobody by default.', node('A validator.')),
    'quorum?': positive('How many the account asks for that they sign for; a quorum by default.'),
  }),
];

const proxyActs = [
  bending('drop', 'Loses what it hears from clients or means to send.', {
    'kinds?': words('What it loses; by default all.', TRAFFIC_KINDS),
  }),
  bending('swap', 'Mixes up two transactions.', {
    what: word('What it tells clients, or the signatures it delivers.', ['answers', 'signatures']),
  }),
  bending('forge-quorum', 'Calls a transaction settled as soon as one validator has signed.', {
    flaw: word('What is wrong with its signatures.', FORGED_FLAWS),
  }),
  bending('withhold-certificate', 'Keeps the certificates that it forms to itself.', {}),
  bending('false-refusal', 'Refuses what clients submit, and passes none of that on.', {
    code: word('The code of the refusal.', PROXY_REFUSALS),
  }),
  object('Takes these validators for the whole committee, and follows no change of it.', {
    id,
    act: { const: 'stale-committee' },
    members: list('The validators.', node('A validator.')),
  }),
];

const rival = object('One of the payments.', {
  ...payment,
  validators: list('Who is asked to sign it first.', node('A validator.')),
  'deliver?': list('Who gets its certificate; by default all.', node('A validator.')),
});

const clientActs = [
  acting(
    'equivocate',
    'Signs several payments for one nonce and hands each to its own validators.',
    {
      rivals: {
        ...list('The payments.', rival),
        title: 'a list of two or more',
        minItems: 2,
      },
      'nonce?': definition('nonce', "The nonce; the client's next by default."),
      'cross?': duration('After how long each goes to all others too; never by default.'),
    },
  ),
  acting('nonce-abuse', 'Signs a payment at a nonce that is not due.', {
    kind: word('One ahead, one that is settled, or the largest.', ['gap', 'reuse', 'huge']),
    ...payment,
    ...targets,
  }),
  acting('bad-encoding', 'Sends a payment in bytes that nobody may take.', {
    kind: word('What is wrong with them.', ENCODING_FAULTS),
    ...payment,
    ...targets,
  }),
  acting('incomplete-certificate', 'Delivers a certificate with a flaw.', {
    flaw: word('What is wrong with its signatures.', CERTIFICATE_FLAWS),
    ...payment,
    ...targets,
  }),
  acting('leaked-keys', 'Certifies a payment with keys of an epoch that has ended.', {
    'epoch?': definition('count', 'The epoch; 0 by default.'),
    'reuse?': flag('Whether it is for the last nonce that is used already; false by default.'),
    'mixed?': flag('Whether one of them stands among signatures of the current committee.'),
    ...payment,
    ...targets,
  }),
  acting('inadmissible', 'Signs what no validator may sign.', {
    kind: word('What is wrong with it.', INADMISSIBLE_KINDS),
    ...targets,
  }),
  acting('forged-share', "Forges a member's signature under what lacks signatures.", {
    of: node('The multisig account.'),
  }),
];

/** The schema of the key `byzantine`. */
export const byzantineSchema: JsonSchema = list(
  'Who breaks the rules, as lists of small acts.',
  object('One Byzantine node: a validator, a proxy or a client.', {
    id,
    node: node('The node.'),
    acts: list(
      'What it does wrong; without acts it is honest.',
      oneOf('One act.', 'act', [...validatorActs, ...proxyActs, ...clientActs]),
    ),
  }),
);

function acting(
  act: string,
  description: string,
  keys: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return object(description, { id, act: { const: act }, ...moment, ...keys });
}

function bending(
  act: string,
  description: string,
  keys: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  return acting(act, description, {
    'only?': scope('The traffic that it touches; by default all.'),
    'times?': positive('How often; by default always.'),
    ...keys,
  });
}

function word(description: string, known: readonly string[]): JsonSchema {
  return { title: `one of ${known.join(', ')}`, description, enum: known };
}

function words(description: string, known: readonly string[]): JsonSchema {
  return list(description, { title: `one of ${known.join(', ')}`, enum: known });
}
