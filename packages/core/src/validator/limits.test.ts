import { factsOf, LIMITS, type Operation } from '@quorate/protocol';
import { addressOf, multiSigEnvelopeBy, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { certified, rejectionOf, signedBy, transaction, transfer } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';

const address = addressOf('bob');
const addresses = (count: number) => Array.from({ length: count }, () => address);

function creation(tokenName: string, mints = 0): Operation {
  return {
    kind: 'TokenCreation',
    tokenName,
    decimals: 0,
    initialAmount: 0n,
    mints: addresses(mints),
    userData: null,
  };
}

function management(newTokenName: string | null, changes = 0): Operation {
  return {
    kind: 'TokenManagement',
    tokenId: '11'.repeat(32) as never,
    updateId: 0n,
    newAdmin: null,
    mints: addresses(changes).map((mint) => ['Add', mint]),
    userData: null,
    newTokenName,
  };
}

function claim(verifiers: number, bytes: number, signatures: number): Operation {
  return {
    kind: 'ExternalClaim',
    claim: {
      verifierCommittee: addresses(verifiers),
      verifierQuorum: 0n,
      claimData: '00'.repeat(bytes) as never,
    },
    signatures: addresses(signatures).map((verifierAddr) => ({
      verifierAddr,
      sig: '00'.repeat(64) as never,
    })),
  };
}

function join(host: string, rpcPort: number): Operation {
  return { kind: 'JoinCommittee', config: { address, host, rpcPort } };
}

function change(size: number): Operation {
  const validators = addresses(size).map((each) => ({ address: each, host: '', rpcPort: 0 }));
  return { kind: 'ChangeCommittee', newCommittee: { validators }, epoch: 1 };
}

function job(description: string): Operation {
  const configId = '11'.repeat(32) as never;
  return {
    kind: 'Escrow',
    escrow: { kind: 'CreateJob', configId, provider: address, providerFee: 1n, description },
  };
}

/** Gives what V1 says to a transaction; undefined when it is within the limits. */
function limitFault(operations: readonly Operation[], overrides = {}): string | undefined {
  const envelope = signedBy('alice', {
    ...transaction(operations, overrides),
    release: 'Release20260508',
  } as ReturnType<typeof transaction>);
  const answer = createTestValidator().submit(envelope);
  if (answer.type !== 'Rejected' || answer.rejection.code !== 'InvalidRequest') return undefined;
  return answer.rejection.reason;
}

describe('V1 limits: at the limit, and one past it', () => {
  it.each<[string, Operation, Operation]>([
    ['the size of the token name in bytes', creation('n'.repeat(64)), creation('n'.repeat(65))],
    ['the size of the token name in bytes', creation('é'.repeat(32)), creation('é'.repeat(33))],
    ['the size of the token name in bytes', creation('𝔽'.repeat(16)), creation('𝔽'.repeat(17))],
    ['the size of the token name in bytes', creation('€'.repeat(21)), creation('€'.repeat(22))],
    ['the token name is empty', creation('n'), creation('')],
    ['the token name has a control character', creation(' ~'), creation('a\u001f')],
    ['the token name has a control character', creation('\u00a0'), creation('a\u007f')],
    ['the token name has a control character', creation('a b'), creation('a\u0085b')],
    ['the count of mints', creation('n', 64), creation('n', 65)],
    ['the token name is empty', management('n'), management('')],
    ['the size of the token name', management('n'.repeat(64)), management('n'.repeat(65))],
    ['the count of mint changes', management(null, 64), management(null, 65)],
    ['the count of verifiers', claim(64, 0, 0), claim(65, 0, 0)],
    ['the count of verifier signatures', claim(64, 0, 64), claim(64, 0, 65)],
    ['the size of claim_data in bytes', claim(0, 32_768, 0), claim(0, 32_769, 0)],
    ['the size of host in bytes', join('h'.repeat(253), 0), join('h'.repeat(254), 0)],
    ['the size of host in bytes', join(`${'é'.repeat(126)}h`, 0), join('é'.repeat(127), 0)],
    ['rpc_port', join('h', 65_535), join('h', 65_536)],
    ['the size of the committee', change(100), change(101)],
    ['the size of description in bytes', job('d'.repeat(1024)), job('d'.repeat(1025))],
    ['the size of description in bytes', job('é'.repeat(512)), job(`${'é'.repeat(512)}d`)],
    ['the size of description in bytes', job('\x7f'.repeat(1024)), job('\x7f'.repeat(1025))],
    ['the size of description in bytes', job('\u0080'.repeat(512)), job('\u0080'.repeat(513))],
    ['the size of description in bytes', job('\u07ff'.repeat(512)), job('\u07ff'.repeat(513))],
    ['the size of description in bytes', job('\u0800'.repeat(341)), job('\u0800'.repeat(342))],
    ['the size of description in bytes', job('\uffff'.repeat(341)), job('\uffff'.repeat(342))],
    [
      'the size of description in bytes',
      job('\u{10000}'.repeat(256)),
      job('\u{10000}'.repeat(257)),
    ],
  ])('V1 %s', (what, atLimit, pastLimit) => {
    expect(limitFault([atLimit])).toBe(undefined);
    expect(limitFault([pastLimit])).toContain(`operation 0: ${what}`);
  });

  it('V1 names the operation that is past a limit', () => {
    expect(limitFault([creation('n'), creation('')])).toBe('operation 1: the token name is empty');
  });

  it('V1 the count of operations', () => {
    const operations = addresses(LIMITS.operations + 1).map((each) => transfer(each, 1n));
    expect(limitFault(operations.slice(1))).toBe(undefined);
    expect(limitFault(operations)).toBe('the count of operations is at most 100, got 101');
  });

  it('V1 the nonce', () => {
    const operations = [transfer(address, 1n)];
    expect(limitFault(operations, { nonce: LIMITS.nonce })).toBe(undefined);
    expect(limitFault(operations, { nonce: LIMITS.nonce + 1n })).toBe(
      `nonce is at most ${LIMITS.nonce}, got ${LIMITS.nonce + 1n}`,
    );
  });

  it('V1 the size of the transaction in bytes', () => {
    const most = [claim(0, 32_000, 0), claim(0, 20_000, 0)];
    const bytesOf = (operations: readonly Operation[]) => factsOf(transaction(operations)).size;
    // A length of 128 to 16,383 takes one byte more to write than that of the empty claim.
    const room = LIMITS.transactionBytes - bytesOf([...most, claim(0, 0, 0)]) - 1;
    expect(limitFault([...most, claim(0, room, 0)])).toBe(undefined);
    expect(limitFault([...most, claim(0, room + 1, 0)])).toBe(
      `the size of the transaction in bytes is at most ${LIMITS.transactionBytes}, got ${LIMITS.transactionBytes + 1}`,
    );
  });

  it('V1 the count of authorised signers', () => {
    const account = (count: number) => ({
      config: {
        authorizedSigners: Array.from({ length: count }, (_, index) => addressOf(`signer${index}`)),
        quorum: 1n,
        nonce: 0n,
      },
      members: [signerOf('signer0')],
    });
    const submit = (count: number) =>
      rejectionOf(
        createTestValidator().submit(
          multiSigEnvelopeBy(account(count), transaction([transfer(address, 1n)])),
        ),
      );
    expect(submit(100).code).toBe('InsufficientFunding');
    expect(submit(101)).toEqual({
      code: 'InvalidRequest',
      rule: 'V1',
      reason: 'the count of authorised signers is at most 100, got 101',
    });
  });
});

describe('limits at settlement', () => {
  it('V1 asks certificates for none, so that a limit lowered later strands no certificate', () => {
    const operations = addresses(LIMITS.operations + 1).map((each) => transfer(each, 1n));
    const certificate = certified(signedBy('alice', transaction(operations)));
    expect(createTestValidator().deliver(certificate).type).toBe('Settled');
  });
});
