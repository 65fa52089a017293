import { ERROR_CATALOGUE, ESCROW_ROLES, ESCROW_STATUSES, LIMITS } from '@quorate/protocol';
import { OUTCOMES } from '../run-result.ts';
import {
  amount,
  anyText,
  definition,
  duration,
  flag,
  type JsonSchema,
  list,
  name,
  node,
  object,
  oneOf,
} from './schema-shapes.ts';

/** Shapes of steps that several keys share. */
export const stepDefinitions = {
  bytes32: {
    title: 'text of at most 32 bytes, or 0x and hexadecimal digits, in quotes',
    type: 'string',
    format: 'quorate-bytes32',
  },
  fee: {
    title: 'an amount, or a percentage such as "10 %"',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^([0-9]+|[0-9]+(\\.[0-9]{1,2})? ?%)$',
    format: 'quorate-fee',
  },
  decimals: { title: 'a whole number from 0 to 255', type: 'integer', minimum: 0, maximum: 255 },
  label: { title: 'a label', type: 'string', minLength: 1 },
  release: {
    title: 'Unversioned, the shape that names no release and no network',
    enum: ['Unversioned'],
  },
  form: { title: 'full, which is all that is submitted', enum: ['full'] },
  outcome: {
    title: 'final, incomplete, refused, unknown or locked-by-mint-removal',
    enum: OUTCOMES.filter((each) => each !== 'locked-by-own-equivocation'),
  },
  code: {
    title: 'the code of a refusal, such as InsufficientFunding',
    enum: Object.keys(ERROR_CATALOGUE),
  },
} as const;

const label = (description: string) => definition('label', description);
const bytes32 = (description: string) => definition('bytes32', description);
const as = { ...name, description: 'What the other steps of all clients call it.' };
const nativeOrToken = label('The token; the native one by default.');

const pay = shape('pay', 'Pays and waits for the outcome, as all steps do but four.', {
  'token?': nativeOrToken,
  to: node('Who is paid.'),
  amount: amount('How much, in least units.'),
});

const others = [
  shape('create-token', 'Creates a token whose admin is the client.', {
    as,
    'name?': anyText('Its name; the label by default.'),
    'decimals?': definition('decimals', 'Decimals of a full unit; 0 by default.'),
    'amount?': amount('What the client holds of it at first; 0 by default.'),
    'mints?': list('Who may mint it; nobody by default.', node('A client.')),
  }),
  shape('manage-token', 'Changes a token, as its admin.', {
    token: label('The token.'),
    'admin?': node('The new admin.'),
    'name?': anyText('The new name.'),
    'add?': list('Who may mint from now on.', node('A client.')),
    'remove?': list('Who may no longer.', node('A client.')),
    'update?': definition('nonce', 'The number of the update; the next by default.'),
  }),
  shape('mint', 'Makes more of a token, as one of its mints.', {
    token: label('The token.'),
    to: node('Who gets it.'),
    amount: amount('How much, in least units.'),
  }),
  shape('burn', 'Destroys what the client holds of a token.', {
    'token?': nativeOrToken,
    amount: amount('How much, in least units.'),
  }),
  shape('set-state', 'Creates a state cell of the client.', {
    key: bytes32('The cell.'),
    to: bytes32('What it holds at first.'),
  }),
  shape('update-state', 'Moves a state cell of the client on from the state that it names.', {
    key: bytes32('The cell.'),
    from: bytes32('What it must hold.'),
    to: bytes32('What it holds afterwards.'),
  }),
  shape('reset-state', 'Sets a state cell of the client, whatever it holds.', {
    key: bytes32('The cell.'),
    to: bytes32('What it holds afterwards.'),
  }),
  shape('escrow-terms', 'Publishes the terms on which the client evaluates jobs.', {
    as,
    'token?': label('What jobs are paid in; the native token by default.'),
    fee: definition('fee', 'What the evaluator gets: an amount, or a part of the fee of a job.'),
    'minimum?': amount('The least that the evaluator gets; 0 by default.'),
  }),
  shape('escrow-job', 'Opens a job, and pays both fees into it.', {
    as,
    terms: label('The terms of its evaluator.'),
    provider: node('Who is to do it.'),
    fee: amount('What the provider gets, in least units.'),
    'description?': anyText('What is to be done.'),
  }),
  shape('escrow-submit', 'Delivers, as the provider of a job.', {
    job: label('The job.'),
    deliverable: bytes32('What stands for the work, such as a hash.'),
  }),
  shape('escrow-reject', 'Refuses the work, as the evaluator of a job; its client is refunded.', {
    job: label('The job.'),
  }),
  shape('escrow-complete', 'Accepts the work, as the evaluator; the provider is paid.', {
    job: label('The job.'),
  }),
  shape('claim', 'Records an external claim.', {
    data: {
      title: 'hexadecimal bytes in quotes, such as "0x01ff"',
      description: 'The claim.',
      type: 'string',
      pattern: '^0x([0-9a-fA-F]{2})*$',
    },
    'verifiers?': list('The clients that may vouch for it; none by default.', node('A client.')),
    'signers?': list('Those of them that do; all by default.', node('A verifier.')),
    'quorum?': definition('count', 'How many of them it needs; all by default.'),
  }),
  shape('join-committee', 'Asks to become a validator of a later committee.', {}),
  shape('leave-committee', 'Asks to be left out of later committees.', {}),
];

