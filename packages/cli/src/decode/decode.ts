import { readFileSync } from 'node:fs';
import { signatureFault, verifies } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  bytesToHex,
  encodeTransaction,
  factsOf,
  formatAddress,
  hexToBytes,
  isJsonObject,
  type JsonValue,
  stringifyJson,
  transactionToJson,
} from '@quorate/protocol';
import { STANDARD_STREAM, STDIN_DESCRIPTOR } from '../output/standard-stream.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Pair } from '../report/pairs.ts';
import { type Statement, state } from '../wallet/show.ts';
import { type ReadValue, readValue } from './read-value.ts';

/** The options of `quorate decode`. */
export interface DecodeOptions {
  readonly json?: true;
}

const VERIFIER = createVerifier(loadEd25519());

/**
 * Shows an address or a transaction in every form in which interfaces write it; for a transaction
 * also its id, what its sender and validators sign, and whether the signatures beside it do.
 *
 * @throws DecodeError naming the field and what was expected
 */
export function decode(given: string, { json }: DecodeOptions, terminal: Terminal): void {
  const text = given === STANDARD_STREAM ? readFileSync(STDIN_DESCRIPTOR, 'utf8') : given;
  const value = readValue(text.trim(), VERIFIER);
  const forms = value.kind === 'address' ? addressForms(value) : transactionForms(value);
  state(terminal, forms, json);
}

const UNMARKED =
  'read as an address: a secret key or an id has 32 bytes too, and cannot be told from one';

type ReadAddress = Extract<ReadValue, { readonly kind: 'address' }>;

function addressForms({ address, isUnmarked }: ReadAddress): Statement {
  const bytes = hexToBytes(address);
  const forms = {
    bech32m: formatAddress(address),
    hex: address,
    base64: Buffer.from(bytes).toString('base64'),
  };
  return {
    rows: [
      ...Object.entries(forms),
      ['JSON-RPC', `[${[...bytes].join()}]`],
      // Whoever pays to what was a secret key or an id loses the money.
      ...(isUnmarked ? [['note', UNMARKED] as const] : []),
    ],
    data: { ...forms, rpc: [...bytes] },
  };
}

type ReadTransaction = Extract<ReadValue, { readonly kind: 'transaction' }>;

function transactionForms(read: ReadTransaction): Statement {
  const facts = factsOf(read.transaction);
  const { sender, nonce, networkId, timestampNanos } = facts.transaction;
  const rest = transactionToJson(read.transaction, 'rest');
  const rpc = transactionToJson(read.transaction, 'rpc');
  const forms = {
    signingBytes: bytesToHex(facts.signingBytes),
    bcs: bytesToHex(encodeTransaction(read.transaction)),
  };
  const signatures = signaturesOf(read);
  return {
    rows: [
      ['transaction', facts.id],
      ['release', read.transaction.release],
      ...(networkId === null ? [] : [['network', networkId] as const]),
      ['sender', formatAddress(sender)],
      ['nonce', String(nonce)],
      ['timestamp', `${timestampNanos} ns`],
      ...operationsIn(rest).map((operation) => ['operation', stringifyJson(operation)] as const),
      ...signatures.rows,
      ['sign this', forms.signingBytes],
      ['BCS', forms.bcs],
      ['REST', stringifyJson(rest)],
      ['JSON-RPC', stringifyJson(rpc)],
    ],
    data: {
      transactionId: facts.id,
      release: read.transaction.release,
      ...forms,
      rest,
      rpc,
      ...signatures.data,
    },
  };
}

const SOUND = 'valid';

function signaturesOf({ transaction, signature, signatures = [] }: ReadTransaction): Statement {
  const facts = factsOf(transaction);
  const fault = signature && (signatureFault(signature, facts, VERIFIER) ?? SOUND);
  const validators = signatures.map(([address, each]) => {
    const isValid = verifies(VERIFIER, address, facts.signingBytes, each);
    return { address: formatAddress(address), isValid };
  });
  const rows: readonly Pair[] = [
    ...(fault === undefined ? [] : [['signature', fault] as const]),
    ...validators.map(
      ({ address, isValid }) =>
        ['validator', `${address} ${isValid ? SOUND : 'does not verify'}`] as const,
    ),
  ];
  return { rows, data: { signature: fault ?? null, validators } };
}

/** Gives the operations of a transaction in the form of REST. */
function operationsIn(rest: JsonValue): readonly JsonValue[] {
  const [content = null] = isJsonObject(rest) ? Object.values(rest) : [];
  if (!isJsonObject(content)) return [];
  const { claims, claim } = content;
  const batch = isJsonObject(claim) ? claim['Batch'] : undefined;
  const [list] = [claims, batch, [claim ?? null]].filter((each) => Array.isArray(each));
  return list ?? [];
}
