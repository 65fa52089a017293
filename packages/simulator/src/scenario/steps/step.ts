import { bytesToHex, type EvaluationFee, hexToBytes, type RejectionCode } from '@quorate/protocol';
import type { Outcome } from '../../run-result.ts';
import {
  amount,
  choice,
  count,
  duration,
  type Form,
  is,
  type Keys,
  type Loaded,
  listOf,
  mapping,
  mark,
  node,
  nonce,
  orElse,
  type StatedOf,
  same,
  text,
  unless,
  type ValueOf,
} from '../forms.ts';
import type { RawInteger } from '../raw.ts';
import { rawInteger } from '../raw-values.ts';
import { definition, name, oneOf } from '../schema-shapes.ts';
import { mannerKeys } from './manner.ts';
import { bytes32, label, subjectKeys } from './subject.ts';

const as = same<string>({ ...name, description: 'What the other steps of all clients call it.' });
const nativeOrToken = label('The token; the native one by default.');

/** An amount, or a percentage such as "10 %" with at most two places: basis points. */
const evaluationFee: Form<EvaluationFee, RawInteger> = {
  schema: definition('fee', 'What the evaluator gets: an amount, or a part of the fee of a job.'),
  load(stated) {
    const percent = /^(\d+)(?:\.(\d{1,2}))? ?%$/.exec(String(stated));
    if (percent === null) return { kind: 'Fixed', amount: BigInt(stated) };
    const [, whole = '0', places = ''] = percent;
    return { kind: 'Bps', bps: Number(whole) * 100 + Number(places.padEnd(2, '0')) };
  },
  state: (fee) => (fee.kind === 'Bps' ? `${fee.bps / 100} %` : rawInteger(fee.amount)),
};

const claimed: Form<Uint8Array, string> = {
  schema: {
    title: 'hexadecimal bytes in quotes, such as "0x01ff"',
    description: 'The claim.',
    type: 'string',
    pattern: '^0x([0-9a-fA-F]{2})*$',
  },
  load: (stated) => hexToBytes(stated.slice(2)),
  state: (bytes) => `0x${bytesToHex(bytes)}`,
};

const transactionKeys = {
  ...mannerKeys,
  'outcome?': same<Outcome>(
    definition('outcome', 'How the step must end; not compared by default.'),
  ),
  'code?': same<RejectionCode>(
    definition('code', 'Why the step must be refused; not compared by default.'),
  ),
};

const from = {
  'from?': label('The multisig account that acts; the client adds its signature.'),
};
const hasty = {
  'await?': mark('false has the client take its next step at once; true by default.', false),
};

/** The forms of an operation: as a step of its own, and inside of a batch. */
function operation<const Op extends string, const K extends Keys>(
  op: Op,
  description: string,
  keys: K,
) {
  return {
    alone: mapping(description, { op: is(op), ...keys, ...transactionKeys }),
    inside: mapping(description, { op: is(op), ...keys }),
  };
}

const paid = {
  'token?': nativeOrToken,
  to: node('Who is paid.'),
  amount: amount('How much, in least units.'),
};
const PAYS = 'Pays and waits for the outcome, as all steps do but four.';
const pay = {
  alone: mapping(PAYS, { op: is('pay'), ...from, ...paid, ...hasty, ...transactionKeys }),
  inside: mapping(PAYS, { op: is('pay'), ...paid }),
};

