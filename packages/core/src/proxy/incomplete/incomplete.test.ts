import {
  type Address,
  type ExternalClaim,
  factsOf,
  type HexBytes,
  LIMITS,
  type MultiSigConfig,
  multiSigAddress,
  type Operation,
  type Signature,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../../test/claims.ts';
import {
  createTestNetwork,
  refusing,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { creation, initialize } from '../../../test/operations.ts';
import { certified, rejectionOf, signedBy, transaction } from '../../../test/payments.ts';
import { createTestValidator } from '../../../test/validator.ts';

const NAMES = ['alice', 'bob', 'carol'];
const CONFIG: MultiSigConfig = {
  authorizedSigners: NAMES.map(addressOf),
  quorum: 2n,
  nonce: 0n,
};
const ACCOUNT = multiSigAddress(CONFIG);

function jointly(
  signers: readonly string[],
  timestampNanos = 1n,
  nonce = 0n,
  config = CONFIG,
): TransactionEnvelope {
  const sender = multiSigAddress(config);
  return signedJointly(signers, config, { sender, timestampNanos, nonce });
}

function signedJointly(
  signers: readonly string[],
  config: MultiSigConfig,
  fields: Parameters<typeof transaction>[1],
  operation: Operation = initialize('0a'),
): TransactionEnvelope {
  const unsigned = transaction([operation], fields);
  const { signingBytes } = factsOf(unsigned);
  const signatures = signers.map((name): readonly [Address, Signature] => [
    addressOf(name),
    signerOf(name).sign(signingBytes),
  ]);
  return { transaction: unsigned, signature: { kind: 'MultiSig', config, signatures } };
}

function results({ answers }: TestNetwork): readonly string[] {
  return answers.map(({ result }) => result.type);
}

function pending(network: TestNetwork, address: Address = ACCOUNT): readonly TransactionEnvelope[] {
  network.send('user', { type: 'GetPending', requestId: 'p', address });
  const last = network.answers.at(-1)?.result;
  if (last?.type !== 'PendingTransactions') throw new Error(`got ${last?.type}`);
  return last.envelopes;
}

describe('P9', () => {
  it('P9 keeps a multisig below its quorum, and submits it when the rest arrives', () => {
    const network = createTestNetwork();
    network.send('alice', submission(jointly(['alice']), 'r1'));
    expect([results(network), network.sent]).toEqual([['IncompleteMultiSig'], []]);
    expect(pending(network)).toEqual([jointly(['alice'])]);
    network.send('carol', submission(jointly(['carol']), 'r2'));
    expect(results(network).at(-1)).toBe('Success');
    expect(network.answers.at(-1)?.result).toMatchObject({
      certificate: { envelope: jointly(['alice', 'carol']) },
    });
    expect(pending(network)).toEqual([]);
    expect(network.proxy.store.rows().map(({ key }) => key.split('/')[0])).toEqual(['certificate']);
  });

  it.each([
    ['what is whole without the share of another', 0, ['carol', 'dave'], ['Success']],
    ['nothing that exceeds the limits with its quorum', 1, ['carol'], ['V1', 'InvalidRequest']],
  ])('P9 submits %s (V1)', (_, more, signers, expected) => {
    const network = createTestNetwork();
    network.send('bob', submission(largeClaim(['bob'], more), 'r1'));
    network.send('alice', submission(largeClaim(signers, more), 'r2'));
    const last = network.answers.at(-1)?.result;
    const said =
      last?.type === 'Rejected' ? [last.rejection.rule, last.rejection.code] : [last?.type];
    expect(said).toEqual(expected);
  });

  it('P9 keeps it durably', () => {
    const network = createTestNetwork();
    network.send('alice', submission(jointly(['alice'])));
    const restarted = createTestNetwork({ store: network.proxy.store });
    expect(pending(restarted)).toEqual([jointly(['alice'])]);
    restarted.send('bob', submission(jointly(['bob'])));
    expect(results(restarted).at(-1)).toBe('Success');
  });

  it('P9 refuses a bad signature in one request only', () => {
    const network = createTestNetwork();
    network.send('alice', submission(jointly(['alice']), 'r1'));
    const { transaction: unsigned } = jointly([]);
    const bad = jointly(['bob'], 2n).signature;
    network.send('mallory', submission({ transaction: unsigned, signature: bad }, 'r2'));
    network.send('mallory', submission(jointly([]), 'r3'));
    expect(network.answers.slice(1).map(({ result }) => rejectionOf(result).code)).toEqual([
      'InvalidSignature',
      'InvalidSignature',
    ]);
    expect(pending(network)).toEqual([jointly(['alice'])]);
    network.send('bob', submission(jointly(['bob']), 'r4'));
    expect(results(network).at(-1)).toBe('Success');
  });

  it('P9 completes an external claim below its verifier quorum', () => {
    const network = createTestNetwork();
    const part = (signer: string) =>
      externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: [signer] });
    const { signature } = signedBy(
      'alice',
      externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: [] }),
    );
    network.send('alice', submission({ transaction: part('bob'), signature }, 'r1'));
    expect([results(network), network.sent]).toEqual([['IncompleteVerifierSigs'], []]);
    network.send('alice', submission({ transaction: part('carol'), signature }, 'r2'));
    expect(results(network).at(-1)).toBe('Success');
  });

  it('V10 adds no verifier signature to an envelope that is signed in full form', () => {
    const network = createTestNetwork();
    const bare = externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: ['carol'] });
    const part = externalClaim({ verifiers: ['bob', 'carol'], quorum: 2n, signers: ['bob'] });
    const { submittedBytes } = factsOf(part);
    const signature = signerOf('alice').sign(submittedBytes);
    const full = { transaction: part, signature: { kind: 'Signature', signature } as const };
    network.send('alice', submission(full, 'r1'));
    expect(results(network)).toEqual(['IncompleteVerifierSigs']);
    expect(pending(network, addressOf('alice'))).toEqual([]);
    const { submittedBytes: others } = factsOf(bare);
    const other = signerOf('alice').sign(others);
    network.send(
      'alice',
      submission({ transaction: bare, signature: { kind: 'Signature', signature: other } }, 'r2'),
    );
    expect(results(network).at(-1)).toBe('IncompleteVerifierSigs');
    expect(network.sent).toEqual([]);
  });

  it('P9 keeps nothing that no signature can complete', () => {
    const network = createTestNetwork();
    const flaws = [{ networkId: 'fast:testnet' }, { claims: [] }] as const;
    for (const [index, flaw] of flaws.entries()) {
      const envelope = signedJointly(['alice'], CONFIG, { sender: ACCOUNT, ...flaw });
      network.send('alice', submission(envelope, `r${index}`));
    }
    expect(network.answers.map(({ result }) => rejectionOf(result).rule)).toEqual(['V2', 'V6']);
    expect(network.proxy.state().incomplete.size).toBe(0);
  });

  it('P9 forgets all of an account up to the nonce that has settled', () => {
    const network = createTestNetwork();
    network.send('alice', submission(jointly(['alice'], 2n), 'r1'));
    network.send('alice', submission(jointly(['alice'], 3n, 1n), 'r2'));
    network.send('bob', submission(jointly(['alice', 'bob'], 1n), 'r3'));
    expect(results(network).at(-1)).toBe('Success');
    expect(pending(network)).toEqual([jointly(['alice'], 3n, 1n)]);
    const keys = network.proxy.store.rows().map(({ key }) => key.split('/')[0]);
    expect(keys).toEqual(['certificate', 'incomplete']);
  });

  it('P9 forgets with it what stands at a nonce before, which another proxy has settled', () => {
    const network = createTestNetwork();
    network.send('alice', submission(jointly(['alice'], 2n), 'r1'));
    for (const { deliver } of network.validators) deliver(certified(jointly(['alice', 'bob'], 1n)));
    const fields = { sender: ACCOUNT, timestampNanos: 3n, nonce: 1n };
    network.send(
      'bob',
      submission(signedJointly(['alice', 'bob'], CONFIG, fields, creation()), 'r2'),
    );
    expect(results(network).at(-1)).toBe('Success');
    expect(pending(network)).toEqual([]);
    expect(network.proxy.store.rows().map(({ key }) => key.split('/')[0])).toEqual(['certificate']);
  });

  it('P9 forgets all of an account up to the nonce that a refusal shows to be used', () => {
    const network = createTestNetwork();
    network.send('alice', submission(jointly(['alice'], 2n), 'r1'));
    network.send('alice', submission(jointly(['alice'], 3n), 'r2'));
    network.send('alice', submission(jointly(['alice'], 4n, 1n), 'r3'));
    // Through another proxy, so that this one does not know.
    const certificate = certified(jointly(['alice', 'bob'], 1n));
    for (const { ask } of network.validators) {
      ask({ type: 'SubmitCertificate', requestId: 's', certificate });
    }
    expect(pending(network)).toHaveLength(3);
    network.send('bob', submission(jointly(['bob'], 2n), 'r4'));
    expect(network.answers.at(-1)?.result).toMatchObject({
      type: 'Rejected',
      rejection: { code: 'UnexpectedNonce', expectedNonce: 1n },
    });
    expect(pending(network)).toEqual([jointly(['alice'], 4n, 1n)]);
    const kept = network.proxy.store.rows().filter(({ key }) => key.startsWith('incomplete/'));
    expect(kept).toHaveLength(1);
  });

  it('P9 forgets nothing because one validator says that a later nonce is used', () => {
    const refusal = { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 9n } as const;
    const network = createTestNetwork({ conduct: { v1: refusing(refusal) } });
    const later = jointly(['alice'], 2n, 1n);
    network.send('alice', submission(later, 'r1'));
    network.send('bob', submission(jointly(['alice', 'bob'], 1n), 'r2'));
    expect(results(network).at(-1)).toBe('Success');
    expect(pending(network)).toEqual([later]);
    network.send('bob', submission(jointly(['alice', 'bob'], 3n), 'r3'));
    expect(network.answers.at(-1)?.result).toMatchObject({
      type: 'Rejected',
      rejection: { code: 'UnexpectedNonce', expectedNonce: 1n },
    });
    expect(pending(network)).toEqual([later]);
  });

  it('V6 refuses a second claim up front, as validators do', () => {
    const network = createTestNetwork();
    const { operations } = factsOf(
      externalClaim({ verifiers: [], quorum: 0n, signers: [] }),
    ).transaction;
    const twice = signedBy('alice', transaction([initialize('0a'), ...operations, ...operations]));
    network.send('alice', submission(twice, 'r1'));
    const [answer] = network.answers;
    expect(answer?.result).toEqual(createTestValidator().submit(twice));
    expect(answer?.result).toMatchObject({ rejection: { rule: 'V6', operationIndex: 2 } });
    expect(network.sent).toEqual([]);
  });

  it('P9 keeps 16 of an account at one nonce, and drops the oldest', () => {
    const network = createTestNetwork();
    const all = Array.from({ length: 17 }, (_, index) => jointly(['alice'], BigInt(index)));
    for (const [index, envelope] of all.entries()) {
      network.send('alice', submission(envelope, `r${index}`));
    }
    const kept = pending(network);
    expect([kept.length, all.filter((each) => kept.some((k) => sameId(k, each))).length]).toEqual([
      16, 16,
    ]);
    const rows = network.proxy.store.rows().filter(({ key }) => key.startsWith('incomplete/'));
    expect(rows.length).toBe(16);
  });
});

