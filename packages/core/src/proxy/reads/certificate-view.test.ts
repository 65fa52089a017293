import type { TransactionCertificate } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { VERIFIER } from '../../../test/genesis.ts';
import { signedIn } from '../../../test/signed-in.ts';
import { nodeNameOf } from '../../committee.ts';
import type { GetCertificates } from '../../message.ts';
import type { Answer } from '../answers/answer.ts';
import { PROXY_RULES } from '../rules.ts';
import { certificateView } from './certificate-view.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const committees = [committeeAt(0, FOUR), committeeAt(1, FOUR)] as const;
const OLD = signedIn(0, ['a', 'b', 'c']);
const NEW = signedIn(1, ['b', 'c', 'd']);

/**
 * What a proxy in epoch 1 answers a node when validators show one of these certificates each; all
 * of them serve unless said otherwise.
 */
function viewOf(client: string, shown: readonly TransactionCertificate[], doServe = true) {
  const [, committee] = committees;
  const context = {
    state: { committee, committees, changes: new Map() },
    env: { rules: PROXY_RULES, verifier: VERIFIER },
  } as unknown as Pick<Answer, 'state' | 'env'>;
  const select = { by: 'Sender', sender: addressOf('alice'), fromNonce: 0n, limit: 9 } as const;
  const query: GetCertificates = { type: 'GetCertificates', requestId: 'q', select };
  const all = shown.map((each) => ({ type: 'Certificates', certificates: [each] }) as const);
  return certificateView(context, { query, client }, { all, serving: doServe ? all : [] })
    .certificates;
}

describe('C8 a certificate that members of an earlier committee signed', () => {
  it.each([
    ['before', [OLD, NEW]],
    ['after', [NEW, OLD]],
  ])('C8 gives way to one of the present committee, shown %s it', (_, shown) => {
    expect(viewOf('user', shown, false)).toEqual([NEW]);
  });

  it('C8 is shown by one member to validators alone, and by f + 1 to everybody', () => {
    const [{ members }] = committees;
    for (const { validator } of members)
      expect(viewOf(nodeNameOf(validator), [OLD])).toEqual([OLD]);
    expect(viewOf('user', [OLD])).toEqual([]);
    expect(viewOf('user', [OLD, OLD])).toEqual([OLD]);
  });
});
