import type {
  Committee,
  Fault,
  Genesis,
  HeldAccount,
  NamedAccount,
  RecentTransaction,
  Validator,
} from './answers.ts';

/** The native token (interface document): its id, and how many decimals it has. */
const NATIVE = { id: /^fa575e70+$/, name: 'FAST', decimals: 18 };

/** The node that brings payments to the validators. */
const PROXY = 'p1';

/** How much of the committee serves, and tells the truth. */
export interface Health {
  /** Members that do not serve, or that a fault keeps from the proxy. */
  readonly impaired: readonly string[];
  /** Members that a fault makes lie. */
  readonly liars: readonly string[];
  /**
   * `well`: neither is anybody. `strained`: at most f are. `stuck`: more are, so nothing need be
   * certified. `unsafe`: more than f lie, so what is certified need not be true.
   */
  readonly level: 'well' | 'strained' | 'stuck' | 'unsafe';
  readonly sentence: string;
}

/** Tells how much of the committee serves and tells the truth, and what that means for clients. */
export function healthOf(
  { members, quorum }: Committee,
  validators: readonly Validator[],
  faults: readonly Fault[],
): Health {
  const active = new Set(
    validators.filter(({ status }) => status === 'active').map(({ name }) => name),
  );
  const names = members.map(({ name }) => name);
  const impaired = names.filter(
    (name) => !active.has(name) || faults.some((fault) => keepsFromProxy(fault, name)),
  );
  const liars = names.filter((name) => faults.some((fault) => isOfLiar(fault, name)));
  const { level, meaning } = levelOf({ impaired, liars, size: names.length, quorum });
  const sentence = `${countsOf({ impaired, liars, size: names.length })}${meaning}`;
  return { impaired, liars, level, sentence };
}

/** Tells whether a fault makes a validator lie. */
export function isOfLiar(fault: Fault, name: string): boolean {
  return fault.kind === 'byzantine' && fault['node'] === name;
}

interface Counted extends Pick<Health, 'impaired' | 'liars'> {
  /** The number of members. */
  readonly size: number;
}

function levelOf({ impaired, liars, size, quorum }: Counted & Pick<Committee, 'quorum'>) {
  const f = size - quorum;
  const faulty = new Set([...impaired, ...liars]).size;
  if (faulty === 0) return { level: 'well', meaning: '' } as const;
  const means = `, f is ${f}:`;
  if (liars.length > f) {
    return {
      level: 'unsafe',
      meaning: `${means} safety is off, so an account can spend twice`,
    } as const;
  }
  if (impaired.length > f) {
    return {
      level: 'stuck',
      meaning: `${means} nothing settles until ${quorum} serve`,
    } as const;
  }
  return faulty > f
    ? ({ level: 'stuck', meaning: `${means} payments may stop` } as const)
    : ({ level: 'strained', meaning: `${means} payments go on` } as const);
}

function countsOf({ impaired, liars, size }: Counted): string {
  const validators = size === 1 ? 'validator' : 'validators';
  if (impaired.length + liars.length === 0) {
    return size === 1 ? 'the validator serves' : `all ${size} validators serve`;
  }
  const of = (count: number) => `${count} of ${size} ${validators}`;
  const verb = liars.length === 1 ? 'lies' : 'lie';
  if (liars.length === 0) return `${of(impaired.length)} impaired`;
  return impaired.length === 0
    ? `${of(liars.length)} ${verb}`
    : `${of(impaired.length)} impaired, ${liars.length} ${verb}`;
}

function keepsFromProxy(fault: Fault, name: string): boolean {
  if (fault.kind === 'pause') return fault['node'] === name;
  // A clog with a choice lets the rest pass.
  if (fault.kind !== 'cut' && (fault.kind !== 'clog' || fault['only'] !== undefined)) return false;
  const ends = [fault['from'], fault['to']].map((end) => [end].flat());
  const [from = [], to = []] = ends;
  return isBetween(from, to, name) || isBetween(to, from, name);
}