describe('the bounds of what is incomplete', () => {
  const DAY = 86_400_000_000_000n;

  interface Flood {
    readonly count: number;
    readonly nonceOf?: (index: number) => bigint;
    readonly config?: MultiSigConfig;
  }

  /** Incomplete transactions of one signer of the account, told apart by their times. */
  function flood(
    network: TestNetwork,
    signer: string,
    { count, nonceOf = () => 0n, config = CONFIG }: Flood,
  ) {
    const all = Array.from({ length: count }, (_, index) =>
      jointly([signer], BigInt(index) + 1000n, nonceOf(index), config),
    );
    for (const [index, envelope] of all.entries()) {
      network.wait(1n);
      network.send(signer, submission(envelope, `${signer}${index}`));
    }
    return all;
  }

  it('P9 keeps 64 that one signer opened, and drops the oldest', () => {
    const network = createTestNetwork();
    const all = flood(network, 'alice', { count: 65, nonceOf: BigInt });
    const kept = pending(network);
    expect(all.filter((each) => !kept.some((k) => sameId(k, each)))).toEqual(all.slice(0, 1));
  });

  it('P9 lets the flood of one signer drive out nobody else', () => {
    const network = createTestNetwork();
    network.send('bob', submission(jointly(['bob'], 1n), 'r1'));
    flood(network, 'alice', { count: 40 });
    expect(pending(network).some((each) => sameId(each, jointly(['bob'], 1n)))).toBe(true);
    expect(pending(network).length).toBe(16);
    network.send('carol', submission(jointly(['carol'], 1n), 'r2'));
    expect(results(network).at(-1)).toBe('Success');
  });

  it('P9 keeps 200 of an account, and drops the oldest of whoever opened most', () => {
    const network = createTestNetwork();
    const names = ['alice', 'bob', 'carol', 'dave'];
    const four: MultiSigConfig = {
      authorizedSigners: names.map(addressOf),
      quorum: 2n,
      nonce: 0n,
    };
    const all = names.map((name, place) =>
      flood(network, name, {
        count: 50,
        nonceOf: (index) => BigInt(4 * index + place),
        config: four,
      }),
    );
    expect(pending(network, multiSigAddress(four)).length).toBe(200);
    network.send('bob', submission(jointly(['bob'], 1n, 900n, four), 'last'));
    const kept = pending(network, multiSigAddress(four));
    const gone = all.flat().filter((each) => !kept.some((k) => sameId(k, each)));
    expect([kept.length, gone]).toEqual([200, all[1]?.slice(0, 1)]);
  });

  it('P9 counts against a signer only what that signer opened', () => {
    const network = createTestNetwork();
    const three: MultiSigConfig = { ...CONFIG, quorum: 3n };
    network.send('bob', submission(jointly(['bob'], 1n, 0n, three), 'r1'));
    network.send('alice', submission(jointly(['alice'], 1n, 0n, three), 'r2'));
    flood(network, 'alice', { count: 64, nonceOf: BigInt });
    expect(pending(network, multiSigAddress(three)).length).toBe(1);
    expect(pending(network).length).toBe(64);
  });

  it('P9 forgets after a day, and takes the same anew', () => {
    const network = createTestNetwork();
    network.send('alice', submission(jointly(['alice']), 'r1'));
    network.wait(DAY - 1n);
    expect(pending(network).length).toBe(1);
    network.wait(1n);
    expect(pending(network)).toEqual([]);
    network.send('bob', submission(jointly(['bob']), 'r2'));
    expect([results(network).at(-1), pending(network)]).toEqual([
      'IncompleteMultiSig',
      [jointly(['bob'])],
    ]);
    network.send('alice', submission(jointly(['alice'], 2n), 'r3'));
    expect(network.proxy.state().incomplete.size).toBe(2);
    network.wait(DAY);
    network.send('alice', submission(jointly(['alice'], 3n), 'r4'));
    expect(network.proxy.state().incomplete.size).toBe(1);
    expect(network.proxy.store.rows().length).toBe(1);
  });
});

