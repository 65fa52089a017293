import fc from 'fast-check';
import { reductions } from '../reduce/reductions.ts';
import { printScenario } from '../scenario/print/print-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { hasAskedFor } from './asked-for.ts';
import { checkSpace } from './check-space.ts';
import { generateScenario } from './generate-scenario.ts';
import { DEFAULT_SPACE, type ScenarioSpace } from './scenario-space.ts';

/** Custom validators need not support changes of committee. */
const NO_CHANGES = { least: 0, greatest: 0 };

/**
 * Creates an arbitrary of scenarios for properties of fast-check. Without a `space` it draws from
 * the default space, but without changes of committee.
 *
 * Scenarios shrink to what `reductions` proposes, but never to fewer validators, proxies, clients,
 * accounts or changes than the space asks for. Reports of fast-check show them as scenario files.
 *
 * @throws ScenarioSpaceError if the space is invalid
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

  // The types guarantee that an example given by the user is a scenario.
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

// Not enumerable, so that comparing or spreading scenarios does not see it.
function shown(scenario: Scenario): fc.Value<Scenario> {
  const text = { value: () => printScenario(scenario), enumerable: false };
  return new fc.Value(Object.defineProperty({ ...scenario }, fc.toStringMethod, text), undefined);
}
