import type { Address } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { expect, it } from 'vitest';
import { type CommitteeRequest, EMPTY_LEDGER, type Ledger, nonceKey } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import { originsOf } from './origins.ts';

it('C2 finds requests for a key in the order of their places, and sorts none of the many others', () => {
  const people = [addressOf('alice'), addressOf('bob')].sort(byText);
  const [alice, bob] = people as [Address, Address];
  const rows = [
    [bob, 0n, 'new'],
    [alice, 10n, 'new'],
    [alice, 9n, 'new'],
    [alice, 11n, 'other'],
  ] as const;
  const places = rows.map(([sender, nonce, key]): [string, CommitteeRequest] => [
    `${nonceKey(sender, nonce)}/0`,
    {
      kind: 'Join',
      config: { address: addressOf(key), host: 'h', rpcPort: 0 },
      operator: sender,
      timestampNanos: 0n,
      origin: { sender: sender, nonce },
    },
  ]);
  // All that it may do with them: walking them in order sorts them all, a hundred for each transaction of anybody.
  const each = (visit: (request: CommitteeRequest, place: string) => void) => {
    for (const [place, request] of places) visit(request, place);
  };
  const request = { each } as unknown as Ledger['request'];
  const found = originsOf({ ...EMPTY_LEDGER, request }, { kind: 'Request', id: addressOf('new') });
  expect(found).toEqual([
    { sender: alice, nonce: 9n },
    { sender: alice, nonce: 10n },
    { sender: bob, nonce: 0n },
  ]);
});
