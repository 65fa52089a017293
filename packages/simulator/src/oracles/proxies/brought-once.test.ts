import type { ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import type { Oracle, ProxyStep } from '../oracle.ts';
import { broughtOnce } from './brought-once.ts';

const { id } = factsOf(envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, 2n).transaction);
const certificateAt = (nonce: bigint) => ({
  envelope: envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, nonce),
  signatures: [],
});
const EARLIER = certificateAt(0n);
const LATER = certificateAt(1n);
const members = [{ validator: { address: addressOf('v1'), host: 'v1', rpcPort: 0 } }];

interface Driven {
  readonly top?: object;
  readonly retries?: number;
  readonly isBasisKnown?: boolean;
}

function stateOf({ top, retries = 0, isBasisKnown = true }: Driven): ProxyState {
  const prerequisites = top === undefined ? [] : [{ certificate: top }];
  const progress = { [addressOf('v1')]: { prerequisites, basis: isBasisKnown ? {} : undefined } };
  const driven = { facts: { id }, phase: 'signing', retries, progress };
  return { committee: { epoch: 0, members }, submissions: new Map([[id, driven]]) } as never;
}

const settled = ({ envelope }: typeof EARLIER) => ({
  ...{ type: 'Settled', transactionId: factsOf(envelope.transaction).id },
});
const REFUSED = { type: 'Rejected', rejection: { code: 'MissingEarlierConfirmations' } };
const brings = (certificate: object) => ({
  ...{ type: 'Send', to: 'v1' },
  message: { type: 'SubmitCertificate', requestId: `deliver:${id}:0`, certificate },
});

/** Has v1 answer what it was brought last, and gives what is found in what the proxy does then. */
function heard(
  oracle: Oracle,
  result: object,
  [was, is]: readonly [Driven, Driven],
  effects: readonly object[],
): string | undefined {
  const message = { type: 'Response', requestId: `deliver:${id}:0`, result };
  const observation = {
    node: 'p1',
    input: { type: 'Message', from: 'v1', message },
    before: stateOf(was),
    after: stateOf(is),
    effects,
  } as unknown as ProxyStep['observation'];
  return oracle.afterProxyStep?.(proxyStep(observation))?.message;
}

describe('brought-once', () => {
  it('P6 finds a proxy that brings at once again what has just been refused', () => {
    const tops = [{ top: LATER }, { top: LATER }] as const;
    expect(heard(broughtOnce(), REFUSED, tops, [brings(LATER)])).toBe(
      'p1 brings v1 once more what it has just answered',
    );
    expect(heard(broughtOnce(), REFUSED, tops, [brings(EARLIER)])).toBeUndefined();
    expect(heard(broughtOnce(), settled(EARLIER), tops, [brings(LATER)])).toBeUndefined();
  });

  it('P6 finds a proxy that brings again, before it repeats, what was settled of the basis', () => {
    const after = (driven: Driven) => {
      const oracle = broughtOnce();
      heard(oracle, settled(EARLIER), [{ top: EARLIER, ...driven }, driven], [brings(LATER)]);
      return (again: Driven) =>
        heard(oracle, REFUSED, [{ top: LATER, ...again }, again], [brings(EARLIER)]);
    };
    expect(after({})({})).toBe('p1 brings v1 again what it has settled');
    const isRepeated = after({});
    expect(isRepeated({ retries: 1 })).toBeUndefined();
    // It is asked for once more, and counts anew.
    expect(isRepeated({})).toBeUndefined();
    // Whoever lies may show a basis without what it was brought before.
    expect(after({ isBasisKnown: false })({})).toBeUndefined();
  });
});
