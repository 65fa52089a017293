import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../../test/acts.ts';
import { holdingBack, showing } from '../../../test/late.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  type Conduct,
  createTestNetwork,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { creation, mintOf } from '../../../test/operations.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';

const OPEN = { code: 'QuorumUnreachable', unsettled: true };

/** Says once that it holds the transaction and will not sign it, and then nothing about it. */
function holdingOnce(): Conduct {
  let isFirst = true;
  return ({ type }, honest) => {
    if (type !== 'CheckTransaction') return [honest()];
    if (!isFirst) return [];
    isFirst = false;
    const rejection = { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' } as const;
    return [{ type: 'Rejected', rejection: { ...rejection, isHeld: true } }];
  };
}

/**
 * Only v1 answers, and some of its answers are late. It lacks funds for a payment, then settles it
 * unheard, is asked again, and falls silent once the first late answer has arrived.
 */
function settledUnheard(isLate: Parameters<typeof holdingBack>[2]) {
  const conduct = { v2: silent, v3: silent, v4: silent };
  const network = createTestNetwork({ conduct });
  const [v1] = network.validators;
  const letGo = holdingBack(network, 'v1', isLate);
  const wish = payment({ from: 'dave', amount: 5n });
  network.send('dave', submission(wish));
  for (const each of [payment({ to: 'dave', amount: 5n }), wish]) v1?.deliver(certified(each));
  network.advance();
  letGo();
  network.conduct('v1', silent);
  return { network, letGo };
}

function refusedAtLast(network: TestNetwork) {
  network.advanceWhile(() => network.answers.length === 0);
  return network.answers.map(({ result }) => rejectionOf(result));
}

describe('what a validator has told, and does not tell again', () => {
  it('P4 is that it holds the transaction since a handover: its outcome stays open', () => {
    const network = createTestNetwork({ conduct: { v1: holdingOnce() } });
    for (const validator of network.validators) validator.deliver(acted('alice', 0n, creation()));
    // Once v1 has shown its basis it is asked again, and does not answer before the others refuse.
    network.send('dave', submission(acting('dave', 0n, mintOf(idOf('alice', 0n), 1n))));
    expect(refusedAtLast(network)).toMatchObject([OPEN]);
  });

  it('P4 is that its account is past the nonce: what it answered before may arrive later', () => {
    const { network } = settledUnheard((message, before) => before === 0 || showing(message));
    expect(refusedAtLast(network)).toMatchObject([OPEN]);
  });

  it('P4 is that, too, in an answer that comes too late to count as a refusal', () => {
    let questions = 0;
    // It was short of funds at first. It shows its basis, and so it is asked once more.
    const { network, letGo } = settledUnheard(
      ({ type }) => type === 'CheckTransaction' && ++questions > 1,
    );
    letGo();
    expect(refusedAtLast(network)).toMatchObject([OPEN]);
  });
});
