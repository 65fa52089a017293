import { createdBy } from '../../world/users/labels.ts';
import type { ScenarioAccount } from '../cluster/cluster.ts';
import type { Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import { operationsIn } from '../steps/operations-in.ts';
import { advice } from './piece-of-advice.ts';

/** A step in which members of an account create something together. */
interface Making {
  readonly account: ScenarioAccount;
  readonly name: string;
  readonly path: Problem['path'];
}

/**
 * Labels that so many members of an account create together that those whom the first transaction
 * does not need are enough for a second one, which then has the label.
 */
export function createdTwice(scenario: Scenario): readonly Problem[] {
  const makings = new Map<string, Making[]>();
  for (const { key, making } of sharedMakings(scenario)) {
    makings.set(key, [...(makings.get(key) ?? []), making]);
  }
  return [...makings.values()].flatMap((together) => {
    const [first] = together;
    if (first === undefined || together.length < 2 * first.account.quorum) return [];
    const { quorum } = first.account;
    const { name, path } = together[2 * quorum - 1] ?? first;
    const message = `${together.length} members create "${name}" and the quorum is ${quorum}, so there may be two of it`;
    return [advice(path, message)];
  });
}

function sharedMakings({ cluster, workload }: Scenario) {
  return workload.flatMap(({ client, steps }, entry) =>
    steps.flatMap((step, index) => {
      const from = step.op === 'transaction' ? step.from : undefined;
      const account = cluster.accounts.find((each) => each.name === from);
      if (!account?.signers.includes(client)) return [];
      const path = ['workload', entry, 'steps', index];
      return operationsIn(step).flatMap((operation) => {
        const { kind, name } = createdBy(operation) ?? {};
        if (name === undefined) return [];
        return [{ key: `${kind} ${name}`, making: { account, name, path } }];
      });
    }),
  );
}
