import fc from 'fast-check';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import { given, oneFrom, outline, type Sketches, share, someFrom } from '../sketch.ts';
import { amountOf, chance, span, weighted } from '../values.ts';
import {
  act,
  castOf,
  type Line,
  labelFor,
  namesOf,
  type Plot,
  type Scene,
  type Token,
} from './scene.ts';

interface Creation {
  readonly amount: bigint;
  readonly mints: readonly string[];
  readonly isOwnMint: boolean;
}

const creation: Sketches<Scene, Creation> = outline({
  amount: given(fc.constantFrom(0n, 1n, 100n, 100n, 2n ** 256n - 1n)),
  mints: someFrom(namesOf),
  isOwnMint: given(chance(0.7)),
});

/** Draws the operation that creates a token. */
export const createToken: Sketches<
  Scene,
  Extract<OperationStep, { op: 'create-token' }>
> = creation.map((sketch) => (scene) => {
  const { amount, mints, isOwnMint } = sketch(scene);
  const as = labelFor('token', scene);
  const own = scene.lead.name;
  const all = isOwnMint && !mints.includes(own) ? [...mints, own] : mints;
  return { op: 'create-token', as, name: as, decimals: 0, amount, mints: all };
});

/** Gives the operation that updates a token and changes nothing yet. */
export function manageToken(token: string): Extract<OperationStep, { op: 'manage-token' }> {
  return {
    op: 'manage-token',
    token,
    admin: undefined,
    name: undefined,
    add: [],
    remove: [],
    update: undefined,
  };
}

/** What happens to a token, and who does it. */
type Use = (scene: Scene, token: Token) => readonly Line[];

interface UseParts {
  readonly kind: 'pay' | 'mint' | 'burn' | 'pass-on' | 'manage' | 'hand-over' | 'remove' | 'race';
  readonly amount: bigint;
  readonly to: string;
  readonly other: string;
  readonly anybody: string;
  readonly pause: bigint;
  /**
   * Whether the new admin updates the token twice in one transaction: the second update builds on
   * the first, and both on that of the old admin.
   */
  readonly isTwice: boolean;
}

const useParts: Sketches<Scene, UseParts> = outline({
  kind: given(
    weighted({
      pay: 3,
      mint: 3,
      burn: 2,
      'pass-on': 2,
      manage: 1,
      'hand-over': 3,
      remove: 2,
      race: 1,
    }),
  ),
  amount: amountOf(() => 100n),
  to: oneFrom(namesOf),
  other: oneFrom(namesOf),
  anybody: oneFrom(castOf),
  pause: given(span(200, 1_500)),
  isTwice: given(chance(0.4)),
});

/** Mostly done by a party that has the right; sometimes by any client. */
const use: fc.Arbitrary<Use> = fc
  .tuple(useParts, chance(0.8))
  .map(([parts, isLawful]) => (scene, token) => {
    const { kind, to, other, amount, anybody, pause, isTwice } = parts(scene);
    const among = (names: readonly string[]) =>
      names.find((name) => isLawful && castOf(scene).includes(name)) ?? anybody;
    const { label } = token;
    const manage = manageToken(label);
    switch (kind) {
      case 'pay':
        return [act(among([token.admin]), { op: 'pay', to, amount, token: label })];
      case 'mint':
        return [act(among(token.mints), { op: 'mint', token: label, to, amount })];
      case 'burn':
        return [act(among([token.admin]), { op: 'burn', token: label, amount })];
      case 'pass-on': {
        // A client outside the cast may hear of its receipt before the creation of the token; no
        // burn depends on that.
        const paid = act(among([token.admin]), { op: 'pay', to, amount, token: label });
        if (!castOf(scene).includes(to)) return [paid];
        const wait = { client: to, step: { op: 'wait', for: pause } } as const;
        return [paid, wait, act(to, { op: 'burn', token: label, amount })];
      }
      case 'manage':
        return [act(among([token.admin]), { ...manage, add: [to], remove: [other] })];
      case 'remove':
        return [act(among([token.admin]), { ...manage, remove: token.mints.slice(0, 1) })];
      case 'race': {
        // The removal comes at the same time as the mint, which only some validators may have
        // signed by then (D5). Whatever comes of it, the minter then does something else.
        const minter = token.mints.find((name) => name !== token.admin) ?? to;
        const removal = act(among([token.admin]), { ...manage, remove: [minter] });
        if (!castOf(scene).includes(minter)) return [removal];
        const mint = act(minter, { op: 'mint', token: label, to, amount });
        return [removal, mint, act(minter, lastOf(scene, { op: 'burn', token: label, amount }))];
      }
      case 'hand-over': {
        const handOver = act(among([token.admin]), { ...manage, admin: to });
        if (!castOf(scene).includes(to)) return [handOver];
        // The chain of updates continues across admins (D2).
        const wait = { client: to, step: { op: 'wait', for: pause } } as const;
        const again = isTwice ? [{ ...manage, remove: [other] }] : [];
        return [handOver, wait, act(to, { ...manage, add: [other] }, ...again)];
      }
    }
  });

/** What a client does at last: it asks to leave, or something else if nobody is to ask for that. */
function lastOf({ swarm }: Scene, otherwise: OperationStep): OperationStep {
  return swarm.operations.committee > 0 ? { op: 'leave-committee' } : otherwise;
}

/** Draws the life of a new token, or what happens to an existing one. */
export const tokenPlot: Sketches<Scene, Plot> = fc
  .tuple(share, createToken, fc.array(use, { minLength: 1, maxLength: 3, size: 'max' }), share)
  .map(([novelty, create, uses, which]) => (scene) => {
    const { tokens } = scene.goods;
    const known = tokens[Math.floor(which * tokens.length)];
    if (known !== undefined && novelty < 0.7) return played(uses, scene, known);
    const made = create(scene);
    const token = { label: made.as, admin: scene.lead.name, mints: made.mints };
    return [act(scene.lead.name, made), ...played(uses, scene, token)];
  });

/** After a hand-over, the new admin is the admin for all later uses. */
function played(uses: readonly Use[], scene: Scene, first: Token): readonly Line[] {
  let token = first;
  return uses.flatMap((each) => {
    const lines = each(scene, token);
    for (const { step } of lines) {
      const [operation] = operationsIn(step);
      const admin = operation?.op === 'manage-token' ? operation.admin : undefined;
      if (admin !== undefined) token = { ...token, admin };
    }
    return lines;
  });
}
