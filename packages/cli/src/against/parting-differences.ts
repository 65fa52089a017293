import type { Message } from '@quorate/core';
import { isObject } from '@quorate/protocol';
import type { RecordedRun } from '@quorate/simulator';
import type { Parting } from './compare-happenings.ts';
import { contentText, idsIn } from './contents.ts';
import { type Difference, differencesIn } from './data-differences.ts';

/** Says what two messages of one kind say differently where runs part; nothing of what else parts them. */
export function partingDifferences(
  { own, other }: Partial<Pick<Parting, 'own' | 'other'>>,
  ownRun: Pick<RecordedRun, 'messages'>,
  otherRun: Pick<RecordedRun, 'messages'>,
): readonly Difference[] {
  if (own === undefined || own.course !== other?.course) return [];
  const [one, another] = [
    ownRun.messages[own.message ?? -1],
    otherRun.messages[other.message ?? -1],
  ];
  if (one === undefined || one.kind !== another?.kind) return [];
  return differencesIn(
    '',
    valuesIn(one.content, idsIn(otherRun.messages)),
    valuesIn(another.content, idsIn(ownRun.messages)),
  );
}

function valuesIn(content: Message, known: ReadonlySet<string>): unknown {
  const values: unknown = JSON.parse(contentText(content, known) || '{}', numbered);
  return isObject(values) && 'result' in values ? values['result'] : values;
}

/** Numbers stand in a content as text. */
function numbered(_: string, value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,39}$/.test(value) ? BigInt(value) : value;
}
