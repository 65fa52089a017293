import type { Rejection } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../../test/client.ts';
import { payment } from '../../test/payments.ts';
import { requestIdOf } from './send.ts';

function unsettled(reason: string): Rejection {
  return {
    code: 'QuorumUnreachable',
    rule: 'P8',
    reason,
    unsettled: true,
    refusals: [],
    silent: [],
  };
}

function begun(): TestClient {
  const client = createTestClient();
  client.hear('user', { type: 'SubmitTransaction', requestId: 'r1', envelope: payment() });
  return client;
}

function lastRequestOf(client: TestClient): string {
  const { inFlight } = client.state();
  return inFlight === undefined ? 'none' : requestIdOf(inFlight);
}

describe('an open refusal', () => {
  it('P4 is what the user is told in the end, if nothing follows', () => {
    const client = begun();
    const result = { type: 'Rejected', rejection: unsettled('v2 is silent') } as const;
    client.answer(result);
    for (let repetition = 0; repetition < 3; repetition += 1) client.wait();
    expect(client.wait()).toEqual([{ type: 'Reply', to: 'user', requestId: 'r1', result }]);
  });

  it('P4 from before a restart does not replace one from after it', () => {
    const before = begun();
    const requestId = lastRequestOf(before);
    const client = createTestClient(before.store);
    client.answer({ type: 'Rejected', rejection: unsettled('after') });
    const late = { type: 'Rejected', rejection: unsettled('before') } as const;
    client.hear('proxy', { type: 'Response', requestId, result: late });
    expect(client.state().inFlight?.openRefusal?.rejection).toEqual(unsettled('after'));
  });
});
