import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  certificateFromJson,
  certificateToJson,
  envelopeFromJson,
  envelopeToJson,
  factsOf,
  type JsonDialect,
  type JsonValue,
  parseJson,
  type Signature,
  type SignatureOrMultiSig,
  stringifyJson,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';

interface PublishedCertificate {
  readonly transaction_id: string;
  readonly certificate: JsonValue;
}

/** One value that was compared: what it is, and whether it agreed. */
type Finding = readonly [what: string, agrees: boolean];

const DIALECTS: readonly JsonDialect[] = ['rpc', 'rest', 'rest-certificate'];

/**
 * Checks transactions that were published elsewhere: their ids, the signatures under them on every
 * backend, and that they come back from JSON as they were.
 *
 * @param folder holds `published-certificate.json` and `published-unversioned-transfer.json`.
 * @returns how many values it checked.
 * @throws Error that names every value that differs.
 */
export function checkPublishedTransactions(folder: string): number {
  const findings = [
    ...checkCertificate(readPublished(folder, 'published-certificate.json')),
    ...checkUnversioned(readPublished(folder, 'published-unversioned-transfer.json')),
  ];
  const wrong = findings.filter(([, agrees]) => !agrees).map(([what]) => what);
  if (wrong.length > 0) throw new Error(`published transactions: ${wrong.join('; ')}`);
  return findings.length;
}

function checkCertificate(json: JsonValue): readonly Finding[] {
  const published = json as unknown as PublishedCertificate;
  const certificate = certificateFromJson(published.certificate, 'rpc');
  const { id, signingBytes } = factsOf(certificate.envelope.transaction);
  const byValidators = certificate.signatures.flatMap(([name, signature], index) =>
    checkSignature(`validator signature ${index}`, name, signingBytes, signature),
  );
  return [
    ['the certificate has no validator signature', certificate.signatures.length > 0],
    [`transaction id is ${id}, not ${published.transaction_id}`, id === published.transaction_id],
    ...checkSender('certificate', certificate.envelope, 'VersionedTransaction::'),
    ...byValidators,
    [
      'the JSON of the certificate differs',
      isSame(certificateToJson(certificate, 'rpc'), published.certificate),
    ],
    ...DIALECTS.map(
      (dialect): Finding => [
        `the certificate is lost in ${dialect}`,
        isSame(
          certificateToJson(carriedCertificate(certificate, dialect), 'rpc'),
          published.certificate,
        ),
      ],
    ),
  ];
}

function checkUnversioned(json: JsonValue): readonly Finding[] {
  const { about: _prose, ...published } = json as Readonly<Record<string, JsonValue>>;
  const envelope = envelopeFromJson(published, 'rpc');
  return [
    ...checkSender('un-versioned transfer', envelope, 'Transaction::'),
    [
      'the JSON of the un-versioned transfer differs',
      isSame(envelopeToJson(envelope, 'rpc'), published),
    ],
    ...DIALECTS.map(
      (dialect): Finding => [
        `the un-versioned transfer is lost in ${dialect}`,
        isSame(envelopeToJson(carriedEnvelope(envelope, dialect), 'rpc'), published),
      ],
    ),
  ];
}

function checkSender(
  name: string,
  { transaction, signature }: TransactionEnvelope,
  domain: string,
): readonly Finding[] {
  const { signingBytes } = factsOf(transaction);
  const start = Buffer.from(signingBytes.subarray(0, domain.length)).toString('ascii');
  const { sender } = transaction.transaction;
  return [
    [`the ${name} is signed under ${start}, not ${domain}`, start === domain],
    ...checkSignature(`sender signature of the ${name}`, sender, signingBytes, single(signature)),
  ];
}

/** Checks a signature, and that it no longer verifies when one bit changes. */
function checkSignature(
  name: string,
  address: Address,
  message: Uint8Array,
  signature: Signature,
): readonly Finding[] {
  const changed = new Uint8Array(message);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  return (['sodium', 'noble'] as const).flatMap((backend): readonly Finding[] => {
    const verifier = createVerifier(loadEd25519(backend));
    return [
      [`${name} is refused by ${backend}`, verifier.verify(address, message, signature)],
      [
        `${name} is accepted by ${backend} for ${bytesToHex(changed)}`,
        !verifier.verify(address, changed, signature),
      ],
    ];
  });
}

function single(signature: SignatureOrMultiSig): Signature {
  if (signature.kind === 'Signature') return signature.signature;
  throw new Error('published transactions: a single signature was expected');
}

function carriedCertificate(
  certificate: TransactionCertificate,
  dialect: JsonDialect,
): TransactionCertificate {
  const text = stringifyJson(certificateToJson(certificate, dialect));
  return certificateFromJson(parseJson(text), dialect);
}

function carriedEnvelope(envelope: TransactionEnvelope, dialect: JsonDialect): TransactionEnvelope {
  const text = stringifyJson(envelopeToJson(envelope, dialect));
  return envelopeFromJson(parseJson(text), dialect);
}

/** Compares documents by content: the order of keys does not matter. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  return stringifyJson(inOrder(one)) === stringifyJson(inOrder(other));
}

function inOrder(json: JsonValue): JsonValue {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(inOrder);
  const entries = Object.entries(json).map(([key, value]) => [key, inOrder(value)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function readPublished(folder: string, file: string): JsonValue {
  return parseJson(readFileSync(join(folder, file), 'utf8'));
}