const operations = [
  pay,
  operation('create-token', 'Creates a token whose admin is the client.', {
    as,
    'name?': unless(text('Its name; the label by default.'), (beside) => beside['as']),
    'decimals?': unless(
      same<number>(definition('decimals', 'Decimals of a full unit; 0 by default.')),
      0,
    ),
    'amount?': orElse(amount('What the client holds of it at first; 0 by default.'), 0),
    'mints?': unless(listOf('Who may mint it; nobody by default.', node('A client.')), []),
  }),
  operation('manage-token', 'Changes a token, as its admin.', {
    token: label('The token.'),
    'admin?': node('The new admin.'),
    'name?': text('The new name.'),
    'add?': unless(listOf('Who may mint from now on.', node('A client.')), []),
    'remove?': unless(listOf('Who may no longer.', node('A client.')), []),
    'update?': nonce('The number of the update; the next by default.'),
  }),
  operation('mint', 'Makes more of a token, as one of its mints.', {
    token: label('The token.'),
    to: node('Who gets it.'),
    amount: amount('How much, in least units.'),
  }),
  operation('burn', 'Destroys what the client holds of a token.', {
    'token?': nativeOrToken,
    amount: amount('How much, in least units.'),
  }),
  operation('set-state', 'Creates a state cell of the client.', {
    key: bytes32('The cell.'),
    to: bytes32('What it holds at first.'),
  }),
  operation('update-state', 'Moves a state cell of the client on from the state that it names.', {
    key: bytes32('The cell.'),
    from: bytes32('What it must hold.'),
    to: bytes32('What it holds afterwards.'),
  }),
  operation('reset-state', 'Sets a state cell of the client, whatever it holds.', {
    key: bytes32('The cell.'),
    to: bytes32('What it holds afterwards.'),
  }),
  operation('escrow-terms', 'Publishes the terms on which the client evaluates jobs.', {
    as,
    'token?': label('What jobs are paid in; the native token by default.'),
    fee: evaluationFee,
    'minimum?': orElse(amount('The least that the evaluator gets; 0 by default.'), 0),
  }),
  operation('escrow-job', 'Opens a job, and pays both fees into it.', {
    as,
    terms: label('The terms of its evaluator.'),
    provider: node('Who is to do it.'),
    fee: amount('What the provider gets, in least units.'),
    'description?': unless(text('What is to be done.'), ''),
  }),
  operation('escrow-submit', 'Delivers, as the provider of a job.', {
    job: label('The job.'),
    deliverable: bytes32('What stands for the work, such as a hash.'),
  }),
  operation(
    'escrow-reject',
    'Refuses the work, as the evaluator of a job; its client is refunded.',
    { job: label('The job.') },
  ),
  operation('escrow-complete', 'Accepts the work, as the evaluator; the provider is paid.', {
    job: label('The job.'),
  }),
  operation('claim', 'Records an external claim.', {
    data: claimed,
    'verifiers?': orElse(
      listOf('The clients that may vouch for it; none by default.', node('A client.')),
      [],
    ),
    'signers?': orElse(
      listOf('Those of them that do; all by default.', node('A verifier.')),
      ({ verifiers = [] }) => verifiers,
    ),
    'quorum?': orElse(
      count('How many of them it needs; all by default.'),
      ({ verifiers = [] }) => verifiers.length,
    ),
  }),
  operation('join-committee', 'Asks to become a validator of a later committee.', {}),
  operation('leave-committee', 'Asks to be left out of later committees.', {}),
];

const operationForm = choice(
  'One operation.',
  'op',
  operations.map(({ inside }) => inside),
);

const batch = mapping('Does several of these as one transaction, all or nothing.', {
  op: is('batch'),
  ...from,
  ...transactionKeys,
  steps: listOf('The operations, in order.', operationForm),
});

const sign = mapping('Signs a payment without submitting it.', {
  op: is('sign'),
  as: label('A label for later steps.'),
  to: node('The client that is paid.'),
  amount: amount('Native tokens, in least units.'),
  'nonce?': nonce("The nonce; the client's next one by default."),
});

const send = mapping('Hands a signed transaction straight to validators, past the proxy.', {
  op: is('send'),
  transaction: label('The label it was signed as.'),
  validators: listOf('Who receives it.', node('A validator.')),
});

const read = mapping(
  'Asks the proxy what it knows of an account or something else, and waits for the answer.',
  {
    op: is('read'),
    'of?': node('The client or account; the client itself by default.'),
    ...subjectKeys,
  },
);

const wait = mapping('Does nothing for a while.', {
  op: is('wait'),
  for: duration('How long, in virtual time.'),
});