interface Shape {
  readonly op: string;
  readonly description: string;
  readonly keys: Readonly<Record<string, JsonSchema>>;
}

function shape(op: string, description: string, keys: Readonly<Record<string, JsonSchema>>): Shape {
  return { op, description, keys };
}

const manner = {
  'release?': definition(
    'release',
    'The release that the transaction is written in; a current one by default.',
  ),
  'archival?': flag('true has its certificate kept where others are let go of; false by default.'),
  'feeToken?': label('The token that its fee is paid in; the native one by default.'),
  'form?': definition(
    'form',
    'What its sender signs; by default all but the signatures of verifiers.',
  ),
  'witnesses?': flag(
    'true has the client show with it what clients were last told has settled, for validators that lack it; false by default.',
  ),
  'outcome?': definition('outcome', 'How the step must end; not compared by default.'),
  'code?': definition('code', 'Why the step must be refused; not compared by default.'),
};

const hasty = {
  'await?': flag('false has the client take its next step at once; true by default.'),
};

const subject = {
  'token?': label('A token that is read instead of an account.'),
  'andTokens?': list('Further tokens that are read with it.', label('A token.')),
  'job?': label('A job that is read instead of an account.'),
  'andJobs?': list('Further jobs that are read with it.', label('A job.')),
  'jobs?': {
    title: 'client, provider or evaluator',
    description: 'As what the account takes part in the jobs that are read.',
    enum: ESCROW_ROLES,
  },
  'status?': {
    title: 'Funded, Submitted, Completed or Refunded',
    description: 'In which status those jobs are; in any by default.',
    enum: ESCROW_STATUSES,
  },
  'certificates?': definition('nonce', 'From which nonce on certificates of the account are read.'),
  'limit?': {
    title: `a whole number from 1 to ${LIMITS.certificatesPerRequest}`,
    description: 'How many of them at most; all that a proxy gives at once by default.',
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.certificatesPerRequest,
  },
  'certificate?': {
    title: 'last, creation or decision',
    description:
      'Which one certificate is read: the last that settled of the account, or what created the token or the job, or decided the job.',
    enum: ['last', 'creation', 'decision'],
  },
  'balances?': list(
    'Of which tokens balances of the account are read beside the native one; of all by default.',
    label('A token.'),
  ),
  'cells?': list('Which cells of the account are read; all by default.', bytes32('A cell.')),
  'incomplete?': flag('true reads what of the account lacks signatures; false by default.'),
};

const from = { 'from?': label('The multisig account that acts; the client adds its signature.') };

/** The schema of a step, with the keys before and after its own. */
function schemaOf(
  { op, description, keys }: Shape,
  before: Readonly<Record<string, JsonSchema>> = {},
  behind: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return object(description, { op: { const: op }, ...before, ...keys, ...behind });
}

/** The schema of one step of a client. */
export const stepSchema: JsonSchema = oneOf('One thing the client does.', 'op', [
  schemaOf(pay, from, { ...hasty, ...manner }),
  ...others.map((each) => schemaOf(each, {}, manner)),
  schemaOf(
    shape('batch', 'Does several of these as one transaction, all or nothing.', {
      steps: list(
        'The operations, in order.',
        oneOf(
          'One operation.',
          'op',
          [pay, ...others].map((each) => schemaOf(each)),
        ),
      ),
    }),
    { ...from, ...manner },
  ),
  object('Signs a payment without submitting it.', {
    op: { const: 'sign' },
    as: label('A label for later steps.'),
    to: node('The client that is paid.'),
    amount: amount('Native tokens, in least units.'),
    'nonce?': definition('nonce', "The nonce; the client's next one by default."),
  }),
  object('Hands a signed transaction straight to validators, past the proxy.', {
    op: { const: 'send' },
    transaction: label('The label it was signed as.'),
    validators: list('Who receives it.', node('A validator.')),
  }),
  object(
    'Asks the proxy what it knows of an account or something else, and waits for the answer.',
    {
      op: { const: 'read' },
      'of?': node('The client or account; the client itself by default.'),
      ...subject,
    },
  ),
  object('Does nothing for a while.', {
    op: { const: 'wait' },
    for: duration('How long, in virtual time.'),
  }),
]);
