import { expect, it } from 'vitest';
import { createClient } from '../network/client.ts';
import { signerOf } from '../values/key.ts';
import { memoryOutbox, type Outbox } from './outbox.ts';
import { createWallet } from './wallet.ts';

it('P5: a wallet reads and changes its outbox only while nobody else does', async () => {
  const kept = memoryOutbox();
  let isHeld = false;
  const seen: string[] = [];
  const note = (what: string) => void seen.push(isHeld ? what : `${what} meanwhile`);
  const outbox: Outbox = {
    load() {
      note('load');
      return kept.load();
    },
    save(outgoing) {
      note('save');
      return kept.save(outgoing);
    },
    clear() {
      note('clear');
      return kept.clear();
    },
    exclusively: (act) =>
      kept.exclusively(() => {
        isHeld = true;
        return act().finally(() => {
          isHeld = false;
        });
      }),
  };
  const account = {
    sender: signerOf('07'.repeat(32)).address,
    balance: '0',
    next_nonce: 0,
    pending_confirmation: null,
    requested_state: [],
    requested_certificates: null,
    requested_validated_transaction: null,
    token_balance: [],
  };
  const error = { code: 'INVALID_REQUEST', message: 'no', details: null };
  const fetch = async (input: unknown) => {
    if (String(input).endsWith('/submit-transaction')) {
      note('send');
      return Response.json({ error }, { status: 400 });
    }
    return Response.json({ data: String(input).includes('/certificates') ? [] : account });
  };
  const wallet = createWallet({
    client: createClient({ url: 'http://localhost', fetch }),
    signer: signerOf('07'.repeat(32)),
    networkId: 'fast:localnet',
    outbox,
  });
  expect(await wallet.finish()).toBeUndefined();
  await expect(wallet.transact([{ kind: 'LeaveCommittee' }])).rejects.toMatchObject(error);
  expect(await wallet.finish()).toBeUndefined();
  expect(seen).toEqual(['load', 'load', 'save', 'send', 'clear', 'load']);
});
