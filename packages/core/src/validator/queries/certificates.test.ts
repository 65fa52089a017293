import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { certified, payment } from '../../../test/payments.ts';
import { createTestValidator } from '../../../test/validator.ts';
import type { CertificateSelection } from '../../message.ts';

const ALL = Array.from({ length: 12 }, (_, nonce) => certified(payment({ nonce: BigInt(nonce) })));

type BySender = Extract<CertificateSelection, { readonly by: 'Sender' }>;

function ask(overrides: Partial<BySender>) {
  const validator = createTestValidator();
  for (const certificate of ALL) validator.deliver(certificate);
  validator.deliver(certified(payment({ from: 'bob', to: 'alice' })));
  const answer = validator.ask({
    type: 'GetCertificates',
    requestId: 'r',
    select: { by: 'Sender', sender: addressOf('alice'), fromNonce: 0n, limit: 200, ...overrides },
  });
  if (answer.type !== 'Certificates') throw new Error(`expected certificates, got ${answer.type}`);
  return answer.certificates;
}

describe('GetCertificates', () => {
  it('gives the certificates of one sender, ascending by nonce also past 9', () => {
    expect(ask({})).toEqual(ALL);
  });

  it('begins at a nonce and ends at the limit', () => {
    expect(ask({ fromNonce: 8n, limit: 3 })).toEqual(ALL.slice(8, 11));
    expect(ask({ fromNonce: 11n })).toEqual(ALL.slice(11));
  });

  it('gives nothing past the last and nothing for an account never seen', () => {
    expect(ask({ fromNonce: 12n })).toEqual([]);
    expect(ask({ fromNonce: 2n ** 64n - 1n })).toEqual([]);
    expect(ask({ sender: addressOf('nobody') })).toEqual([]);
  });
});
