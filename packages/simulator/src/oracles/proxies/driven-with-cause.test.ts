import type { Genesis, ProxyState } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { proxyStep } from '../../../test/proxy-step.ts';
import { drivenWithCause } from './driven-with-cause.ts';

const NAMES = ['v1', 'v2', 'v3', 'v4'];
const [CERTIFICATE, ANOTHER] = [{ signatures: ['v1', 'v2', 'v3'] }, { signatures: NAMES }];

const genesis = { fees: undefined } as unknown as Genesis;

type Parts = Readonly<Record<string, unknown>>;

/** A transaction on its way, and how far v1 to v4 are with it. */
function submission(phase: string, parts: Parts, heard: readonly Parts[] = []) {
  const progress = Object.fromEntries(NAMES.map((name, index) => [name, heard[index] ?? {}]));
  return { phase, retries: 0, progress, ...parts };
}

/** Gives what is found when a proxy goes from one state to the other upon an answer. */
function foundBetween(was: object, is: object | undefined, result: object = {}) {
  const stateOf = (each: object | undefined) =>
    ({
      timings: { retriesMax: 20 },
      committee: { members: [] },
      submissions: new Map(each && [['id', each]]),
    }) as unknown as ProxyState;
  const message = { type: 'Response', requestId: 'settle:id:0', result };
  const input = { type: 'Message', from: 'v4', message };
  const observation = { node: 'p1', input, before: stateOf(was), after: stateOf(is), effects: [] };
  return drivenWithCause({ genesis }).afterProxyStep?.(proxyStep(observation as never))?.message;
}

const disowned = { refusal: { code: 'InvalidCertificate', rule: 'C8' } };
const unknown = { refusal: { code: 'InvalidCertificate', rule: 'S1' } };
const denial = { type: 'Rejected', rejection: disowned.refusal };

describe('driven-with-cause', () => {
  it('P5: finds a proxy that asks for signatures when fewer than a quorum would sign', () => {
    const was = submission('checking', {});
    const begun = (...heard: readonly Parts[]) =>
      foundBetween(was, submission('signing', {}, heard));
    const willing = { admits: true };
    expect(begun(willing, willing, willing)).toBeUndefined();
    expect(begun(willing, willing)).toBe('p1 has signed what 2 validators would sign');
    expect(begun({ admits: true, holds: true })).toBeUndefined();
    expect(begun({ signature: '00' })).toBeUndefined();
  });

  it('P3: finds a proxy that replaces a certificate by another', () => {
    const was = submission('settling', { certificate: CERTIFICATE });
    expect(foundBetween(was, submission('settling', { certificate: CERTIFICATE }))).toBeUndefined();
    expect(foundBetween(was, submission('settling', { certificate: ANOTHER }))).toBe(
      'p1 puts another certificate in the place of one that it made',
    );
  });

  it('C8: finds a proxy that gives up a certificate which f + 1 do not disown', () => {
    const given = (heard: readonly Parts[], result?: object) =>
      foundBetween(
        submission('settling', { certificate: CERTIFICATE }, heard),
        submission('signing', {}),
        result,
      );
    expect(given([disowned, disowned])).toBeUndefined();
    expect(given([disowned], denial)).toBeUndefined();
    expect(given([disowned, unknown])).toBe(
      'p1 gives up a certificate that hardly anybody disowns',
    );
  });

  it('P8: finds a proxy that forgets a certificate before a quorum has settled it', () => {
    const ended = (parts: Parts, heard: readonly Parts[], result?: object) =>
      foundBetween(
        submission('settling', { certificate: CERTIFICATE, ...parts }, heard),
        undefined,
        result,
      );
    const settled = { settled: true };
    expect(ended({}, [settled, settled], { type: 'Settled' })).toBeUndefined();
    expect(ended({}, [settled, settled])).toBe(
      'p1 forgets a certificate that no quorum has settled',
    );
    expect(ended({ retries: 20 }, [])).toBeUndefined();
    expect(ended({}, [disowned, disowned])).toBeUndefined();
    expect(ended({ certificate: undefined }, [])).toBeUndefined();
  });
});
