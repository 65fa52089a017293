import { buildEnvelope, type EncodedEnvelope, encodeEnvelope } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  BURN_ADDRESS,
  bytesToHex,
  type HexBytes,
  hexToBytes,
  type Signature,
  type SignatureOrMultiSig,
} from '@quorate/protocol';
import type { BadEncoding } from '../../scenario/byzantine/client-act.ts';
import type { EncodingFault } from '../../scenario/byzantine/words.ts';
import { paymentIntent } from './payment.ts';
import type { ClientStage } from './stage.ts';

/** Sends a payment in bytes that every receiver must refuse. */
export function sendBadEncoding(act: BadEncoding, stage: ClientStage): void {
  const { name, transport, validators, proxies } = stage;
  const envelope = badEncoding(act, stage);
  for (const target of act.targets ?? [...validators, ...proxies]) {
    transport.send(name, target, { type: 'SubmitTransaction', requestId: name, envelope });
  }
}

/** Encodes a payment at the client's next nonce with one fault in it. */
function badEncoding(
  { kind, ...payment }: Pick<BadEncoding, 'kind' | 'to' | 'amount'>,
  stage: ClientStage,
): EncodedEnvelope {
  const intent = paymentIntent(payment, stage.nextNonce(), stage);
  const signed = (signer: Signer) => buildEnvelope(intent, signer);
  switch (kind) {
    case 'wrong-network':
      return encodeEnvelope(buildEnvelope({ ...intent, networkId: 'fast:testnet' }, stage.signer));
    case 'wrong-key': {
      const stranger = stage.signerOf(`stranger/${stage.name}`);
      return encodeEnvelope(signed({ ...stranger, address: stage.signer.address }));
    }
    case 'small-order-key':
      return encodeEnvelope(signed({ address: BURN_ADDRESS, sign: () => SMALL_ORDER_SIGNATURE }));
    case 'malleable-s': {
      const { transaction, signature } = signed(stage.signer);
      return encodeEnvelope({ transaction, signature: withMalleableS(signature) });
    }
    default:
      return withBrokenBytes(kind, encodeEnvelope(signed(stage.signer)));
  }
}

type BytesFault = Exclude<
  EncodingFault,
  'wrong-network' | 'wrong-key' | 'small-order-key' | 'malleable-s'
>;

/** A tag that no release and no kind of signature has. */
const UNKNOWN_TAG = '7f';

function withBrokenBytes(
  kind: BytesFault,
  { transaction, signature }: EncodedEnvelope,
): EncodedEnvelope {
  switch (kind) {
    case 'trailing-bytes':
      return { transaction: `${transaction}00` as HexBytes, signature };
    case 'truncated':
      return { transaction: transaction.slice(0, -2) as HexBytes, signature };
    case 'padded-length':
      return { transaction: withPaddedLength(transaction), signature };
    case 'unknown-release':
      return { transaction: withTag(transaction), signature };
    case 'unknown-signature-kind':
      return { transaction, signature: withTag(signature) };
  }
}

function withTag(bytes: HexBytes): HexBytes {
  return (UNKNOWN_TAG + bytes.slice(2)) as HexBytes;
}

// After the tag comes the length of the network's name in one byte; this writes it in two.
function withPaddedLength(bytes: HexBytes): HexBytes {
  const [tag = 0, length = 0, ...rest] = hexToBytes(bytes);
  return bytesToHex(Uint8Array.from([tag, length | 0x80, 0, ...rest])) as HexBytes;
}

/** The order of the base point of Ed25519. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/**
 * R is the neutral point and S is 0. Under a key of small order, lax verifiers accept this
 * signature for one message in four.
 */
export const SMALL_ORDER_SIGNATURE = `01${'00'.repeat(63)}` as Signature;

// Lax verifiers reduce S modulo the order, so that a signature has a second form.
function withMalleableS(signature: SignatureOrMultiSig): SignatureOrMultiSig {
  if (signature.kind !== 'Signature') return signature;
  const bytes = hexToBytes(signature.signature);
  const s = bytes.subarray(32).reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
  const raised = BigInt.asUintN(256, s + ORDER);
  const half = Uint8Array.from({ length: 32 }, (_, at) =>
    Number((raised >> BigInt(8 * at)) & 0xffn),
  );
  return {
    kind: 'Signature',
    signature: bytesToHex(Uint8Array.from([...bytes.subarray(0, 32), ...half])) as Signature,
  };
}
