import fc from 'fast-check';
import { reductions } from '../reduce/reductions.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { hasAskedFor } from './asked-for.ts';
import { checkSpace } from './check-space.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE, type ScenarioSpace } from './scenario-space.ts';

/** A validator of somebody's own need not know how to hand over to the next committee. */
const NO_CHANGES = { least: 0, greatest: 0 };

/**
 * Gives scenarios of a space, by default of all of it but for changes of committee, to properties of
 * fast-check.
 *
 * They shrink into what `reductions` proposes, but into no fewer validators, proxies, clients, accounts or
 * changes than somebody has asked for, and reports show them as files would state them.
 *
 * @throws ScenarioSpaceError
 */
export function scenarios(space: Partial<ScenarioSpace> = {}): fc.Arbitrary<Scenario> {
  return new Scenarios(space);
}

class Scenarios extends fc.Arbitrary<Scenario> {
  readonly #asked: Partial<ScenarioSpace>;
  readonly #space: ScenarioSpace;

  constructor(asked: Partial<ScenarioSpace>) {
    super();
    this.#asked = asked;
    this.#space = { ...DEFAULT_SPACE, changes: NO_CHANGES, ...asked };
    checkSpace(this.#space);
  }

  override generate(random: fc.Random): fc.Value<Scenario> {
    const seed = random.nextBigInt(0n, 2n ** 64n - 1n);
    return shown(generateScenario(this.#space, seed));
  }

  // What somebody gives as an example is a scenario, or the types lie.
  override canShrinkWithoutContext(value: unknown): value is Scenario {
    return typeof value === 'object' && value !== null && 'workload' in value;
  }

  override shrink(value: Scenario): fc.Stream<fc.Value<Scenario>> {
    return fc.stream(smallerThan(value, this.#asked));
  }
}

function* smallerThan(
  original: Scenario,
  asked: Partial<ScenarioSpace>,
): IterableIterator<fc.Value<Scenario>> {
  for (const scenario of reductions(original)) {
    if (hasAskedFor(asked, { scenario, original })) yield shown(scenario);
  }
}

// Not to be seen by whoever compares or spreads scenarios.
function shown(scenario: Scenario): fc.Value<Scenario> {
  const text = { value: () => printScenario(scenario), enumerable: false };
  return new fc.Value(Object.defineProperty({ ...scenario }, fc.toStringMethod, text), undefined);
}
