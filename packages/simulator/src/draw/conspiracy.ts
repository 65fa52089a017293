import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { Rival } from '../scenario/byzantine/client-act.ts';
import type { Dice } from './dice.ts';
import { spanIn } from './dice.ts';
import type { Stage } from './stage.ts';

/**
 * Draws an attack that no committee is made for: more than f validators sign whatever one client
 * asks, who pays two people with one nonce and shows each payment to half of the others.
 *
 * Whether both payments are certified depends on who of the others sees which one first.
 */
export function drawConspiracy(
  { base, budget, horizon }: Stage,
  dice: Dice,
): readonly ByzantineParty[] {
  const stream = dice('byzantine/conspiracy');
  const { clients } = base.cluster;
  const attacker = stream.pick(clients).name;
  const amount = clients.find(({ name }) => name === attacker)?.balance ?? 0n;
  const [first = attacker, second = attacker] = stream.shuffle(clients.map(({ name }) => name));
  const others = stream.shuffle(budget.correct);
  const half = Math.floor(others.length / 2);
  const rival = (to: string, honest: readonly string[]): Rival => ({
    to,
    amount,
    validators: [...budget.faulty, ...honest],
    deliver: undefined,
  });
  const at = spanIn(stream, 0, Number(horizon / 4_000_000n));
  return [
    ...budget.faulty.map((node) => ({
      id: `byzantine-${node}`,
      node,
      acts: [
        {
          id: `byzantine-${node}-1`,
          act: 'collude' as const,
          with: attacker,
          moment: undefined,
          only: { peers: undefined, senders: undefined },
          times: undefined,
        },
      ],
    })),
    {
      id: `byzantine-${attacker}`,
      node: attacker,
      acts: [
        {
          id: `byzantine-${attacker}-1`,
          act: 'equivocate',
          moment: { kind: 'time', at },
          rivals: [rival(first, others.slice(0, half)), rival(second, others.slice(half))],
          nonce: undefined,
          crossAfter: undefined,
        },
      ],
    },
  ];
}
