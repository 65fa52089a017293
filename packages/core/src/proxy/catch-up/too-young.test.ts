import { describe, expect, it } from 'vitest';
import {
  type Conduct,
  createTestNetwork,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { payment } from '../../../test/payments.ts';
import type { Result } from '../../message.ts';
import { PROXY_TIMINGS } from '../state.ts';

const SECOND = 1_000_000_000n;
// What a validator says counts, whatever the transaction is.
const PAYMENT = payment();

/** Has validators settle nothing before a time from now, and say how long that still is. */
function tooYoungFor(network: TestNetwork, names: readonly string[], age: bigint): void {
  const due = network.now() + age;
  const conduct: Conduct = (message, honest) => {
    const resendAfterNanos = due - network.now();
    if (message.type !== 'SubmitCertificate' || resendAfterNanos <= 0n) return [honest()];
    return [refusal(resendAfterNanos)];
  };
  for (const name of names) network.conduct(name, conduct);
}

function refusal(resendAfterNanos: bigint): Result {
  return {
    type: 'Rejected',
    rejection: { code: 'CertificateTooYoung', rule: 'C2', resendAfterNanos },
  };
}

/** Has v4 name this time whenever it is sent the certificate; gives how often it is. */
function sentToLiar(resendAfterNanos: bigint) {
  const network = createTestNetwork();
  network.conduct('v4', (message, honest) =>
    message.type === 'SubmitCertificate' ? [refusal(resendAfterNanos)] : [honest()],
  );
  network.send('alice', submission(PAYMENT));
  while (network.advance()) expect(network.answers[0]?.result.type).toBe('Success');
  return network.sent.filter(
    ({ to, message }) => to === 'v4' && message.type === 'SubmitCertificate',
  ).length;
}

describe('C2, a certificate that is too young', () => {
  it('C2 is sent again when it is old enough, and not only at the next repetition', () => {
    const network = createTestNetwork();
    const begun = network.now();
    tooYoungFor(network, ['v1', 'v2', 'v3', 'v4'], 2n * SECOND);
    network.send('alice', submission(PAYMENT));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers[0]?.result.type).toBe('Success');
    expect(network.now() - begun).toBe(2n * SECOND);
  });

  it('C2 is sent again to a validator that lies once between two repetitions, and never if it names a time that is past or far off', () => {
    const repetitions = PROXY_TIMINGS.retriesMax;
    expect(sentToLiar(1n)).toBe(2 * (1 + repetitions));
    expect(sentToLiar(-1n)).toBe(1 + repetitions);
    expect(sentToLiar(2n * PROXY_TIMINGS.retryNanosMax + 1n)).toBe(1 + repetitions);
  });
});
