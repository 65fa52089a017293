import type { ValidatorConfig } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operatedBy } from '../../test/operators.ts';
import { withOperator } from '../committee.ts';
import type { CommitteeRequest } from '../ledger/ledger.ts';
import { byText } from '../ledger/operations/token-creation.ts';
import { candidacyFaults, candidatesOf, nextMembers } from './next-members.ts';

const running = operatedBy(3);
const origin = { sender: addressOf('x'), nonce: 0n };

function join(operator: string, key: string, at = 0, host = key): CommitteeRequest {
  const config = { address: addressOf(key), host, rpcPort: 0 };
  const timestampNanos = BigInt(at);
  return { kind: 'Join', config, operator: addressOf(operator), timestampNanos, origin };
}

function leave(operator: string, at: number): CommitteeRequest {
  return { kind: 'Leave', operator: addressOf(operator), timestampNanos: BigInt(at), origin };
}

const hosts = (requests: readonly CommitteeRequest[], size = 10) =>
  nextMembers(candidatesOf(requests, [running]), size, () => undefined).members.map(
    ({ host }) => host,
  );

describe('the next committee', () => {
  it('C2 has those who sit and ask to stay first, then the queue, up to its size', () => {
    const requests = [join('new 1', 'n1', 2), join('new 2', 'n2', 1), join('operator 2', 'k2', 9)];
    expect(hosts(requests)).toEqual(['k2', 'n2', 'n1']);
    expect(hosts(requests, 2)).toEqual(['k2', 'n2']);
    expect(candidatesOf(requests, [running])).toHaveLength(3);
  });

  it('C2 has a queue by timestamp, then operator, in whatever order requests settled', () => {
    const anyTurn = fc.record({
      operator: fc.constantFrom('new 1', 'new 2', 'new 3', 'new 4'),
      at: fc.nat({ max: 1 }),
    });
    const anyTurns = fc.uniqueArray(anyTurn, { selector: ({ operator }) => operator });
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const ordered = [0, 1].flatMap((at) =>
          turns
            .filter((turn) => turn.at === at)
            .map(({ operator }) => addressOf(operator))
            .toSorted(byText),
        );
        const requests = turns.map(({ operator, at }) =>
          join(operator, `k${operator}`, at, operator),
        );
        expect(hosts(requests).map(addressOf)).toEqual(ordered);
      }),
    );
  });

  it('C9 has nobody under a key that had a seat', () => {
    expect(hosts([join('operator 0', 'seat 0')])).toEqual([]);
  });

  it('C3 has nobody under a key that two ask for', () => {
    expect(hosts([join('new 1', 'same'), join('new 2', 'same', 1), join('new 3', 'n3')])).toEqual([
      'n3',
    ]);
  });

  it('C2 has nobody under a host that names another operator', () => {
    const asks = (operator: string, named: string) => {
      const request = join(operator, 'k1');
      if (request.kind !== 'Join') throw new Error('expected a request for a seat');
      return { ...request, config: withOperator(request.config, addressOf(named)) };
    };
    expect(hosts([asks('new 1', 'new 2')])).toEqual([]);
    expect(hosts([asks('new 1', 'new 1')])).toHaveLength(1);
  });

  it('C2 has nobody whose operator account is the key', () => {
    expect(hosts([join('new 1', 'new 1'), join('new 2', 'n2', 1)])).toEqual(['n2']);
    expect(hosts([join('new 1', 'n1'), join('new 1', 'new 1', 1)])).toEqual(['n1']);
  });

  it('C1 has one seat for each operator: under the key that it asked for last', () => {
    const requests = [join('new 1', 'n1', 1), join('new 2', 'n2', 2), join('new 1', 'n3', 3)];
    expect(hosts(requests)).toEqual(['n3', 'n2']);
  });

  it('C2 leaves out who asked to leave since, and takes back who came again', () => {
    const requests = [join('new 1', 'n1', 1), leave('new 1', 2)];
    expect(hosts(requests)).toEqual([]);
    expect(hosts([...requests, join('new 2', 'n2', 3), join('new 1', 'n3', 4)])).toEqual([
      'n2',
      'n3',
    ]);
  });

  it('C3 has the first that are ready, in their order, and nobody twice at one endpoint', () => {
    const anyCandidate = fc.record({
      host: fc.constantFrom('a', 'b', 'c', 'd'),
      isReady: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyCandidate, { maxLength: 8 }), fc.nat({ max: 5 }), (all, size) => {
        const candidates: readonly ValidatorConfig[] = all.map(({ host }, index) => ({
          address: addressOf(`key ${index}`),
          host,
          rpcPort: 0,
        }));
        const ready = candidates.filter((_, index) => all[index]?.isReady === true);
        const { members, passedOver } = nextMembers(candidates, size, (candidate) =>
          ready.includes(candidate) ? undefined : 'has not answered',
        );
        const hostsReady = [...new Set(ready.map(({ host }) => host))];
        expect(members).toEqual(
          hostsReady
            .slice(0, size)
            .map((host) => ready.find((candidate) => candidate.host === host)),
        );
        // Every candidate before the last chosen is either chosen or passed over, with a reason.
        const told = [...members, ...passedOver.map(({ candidate }) => candidate)];
        const looked =
          members.length < size
            ? candidates.length
            : candidates.indexOf(members.at(-1) as never) + 1;
        expect(new Set(told)).toEqual(new Set(candidates.slice(0, looked)));
      }),
    );
  });

  it('C3 has a proposal name nobody else: who has not asked, asked under another endpoint, or sat before', () => {
    const requests = [join('new 1', 'n1'), join('new 2', 'n2'), join('operator 0', 'seat 0')];
    const seatOf = (key: string, host = key): ValidatorConfig => ({
      address: addressOf(key),
      host,
      rpcPort: 0,
    });
    const faultsIn = (...members: readonly ValidatorConfig[]) => [
      ...candidacyFaults(members, requests, [running]).keys(),
    ];
    expect(faultsIn(seatOf('n2'), seatOf('n1'))).toEqual([]);
    const wrong = [seatOf('nobody'), seatOf('n2', 'n1'), seatOf('seat 0')];
    expect(faultsIn(seatOf('n1'), ...wrong)).toEqual(wrong.map(({ address }) => address));
  });

  it('C3 leaves the endpoint to the first that is ready, whoever claims it before', () => {
    const requests = [join('stranger', 'n1', 0, 'v9'), join('new 1', 'n2', 1, 'v9')];
    const candidates = candidatesOf(requests, [running]);
    const isStranger = ({ address }: { address: string }) => address === addressOf('n1');
    const { members, passedOver } = nextMembers(candidates, 1, (candidate) =>
      isStranger(candidate) ? 'has not answered' : undefined,
    );
    expect(members).toEqual([{ address: addressOf('n2'), host: 'v9', rpcPort: 0 }]);
    expect(passedOver).toMatchObject([{ reason: 'has not answered' }]);
    expect(nextMembers(candidates, 2, () => undefined).passedOver).toEqual([
      { candidate: members[0], reason: 'has the same host and rpc_port as a member before it' },
    ]);
  });

  it('C2 looks at each request a few times, however many strangers have made requests', () => {
    let looks = 0;
    const requests = Array.from({ length: 1000 }, (_, at) => {
      const request = join(`new ${at % 10}`, `k${at}`, at);
      return new Proxy(request, {
        get: (target, field) => {
          if (field === 'kind') looks += 1;
          return Reflect.get(target, field);
        },
      });
    });
    expect(hosts(requests, 2)).toEqual(['k990', 'k991']);
    expect(looks).toBeLessThan(10 * requests.length);
  });

  it('C2 does not depend on the order in which requests settled', () => {
    const anyRequest = fc.record({
      operator: fc.constantFrom('operator 0', 'operator 1', 'new 1', 'new 2'),
      key: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'seat 1'),
      isLeaving: fc.boolean(),
    });
    const anyRequests = fc
      .array(anyRequest, { maxLength: 8 })
      .map((all) =>
        all.map(({ operator, key, isLeaving }, at) =>
          isLeaving ? leave(operator, at) : join(operator, key, at),
        ),
      );
    fc.assert(
      fc.property(
        anyRequests.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
          ),
        ),
        ([all, shuffled]) => {
          expect(hosts(shuffled)).toEqual(hosts(all));
        },
      ),
    );
  });
});
