import { describe, expect, it } from 'vitest';
import { holdingBack } from '../../test/late.ts';
import { createTestNetwork, silent, submission } from '../../test/network.ts';
import { certified, payment } from '../../test/payments.ts';

describe('a validator that answers more slowly than it is asked', () => {
  it('P6 keeps what is on its way to it, though it refuses once more what it was brought before', () => {
    const history = [payment(), payment({ to: 'dave', nonce: 1n })].map((each) => certified(each));
    const network = createTestNetwork({ conduct: { v4: silent } });
    for (const validator of network.validators.slice(0, 2)) {
      for (const certificate of history) validator.deliver(certificate);
    }
    const letGo = holdingBack(
      network,
      'v3',
      ({ type }, before) => type === 'SubmitCertificate' && before < 3,
    );
    network.send('dave', submission(payment({ from: 'dave' })));
    // The credit is brought to it twice before it refuses it: it lacks the payment before that.
    network.advance();
    expect([letGo(), letGo(), letGo()]).toEqual([true, true, true]);
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });
});
