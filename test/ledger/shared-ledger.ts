import {
  type Address,
  type EscrowConfigId,
  type EscrowJobId,
  type EscrowOperation,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type State,
  type StateKey,
  type TokenId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import {
  type ACCOUNTS,
  type CoreLedger,
  certify,
  createCoreLedger,
  type Setting,
} from './core-ledger.ts';
import { signTransaction } from './write-transaction.ts';

/** The setting of the ledger from which all pairs start. */
export const SHARED_SETTING: Setting = {
  committeeSize: 4,
  fee: 1n,
  defaultFeeToken: NATIVE_TOKEN_ID,
  acceptsUnversioned: true,
};

/** The token that everybody holds some of; alice is its admin, the others are its mints. */
export const TOKEN = idOf('alice', 0n, 0) as TokenId;
/** Carol's terms, in that token, and dave's, in native tokens. */
export const CONFIGS = [
  idOf('carol', 0n, 1) as EscrowConfigId,
  idOf('dave', 0n, 1) as EscrowConfigId,
] as const;
/** The cell that every account has. */
export const CELL = '0c'.repeat(32) as StateKey;
/** What is in it. */
export const CONTENT = '00'.repeat(32) as State;
/** The request to join that is open. */
export const MEMBER = { address: addressOf('member1'), host: 'member', rpcPort: 1 };

/** The jobs, by who may act on them next; `J1` and `J3` have their deliverable already. */
export const JOBS = {
  J0: idOf('alice', 2n, 0) as EscrowJobId,
  J1: idOf('alice', 2n, 1) as EscrowJobId,
  J2: idOf('alice', 2n, 2) as EscrowJobId,
  J3: idOf('bob', 1n, 0) as EscrowJobId,
  J4: idOf('bob', 1n, 1) as EscrowJobId,
} as const;

const INITIALIZE: Operation = { kind: 'StateInitialization', key: CELL, initialState: CONTENT };

const BEGINNING: readonly (readonly [string, readonly Operation[]])[] = [
  ['alice', [create(), ...['bob', 'carol', 'dave'].map(give)]],
  ['alice', [INITIALIZE, { kind: 'JoinCommittee', config: MEMBER }]],
  ['bob', [INITIALIZE]],
  ['carol', [INITIALIZE, offer('carol', TOKEN)]],
  ['dave', [INITIALIZE, offer('dave', NATIVE_TOKEN_ID)]],
  ['alice', [hire(0, 'bob'), hire(0, 'bob'), hire(0, 'dave')]],
  ['bob', [hire(1, 'carol'), hire(1, 'alice')]],
  ['bob', [submit(JOBS.J1)]],
  ['carol', [submit(JOBS.J3)]],
];

/** Builds the ledger that all pairs start from. */
export function createSharedLedger(): CoreLedger {
  const ledger = createCoreLedger(SHARED_SETTING);
  for (const [name, operations] of BEGINNING) {
    const nonce = nextNonce(ledger, addressOf(name));
    const header = {
      release: 'Release20260508',
      networkId: 'fast:localnet',
      feeToken: null,
    } as const;
    const envelope = signTransaction(name, operations, { ...header, nonce });
    const verdicts = [ledger.submit(envelope), ledger.settle(certify(envelope, SHARED_SETTING))];
    if (verdicts.some((verdict) => verdict !== 'ok')) throw new Error(`${name}: ${verdicts}`);
  }
  return ledger;
}

/** Gives the nonce of an account's next transaction. */
export function nextNonce(ledger: CoreLedger, account: Address): bigint {
  return ledger.state().ledger.account.get(account)?.nextNonce ?? 0n;
}

/** Wraps an escrow operation. */
export function escrow(operation: EscrowOperation): Operation {
  return { kind: 'Escrow', escrow: operation };
}

function idOf(name: (typeof ACCOUNTS)[number], nonce: bigint, index: number): string {
  return operationId(addressOf(name), nonce, index);
}

function create(): Operation {
  const mints = ['bob', 'carol', 'dave'].map(addressOf);
  const token = { tokenName: 'T', decimals: 0, initialAmount: 1000n, mints, userData: null };
  return { kind: 'TokenCreation', ...token };
}

function give(name: string): Operation {
  const transfer = { tokenId: TOKEN, recipient: addressOf(name), amount: 200n, userData: null };
  return { kind: 'TokenTransfer', ...transfer };
}

function offer(name: string, tokenId: TokenId): Operation {
  const evaluationFee = { kind: 'Bps', bps: 2500 } as const;
  const terms = { tokenId, evaluator: addressOf(name), evaluationFee, minEvaluatorFee: 1n };
  return escrow({ kind: 'CreateConfig', ...terms });
}

function hire(config: 0 | 1, provider: string): Operation {
  const job = {
    configId: CONFIGS[config],
    provider: addressOf(provider),
    providerFee: 10n,
    description: 'work',
  };
  return escrow({ kind: 'CreateJob', ...job });
}

function submit(jobId: EscrowJobId): Operation {
  return escrow({ kind: 'Submit', jobId, deliverable: 'de'.repeat(32) });
}
