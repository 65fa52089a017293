import { z } from 'zod';
import { EVENT_KINDS } from '../events/event.ts';
import { Envelope, integer } from './shapes.ts';

// The answers of the admin interface; tests compare this with its actual answers.

const address = z.string().openapi({ description: 'An account or a key: bech32m.' });
const nanos = (description: string) => integer(`${description} Nanoseconds since 1970.`);
const times = z.record(z.string(), nanos('When.')).openapi({ description: 'By validator.' });

/** A validator of the devnet. */
export const RunningValidator = z
  .strictObject({
    name: z.string(),
    status: z.enum(['booting', 'recovering', 'active', 'crashed', 'failed']),
    rpc: z.url().openapi({ description: 'Where its JSON-RPC answers.' }),
    over_http: z.boolean().openapi({
      description:
        'Whether it is reached over HTTP, where of all links only those of p1 have faults.',
    }),
    seat: z.enum(['active', 'merging', 'retired']).optional(),
    epoch: integer('The one that it knows of.').optional(),
    served: integer('The last one that it served.').optional(),
    key: address.nullable().optional(),
    signed: integer('Transactions since its process started.'),
    settled: integer('Transactions, whenever that was.'),
    acts: z
      .array(z.string())
      .openapi({ description: 'What it does wrong, if a fault makes it lie.' })
      .optional(),
    pid: integer('Its process, where it has one of its own.').nullable().optional(),
  })
  .openapi('RunningValidator');

const committee = {
  epoch: integer('From 0.'),
  quorum: integer('How many signatures make a certificate.'),
  members: z.array(
    z.strictObject({
      name: z.string(),
      address,
      host: z.string(),
      rpc_port: integer('As the change of committee named it.'),
      operator: address.nullable(),
    }),
  ),
};

const problems = z.array(z.string()).openapi({ description: 'What is wrong, a line each.' });

/** What a check found. */
export const Findings = z
  .strictObject({
    networkId: z.string(),
    validators: z.array(
      z.strictObject({
        name: z.string(),
        certificates: integer('Certificates that were verified.'),
        pruned: integer('Certificates that it has pruned.'),
        isReplayed: z.boolean().openapi({ description: 'Whether all of its history was.' }),
        digest: z.string().nullable().openapi({ description: 'Of its state: hex digits.' }),
        problems,
      }),
    ),
    others: z.array(z.strictObject({ name: z.string(), rows: integer('Rows read.'), problems })),
    isSound: z.boolean().openapi({ description: 'Whether nothing is wrong.' }),
  })
  .openapi('Findings');

/** A committee. */
export const Committee = z.strictObject(committee).openapi('Committee');

/** The current committee. */
export const CommitteeAndAccount = z.strictObject({
  ...committee,
  account: address.openapi({ description: 'That of the committee, which changes it.' }),
});

/** A request to join or leave the committee. */
export const CommitteeRequest = z
  .strictObject({
    kind: z.enum(['Join', 'Leave']),
    operator: address,
    timestamp_nanos: nanos('As its transaction says.'),
    nonce: integer('Of its transaction.'),
    address: address.optional(),
    host: z.string().optional(),
    rpc_port: integer('Of who joins.').optional(),
  })
  .openapi('CommitteeRequest');

const held = z.array(
  z.strictObject({
    name: z.string().nullable(),
    address,
    balance: z.string().regex(/^\d+$/).openapi({ description: 'Least units.' }),
  }),
);

/** The genesis of a network. */
export const Genesis = z
  .strictObject({
    network_id: z.string(),
    genesis_time_nanos: nanos('When it began.'),
    validators: integer('How many there were at first.'),
    accounts: held.openapi({ description: 'Who held how much of the native token.' }),
    tokens: z
      .array(
        z.strictObject({
          token_id: z.string().openapi({ description: '64 hex digits.' }),
          name: z.string(),
          decimals: integer('How many there are.'),
          admin: address,
          accounts: held.openapi({ description: 'Who held how much of it.' }),
        }),
      )
      .openapi({ description: 'Besides the native one.' }),
  })
  .openapi('Genesis');

/** A fresh key of a validator, in the form of a request to join. */
export const ValidatorKey = z.strictObject({ address, host: z.string(), rpc_port: integer('0.') });

