import { ESCROW_STATUSES } from '@quorate/protocol';
import { SAFETY_INVARIANTS } from '../oracles/safety-invariants.ts';
import { SITUATIONS, type SituationName } from '../oracles/situations.ts';
import { INVARIANTS } from '../oracles/statements/statements.ts';
import { type ExpectedVerdict, OUTCOMES, type Outcome } from '../run-result.ts';
import {
  amount,
  byName,
  count,
  type Form,
  listOf,
  mapping,
  orElse,
  same,
  unless,
  type ValueOf,
} from './forms.ts';
import { paddedHex } from './padded-hex.ts';
import { rawBytes32 } from './raw-values.ts';
import { byKey, definition, byName as schemaByName } from './schema-shapes.ts';
import { thresholdsForm } from './thresholds.ts';

const verdicts = [
  ['pass', 'Every invariant holds.'],
  ['liveness', 'Somebody is not served who is owed it; no invariant of safety is broken.'],
  ['any', 'Whatever breaks, except the code of a correct node.'],
  ...SAFETY_INVARIANTS.map((name) => [`violation:${name}`, `Broken: ${INVARIANTS[name].holds}`]),
] as const;

const verdict = same<ExpectedVerdict>({
  title: 'pass, liveness, violation:<invariant> or any',
  description: 'How the run ends; pass by default.',
  enum: verdicts.map(([word]) => word),
  // JSON Schema has no word for this; editors read this one.
  enumDescriptions: verdicts.map(([, meaning]) => meaning),
});

const outcome = same<Outcome>({
  title:
    'final, incomplete, refused, unknown, locked-by-mint-removal or locked-by-own-equivocation',
  enum: OUTCOMES,
});

const status = same<(typeof ESCROW_STATUSES)[number]>({
  title: 'Funded, Submitted, Completed or Refunded',
  enum: ESCROW_STATUSES,
});

const situation = same<SituationName>({
  title: 'the name of a situation',
  description: 'A situation; `quorate explain` lists them.',
  enum: Object.keys(SITUATIONS),
  enumDescriptions: Object.values(SITUATIONS),
});

const balances = (description: string, each: string) =>
  unless(
    byName(
      description,
      amount(each),
      (client, balance) => ({ client, balance }),
      ({ client, balance }) => [client, balance],
    ),
    {},
  );

const token = mapping('One token.', {
  'supply?': amount('How much of it there is.'),
  'holders?': balances('Who holds how much of it.', 'Least units.'),
});

/** What a state cell must hold at the end; `shown` is the key as the file writes it. */
export interface StateExpectation {
  readonly client: string;
  readonly shown: string;
  readonly key: string;
  readonly state: string;
}

type RawStates = Readonly<Record<string, Readonly<Record<string, string>>>>;

const states: Form<readonly StateExpectation[], RawStates> = {
  schema: schemaByName('State cells at rest, by client.', {
    ...byKey('What each cell holds.', definition('bytes32', 'A state.')),
    propertyNames: {
      title: 'a key of at most 32 bytes, or 0x and at most 64 hexadecimal digits in pairs',
      type: 'string',
      format: 'quorate-bytes32',
    },
  }),
  load: (stated) =>
    Object.entries(stated).flatMap(([client, cells]) =>
      Object.entries(cells).map(([shown, state]) => ({
        client,
        shown,
        key: paddedHex(shown),
        state: paddedHex(state),
      })),
    ),
  state(cells) {
    const raw: Record<string, Record<string, string>> = {};
    for (const { client, shown, state } of cells) {
      raw[client] = { ...raw[client], [shown]: rawBytes32(state) };
    }
    return raw;
  },
};

/** The form of the expectations. */
export const expectForm = mapping(
  'What must be true at the end. What is left out is not compared.',
  {
    'verdict?': orElse(verdict, 'pass'),
    'outcomes?': unless(
      byName(
        'How all that a client did ended.',
        outcome,
        (client, ended) => ({ client, outcome: ended }),
        (each) => [each.client, each.outcome],
      ),
      {},
    ),
    'balances?': balances(
      'Native tokens at rest, at every correct validator.',
      'Native tokens, in least units.',
    ),
    'tokens?': unless(
      byName(
        'Tokens at rest, by label.',
        token,
        (label, held) => ({ token: label, ...held }),
        ({ token: label, ...held }) => [label, held],
      ),
      {},
    ),
    'jobs?': unless(
      byName(
        'Escrow jobs at rest, by label.',
        status,
        (job, held) => ({ job, status: held }),
        (each) => [each.job, each.status],
      ),
      {},
    ),
    'states?': unless(states, {}),
    'certificates?': count('How many certificates were formed in all.'),
    'epoch?': count('The last epoch in which all its correct members serve that are up.'),
    'sometimes?': unless(listOf('What the run must get into at least once.', situation), []),
    'thresholds?': unless(thresholdsForm, []),
  },
);

/** What the run must end with; whatever is not mentioned is not compared. */
export type Expectations = ValueOf<typeof expectForm>;

/** What a token must be at the end; an undefined supply is not compared. */
export type TokenExpectation = Expectations['tokens'][number];