/** Payments go from the proxy to each validator, and from no validator to another. */
function isBetween(one: readonly unknown[], other: readonly unknown[], name: string): boolean {
  const has = (end: readonly unknown[], node: string) => end.includes('*') || end.includes(node);
  return has(one, name) && has(other, PROXY);
}

/** Gives the name of an account, or the beginning and the end of its address. */
export function nameOf(genesis: Genesis, address: string): string {
  const known = genesis.accounts.find((account) => account.address === address);
  return known?.name ?? shortened(address);
}

/** Adds the operators of the members of a committee to the accounts with names. */
export function withOperators(genesis: Genesis, { members }: Committee): Genesis {
  const operators = members.flatMap(({ name, operator }) =>
    operator === null ? [] : [{ name: `operator of ${name}`, address: operator }],
  );
  return { ...genesis, accounts: [...genesis.accounts, ...operators] };
}

const ADDRESSES = /\bfast1[a-z0-9]+\b/g;

/** Writes a fault as the form takes it, with the names of known accounts for their addresses. */
export function faultText({ accounts }: Genesis, fault: Fault): string {
  const {
    id: _,
    since_nanos: __,
    age_nanos: ___,
    released: ____,
    dropped: _____,
    ...stated
  } = fault;
  return JSON.stringify(stated).replaceAll(
    ADDRESSES,
    (found) => accounts.find(({ address }) => address === found)?.name ?? found,
  );
}

/** The most accounts that are shown at once: validators are asked for each of them. */
const ACCOUNTS_SHOWN = 20;

const ADDRESS = /^(?:fast1[a-z0-9]{58}|(?:0x)?[0-9a-f]{64})$/;

/**
 * Gives the first of the known accounts whose name or address has this text in it; if none has and
 * it looks like an address, the account with that.
 */
export function accountsLike({ accounts }: Genesis, sought: string): readonly NamedAccount[] {
  const text = sought.toLowerCase();
  const found = accounts.filter(
    ({ name, address }) => name?.toLowerCase().includes(text) || address.includes(text),
  );
  if (found.length > 0) return found.slice(0, ACCOUNTS_SHOWN);
  return ADDRESS.test(text) ? [{ name: null, address: text }] : [];
}

/** Shortens an address or an id to what tells it apart for the eye. */
export function shortened(text: string): string {
  return text.length <= 16 ? text : `${text.slice(0, 9)}…${text.slice(-4)}`;
}