const others = [sign, send, read, wait];
const alone = operations.map((each) => each.alone);
const other = choice('', 'op', others);
const transaction = mapping('', { ...from, ...hasty, ...transactionKeys });

/** One operation as the file states it. */
export type RawOperation = StatedOf<typeof operationForm>;

/** One step as the file states it. */
export type RawStep =
  | StatedOf<(typeof alone)[number]>
  | StatedOf<typeof batch>
  | StatedOf<typeof other>;

/** The form of one step of a client. */
export const stepForm: Form<WorkloadStep, RawStep> = {
  schema: oneOf(
    'One thing the client does.',
    'op',
    [...alone, batch, ...others].map(({ schema }) => schema),
  ),
  load(stated) {
    switch (stated.op) {
      case 'sign':
      case 'send':
      case 'read':
      case 'wait':
        return other.load(stated);
      case 'batch':
        return transactionOf(stated.steps, stated);
      case 'pay':
        return transactionOf([stated], stated);
      default: {
        // Some operations have a key of this name themselves.
        const { from: _, ...step } = transactionOf([stated], stated);
        return step;
      }
    }
  },
  state(step) {
    if (step.op !== 'transaction') return other.state(step);
    const [first] = step.operations;
    const isAlone = step.operations.length === 1 && first !== undefined;
    const body =
      isAlone && (step.from === undefined || first.op === 'pay')
        ? operationForm.state(first)
        : { op: 'batch' as const, steps: step.operations.map(operationForm.state) };
    return { ...body, ...transaction.state(step) } as RawStep;
  },
};

function transactionOf(
  steps: readonly RawOperation[],
  stated: StatedOf<typeof transaction>,
): TransactionStep {
  return {
    op: 'transaction',
    operations: steps.map(operationForm.load),
    ...transaction.load(stated),
  };
}

/** What a client can do. */
export type WorkloadStep = TransactionStep | SignStep | SendStep | ReadStep | WaitStep;

/**
 * Submits one transaction and waits for its outcome; several operations form a batch, which takes
 * effect completely or not at all. Without `from`, the client's own account acts; with `await`
 * false, which only a payment can have, the client takes its next step at once.
 */
export interface TransactionStep extends Loaded<TransactionKeys> {
  readonly op: 'transaction';
  readonly operations: readonly OperationStep[];
}

type TransactionKeys = typeof from & typeof hasty & typeof transactionKeys;

/**
 * Signs a transfer and keeps it under a label; without a nonce, it takes the next one of the
 * client.
 */
export type SignStep = ValueOf<typeof sign>;

/** Hands a transaction that was signed earlier directly to these validators. */
export type SendStep = ValueOf<typeof send>;

/**
 * Asks the client's proxy about a subject, by default an account, and waits for the answer (rule
 * P7). `of` is the client or account that is read, or whose records are; undefined means the
 * client's own account.
 */
export type ReadStep = ValueOf<typeof read>;

/** Does nothing for a while; the duration is in nanoseconds. */
export type WaitStep = ValueOf<typeof wait>;

/**
 * The operations of the ledger as steps. Clients and accounts are given by name, tokens, terms and
 * jobs by label; an absent token means the native one. Amounts are in least units, states and keys
 * are 64 hex digits.
 */
export type OperationStep = ValueOf<typeof operationForm>;

type Of<Op extends OperationStep['op']> = Extract<OperationStep, { readonly op: Op }>;

/** Creates, manages or moves a token. */
export type TokenStep = Of<'pay' | 'create-token' | 'manage-token' | 'mint' | 'burn'>;

/** Writes a state cell of the client's own account. */
export type StateStep = Of<'set-state' | 'update-state' | 'reset-state'>;

/** Takes part in an escrow as evaluator, client or provider. */
export type EscrowStep = Of<
  'escrow-terms' | 'escrow-job' | 'escrow-submit' | 'escrow-reject' | 'escrow-complete'
>;

/** Records data that verifiers sign; `signers` are the verifiers that do sign. */
export type ClaimStep = Of<'claim'>;
