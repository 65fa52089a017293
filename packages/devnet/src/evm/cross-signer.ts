import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Committee, claimedCommittee, quorumSize, verifiedFacts } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  bytesToHex,
  hexToBytes,
  type JsonObject,
  keccak256,
  type TransactionCertificate,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { PROXY } from '../keys.ts';
import { noAnswer, type RpcError, refusal } from '../rpc/rpc-error.ts';
import { encodeForContracts } from './transaction-abi.ts';

/** Signs certificates for smart contracts on EVM chains. */
export interface CrossSigner {
  /** The address that contracts recover: 20 bytes in hex digits, after `0x`. */
  readonly address: string;
  /**
   * Signs the transaction of a certificate. Source: facts.md X7.15 to X7.19.
   *
   * @throws RpcError -32000 `InvalidCertificate` if no quorum has signed the certificate, or if the
   * quorum of an ended epoch has and nobody confirms that the transaction has settled (rule C8); as
   * for any request, if the proxy is down
   */
  sign(certificate: TransactionCertificate): Promise<JsonObject>;
}

/** What a cross-signer is made of. */
export interface CrossSignerOptions {
  /** A secp256k1 key. Shape: 32 bytes. */
  readonly secretKey: Uint8Array;
  /** Gives the committees of all known epochs; undefined while the proxy is down. */
  readonly committees: () => readonly Committee[] | undefined;
  readonly verifier: Verifier;
  /** Asks the current committee whether a transaction has settled. */
  readonly hasSettled: (id: TransactionId) => Promise<boolean>;
}

/** Creates a cross-signer. */
export function createCrossSigner(options: CrossSignerOptions): CrossSigner {
  const { secretKey, committees, verifier, hasSettled } = options;

  async function factsOfSettled(certificate: TransactionCertificate): Promise<TransactionFacts> {
    const known = committees();
    if (known === undefined) throw noAnswer(PROXY);
    const context = { committees: known, quorum: quorumSize, verifier };
    const facts = verifiedFacts(certificate, context);
    if (facts === undefined) {
      throw invalid('S1', 'it is not signed by a quorum of one committee known here', known);
    }
    const isOfRunning = claimedCommittee(known, certificate) === known.at(-1);
    if (!isOfRunning && !(await hasSettled(facts.id))) {
      const reason = 'it is signed by a committee that has retired';
      throw invalid(
        'C8',
        `${reason}, and the current one does not show that it has settled`,
        known,
      );
    }
    return facts;
  }

  return {
    address: addressOf(secretKey),
    async sign(certificate) {
      const facts = await factsOfSettled(certificate);
      const message = encodeForContracts(facts);
      return {
        format: 'eip191-abi',
        signature: signMessage(message, secretKey),
        transaction: [...message],
      };
    },
  };
}

function invalid(rule: 'S1' | 'C8', reason: string, known: readonly Committee[]): RpcError {
  return refusal({ code: 'InvalidCertificate', rule, reason, epoch: known.length - 1 });
}

/**
 * Signs as wallets sign a message (EIP-191, version 0x45). Shape: `0x`, r, s, v with v 27 or 28.
 */
function signMessage(message: Uint8Array, secretKey: Uint8Array): string {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak256(new Uint8Array([...prefix, ...message]));
  const signature = secp256k1.sign(hexToBytes(digest), secretKey, {
    prehash: false,
    format: 'recovered',
  });
  const recovery = signature[0] ?? 0;
  return `0x${bytesToHex(signature.slice(1))}${(27 + recovery).toString(16)}`;
}

function addressOf(secretKey: Uint8Array): string {
  const point = secp256k1.getPublicKey(secretKey, false).slice(1);
  return `0x${keccak256(point).slice(-40)}`;
}
