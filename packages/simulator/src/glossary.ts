import { LIVENESS_INVARIANTS } from './oracles/liveness-invariants.ts';
import { SAFETY_INVARIANTS } from './oracles/safety-invariants.ts';
import { SITUATIONS } from './oracles/situations.ts';
import type { Statement } from './oracles/statements/statement.ts';
import { INVARIANTS, type InvariantName } from './oracles/statements/statements.ts';
import { field, items, text } from './scenario/loose.ts';
import { scenarioSchema } from './scenario/schema/schema.ts';

/** A word that scenarios and reports use, and what it means. */
export interface Term extends Statement {
  readonly kind:
    | 'invariant of safety'
    | 'invariant of liveness'
    | 'situation'
    | 'step'
    | 'fault'
    | 'Byzantine act';
  readonly name: string;
}

/** Lists every invariant, situation, step, fault and act of liars, with what it means. */
export function glossary(): readonly Term[] {
  const { steps, faults, acts } = listsIn(scenarioSchema);
  return [
    ...SAFETY_INVARIANTS.map((name) => invariantTerm('invariant of safety', name)),
    ...LIVENESS_INVARIANTS.map((name) => invariantTerm('invariant of liveness', name)),
    ...Object.entries(SITUATIONS).map(
      ([name, holds]): Term => ({ kind: 'situation', name, holds: `It occurs when ${holds}.` }),
    ),
    ...alternatives('step', 'op', steps),
    ...alternatives('fault', 'kind', faults),
    ...alternatives('Byzantine act', 'act', acts),
  ];
}

function invariantTerm(kind: Term['kind'], name: InvariantName): Term {
  return { kind, name, ...INVARIANTS[name] };
}

function listsIn(schema: unknown) {
  const { workload, faults, byzantine } = (schema as { properties: Record<string, unknown> })
    .properties;
  const elements = (list: unknown) => field(list, 'items');
  const key = (list: unknown, name: string) => field(field(elements(list), 'properties'), name);
  return {
    steps: elements(key(workload, 'steps')),
    faults: elements(faults),
    acts: elements(key(byzantine, 'acts')),
  };
}

/** Reads the alternatives that one key distinguishes, each with its description. */
function alternatives(kind: Term['kind'], tag: string, schema: unknown): readonly Term[] {
  return items(schema, 'oneOf').map((shape) => ({
    kind,
    name: text(field(field(shape, 'properties'), tag), 'const') ?? '',
    holds: text(shape, 'description') ?? '',
  }));
}