function sameId(a: TransactionEnvelope, b: TransactionEnvelope): boolean {
  return factsOf(a.transaction).id === factsOf(b.transaction).id;
}

/**
 * Signs, as alice, a claim that two of three verifiers have to sign: with two signatures it is
 * `more` bytes longer than allowed.
 */
function largeClaim(signers: readonly string[], more: number): TransactionEnvelope {
  const padding = { length: 16 };
  const mints = Array.from({ length: LIMITS.mints }, (_, index) => signerOf(`m${index}`).address);
  const creations = Array.from(padding, () => creation({ mints }));
  const built = (bytes: number, signatures: ExternalClaim['signatures'] = []) => {
    const claim: ExternalClaim['claim'] = {
      verifierCommittee: ['bob', 'carol', 'dave'].map(addressOf),
      verifierQuorum: 2n,
      claimData: '00'.repeat(bytes) as HexBytes,
    };
    return transaction([{ kind: 'ExternalClaim', claim, signatures }, ...creations]);
  };
  // A name and a signature each; the length of so much data takes two bytes more than that of a
  // single byte.
  const left = LIMITS.transactionBytes - 2 * (32 + 64) - (factsOf(built(1)).size - 1) - 2 + more;
  const { signingBytes } = factsOf(built(left));
  const signatures = signers.map((name) => ({
    verifierAddr: addressOf(name),
    sig: signerOf(name).sign(signingBytes),
  }));
  const { signature } = signedBy('alice', built(left));
  return { transaction: built(left, signatures), signature };
}