/** Writes an amount in least units as a number of whole tokens. */
export function inTokens(leastUnits: bigint, decimals: number): string {
  const sign = leastUnits < 0n ? '-' : '';
  const digits = String(leastUnits)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${whole}${rest && `.${rest}`}`;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** What a transaction says, in the order in which one reads it. */
export interface Content {
  readonly sender: string;
  readonly nonce: string;
  /** One for each operation, such as `pays bob 5 FAST`. */
  readonly operations: readonly string[];
}

/** Reads a transaction in the form of REST; undefined if it was not handed to the proxy. */
export function contentOf(genesis: Genesis, { submitted }: RecentTransaction): Content | undefined {
  if (submitted === null) return undefined;
  const given = fieldsOf(submitted.envelope.transaction);
  const [version = ''] = Object.keys(given);
  const transaction = 'sender' in given ? given : fieldsOf(given[version]);
  return {
    sender: nameOf(genesis, String(transaction['sender'])),
    nonce: String(transaction['nonce']),
    operations: operationsOf(transaction).map((operation) => wordsOf(genesis, operation)),
  };
}

function operationsOf({ claims, claim }: Fields): readonly unknown[] {
  if (Array.isArray(claims)) return claims;
  const batch = fieldsOf(claim)['Batch'];
  return Array.isArray(batch) ? batch : [claim];
}

function wordsOf(genesis: Genesis, operation: unknown): string {
  const [kind = String(operation)] = Object.keys(fieldsOf(operation));
  const fields = fieldsOf(fieldsOf(operation)[kind]);
  if (kind === 'TokenTransfer') {
    const amount = amountOf(genesis, fields);
    return `pays ${nameOf(genesis, String(fields['recipient']))} ${amount}`;
  }
  // An escrow operation has its own kind inside.
  const [inner] = kind === 'Escrow' ? Object.keys(fields) : [];
  return inner === undefined ? inWords(kind) : `${inWords(kind)}: ${inWords(inner)}`;
}

function inWords(kind: string): string {
  return kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function amountOf({ tokens }: Genesis, { token_id: id, amount }: Fields): string {
  const tokenId = String(id);
  const known = tokens.find((token) => token.token_id === tokenId);
  const token = NATIVE.id.test(tokenId) ? NATIVE : known;
  const units = String(amount);
  if (token === undefined || !/^\d+$/.test(units)) return `${units} of ${shortened(tokenId)}`;
  return `${inTokens(BigInt(units), token.decimals)} ${token.name}`;
}

/** What one validator did with a transaction, in milliseconds after that was submitted. */
export interface Lane {
  readonly signed: number | undefined;
  readonly settled: number | undefined;
  /** Whether its signature was the one that made a quorum. */
  readonly isDecisive: boolean;
}

/** When a transaction began: as the proxy was handed it, or else with the first that is known of it. */
export function beganAt(transaction: RecentTransaction): number {
  const { submitted, signed_at_nanos: signed, settled_at_nanos: settled } = transaction;
  return submitted?.at ?? Math.min(...Object.values(signed), ...Object.values(settled));
}

/** Gives what each validator did with a transaction. */
export function lanesOf(
  transaction: RecentTransaction,
  names: readonly string[],
  quorum: number,
): readonly Lane[] {
  const began = beganAt(transaction);
  const { signed_at_nanos: signed, settled_at_nanos: settled } = transaction;
  const after = (nanos: number | undefined) =>
    nanos === undefined ? undefined : Math.max(0, (nanos - began) / 1e6);
  const inOrder = Object.entries(signed).toSorted(([, a], [, b]) => a - b);
  const [decisive] = inOrder[quorum - 1] ?? [];
  return names.map((name) => ({
    signed: after(signed[name]),
    settled: after(settled[name]),
    isDecisive: name === decisive,
  }));
}

/** Tells how a transaction stands: as its sender was told or, as long as nobody was, as validators hold it. */
export function standingOf(
  { submitted, settled_at_nanos: settled }: RecentTransaction,
  quorum: number,
): string {
  if (submitted?.outcome === 'refused') return submitted.code ?? 'refused';
  if (submitted?.outcome === 'final' || Object.keys(settled).length >= quorum) return 'final';
  return submitted?.outcome ?? 'under way';
}

/** An account as the validators hold it. */
export interface AccountRow {
  /** In whole native tokens, as who has settled most of its transactions holds it. */
  readonly balance: string | undefined;
  /** By validator; undefined where that gave no answer. */
  readonly cells: readonly (AccountCell | undefined)[];
}

/** An account at one validator. */
export interface AccountCell {
  readonly nextNonce: number;
  /** Whether another validator has settled more of its transactions. */
  readonly isBehind: boolean;
  readonly isLocked: boolean;
}

/** Compares what validators hold of an account. */
export function accountRow(held: readonly (HeldAccount | undefined)[]): AccountRow {
  const latest = held
    .filter((each) => each !== undefined)
    .toSorted((a, b) => b.next_nonce - a.next_nonce)[0];
  return {
    balance: latest && inTokens(fromHex(latest.balance), NATIVE.decimals),
    cells: held.map(
      (each) =>
        each && {
          nextNonce: each.next_nonce,
          isBehind: each.next_nonce < (latest?.next_nonce ?? 0),
          isLocked: each.pending_confirmation !== null,
        },
    ),
  };
}

function fromHex(digits: string): bigint {
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
}
