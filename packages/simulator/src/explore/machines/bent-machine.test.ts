import { VALIDATOR_RULES } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { scenarioOf } from '../../../test/scenarios.ts';
import { START } from '../../world/world.ts';
import { buildCluster } from '../cluster.ts';
import { isExploredAct } from '../explorable.ts';
import { bentMachine } from './bent-machine.ts';
import { type Machine, withoutDisk } from './machine.ts';

it('the acts of a liar also apply to what it sends when a timer goes off', () => {
  const scenario = scenarioOf({
    validators: 1,
    clients: { alice: {} },
    steps: {},
    byzantine: [{ id: 'liar', node: 'v1', acts: [{ id: 'silent', act: 'withhold' }] }],
  });
  const {
    parties,
    genesis,
    witness: verifier,
  } = buildCluster(scenario, {
    crypto: openCrypto('memo'),
  });
  const local = withoutDisk('asked');
  const answer = {
    from: 'v1',
    to: 'p1',
    message: {
      type: 'Response',
      requestId: 'request',
      result: { type: 'Rejected', rejection: { code: 'EpochEnding' } },
    },
  } as const;
  const request = {
    from: 'p1',
    to: 'v1',
    message: { type: 'GetCertificates', requestId: 'request' },
  } as const;
  const silent = () => ({ local, sent: [], observed: [], effects: 0 });
  const says = () => ({ local, sent: [answer as never], observed: [], effects: 1 });
  const honest: Machine = {
    name: 'v1',
    role: 'validator',
    aliases: [],
    begin: silent,
    hear: silent,
    fire: says,
  };
  const acts = scenario.byzantine.flatMap((party) => party.acts).filter(isExploredAct);
  function fired(some: typeof acts) {
    const machine = bentMachine({
      honest,
      acts: some,
      parties,
      networkId: genesis.networkId,
      signer: parties.signer('v1'),
      verifier,
      rules: VALIDATOR_RULES,
      now: START,
    });
    machine.hear(local, request as never);
    return machine.fire?.(local, 'late');
  }
  expect(fired([])?.sent).toEqual([answer]);
  expect(fired(acts)?.sent).toEqual([]);
});