const trace = { transaction_id: z.string(), signed_at_nanos: times, settled_at_nanos: times };

/** What happened to a transaction. */
export const Trace = z.strictObject(trace).openapi('TransactionTrace');

/** What was submitted to the proxy. */
export const JournalEntry = z
  .strictObject({
    at: nanos('When.'),
    from: z.string().openapi({ description: 'A client, or `http`, which is all callers.' }),
    envelope: Envelope,
    outcome: z.enum(['final', 'incomplete', 'refused']).nullable(),
    code: z.string().optional().openapi({ description: 'Of a refusal.' }),
  })
  .openapi('JournalEntry');

/** One of the latest transactions. */
export const RecentTransaction = z
  .strictObject({
    ...trace,
    submitted: JournalEntry.nullable().openapi({
      description:
        'As the proxy was handed it last; null if it was not, or if newer ones are too large together.',
    }),
  })
  .openapi('RecentTransaction');

/** A fault as it was stated, and when it was in effect. */
export const Fault = z
  .looseObject({
    id: z.string(),
    kind: z.string(),
    since_nanos: nanos('When it began.'),
    age_nanos: integer('How old what an amnesiac goes back to was.').optional(),
    until_nanos: nanos('When it ended.').optional(),
    released: integer('How many messages that it held were released by hand.').optional(),
    dropped: integer('How many messages that it held were dropped by hand.').optional(),
  })
  .openapi('Fault');

/** A fault that has just begun. */
export const BegunFault = Fault.extend({
  anew_with_process: z
    .array(z.string())
    .openapi({ description: 'Its acts that begin anew whenever the process of its node does.' })
    .optional(),
}).openapi('BegunFault');

/** What faults hold at present. */
export const HeldMessages = z.strictObject({
  count: integer('How many messages are held.'),
  overflow: integer('How many were lost since the start, because too much was held already.'),
  messages: z
    .array(
      z
        .strictObject({
          id: z.string(),
          fault: z.string().openapi({ description: 'The fault that holds it.' }),
          from: z.string(),
          to: z.string(),
          since_nanos: nanos('When it came to be held.'),
          message: z.string().openapi({
            description: 'Its kind: `SubmitTransaction`; of an answer, `Response Signed`.',
          }),
          transaction_id: z.string().nullable(),
          content: z.string().openapi({ description: 'What it has in it, in words.' }),
        })
        .openapi('HeldMessage'),
    )
    .openapi({ description: 'The first of them, in the order in which they came to be held.' }),
});

const account = z.strictObject({ address, name: z.string().nullable() });
const decimal = (description: string) => z.string().regex(/^\d+$/).openapi({ description });

/** Something that has happened; each kind has only some of the keys. */
export const DevnetEvent = z
  .strictObject({
    id: z.string().openapi({ description: 'Unlike that of any other event.' }),
    at: z.iso.datetime(),
    kind: z.enum([...EVENT_KINDS, 'missed']),
    transaction: z
      .strictObject({
        id: z.string(),
        sender: account.optional(),
        nonce: decimal('Of the sender.').optional(),
        operations: z
          .array(
            z.strictObject({
              kind: z.string(),
              to: account.optional(),
              amount: decimal('Least units.').optional(),
              token_id: z.string().optional(),
            }),
          )
          .optional(),
        more: integer('How many operations are not shown.').optional(),
      })
      .optional(),
    by: z.string().optional().openapi({ description: 'Who submitted it; `http` is all callers.' }),
    validators: z.array(z.string()).optional().openapi({ description: 'The quorum.' }),
    code: z.string().optional().openapi({ description: 'Of a refusal.' }),
    message: z.string().optional(),
    details: z.unknown(),
    node: z.string().optional(),
    reason: z.string().optional(),
    fault: z.looseObject({ id: z.string(), kind: z.string() }).optional(),
    name: z.string().optional().openapi({ description: 'Of a snapshot.' }),
    request: z.enum(['Join', 'Leave']).optional(),
    operator: account.optional(),
    epoch: integer('From 0.').optional(),
    members: z.array(z.string()).optional(),
    quorum: integer('How many signatures make a certificate.').optional(),
    seat: z.enum(['active', 'merging', 'retired']).optional(),
    missed: integer('How many events are gone.').nullable().optional(),
  })
  .openapi('DevnetEvent');
