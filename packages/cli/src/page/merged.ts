import type { Message, Moment, RunData, Spell, Step } from './run-data.ts';

/**
 * Gives one run with what only the other has added to it, so that both are drawn in one diagram.
 *
 * What both have is where this run has it. What only the other has comes after what this run does at
 * the same time.
 */
export function mergeRuns(own: RunData, other: RunData): RunData {
  const lanes = union(own.lanes, other.lanes, ({ name }) => name);
  const transactions = union(own.transactions, other.transactions, ({ id }) => id);
  const places = { lane: lanes.place, transaction: transactions.place, text: own.texts.length };
  const messages = addedMessages(own, other, places);
  const certificates = other.certificates
    .map((each) => ({ ...each, transaction: transactions.place(each.transaction) }))
    .filter(({ transaction, signers }) =>
      own.certificates.every(
        (each) => each.transaction !== transaction || `${each.signers}` !== `${signers}`,
      ),
    );
  return {
    ...own,
    texts: [...own.texts, ...other.texts],
    lanes: lanes.list,
    transactions: transactions.list,
    certificates: [...own.certificates, ...certificates],
    messages: [...own.messages, ...messages.list],
    steps: [...own.steps, ...addedSteps(other, places, messages.place)],
    spells: [...own.spells, ...addedSpells(other, lanes.place)],
    breaches: [...own.breaches, ...other.breaches.filter(({ only }) => only !== undefined)],
    meanings: { ...other.meanings, ...own.meanings },
    ...partingOf(own, other),
  };
}

/** A list with what another adds to it, and where the elements of that other stand in it. */
interface Union<T> {
  readonly list: readonly T[];
  readonly place: (inOther: number) => number;
}

function union<T>(own: readonly T[], other: readonly T[], keyOf: (each: T) => string): Union<T> {
  const known = new Map(own.map((each, place) => [keyOf(each), place]));
  const added = other.filter((each) => !known.has(keyOf(each)));
  for (const [index, each] of added.entries()) known.set(keyOf(each), own.length + index);
  const places = other.map((each) => known.get(keyOf(each)) ?? -1);
  return { list: [...own, ...added], place: (inOther) => places[inOther] ?? -1 };
}

/** Where what the other run names stands in the merged lists. */
interface Places {
  readonly lane: (inOther: number) => number;
  readonly transaction: (inOther: number) => number;
  /** What comes before the texts of the other run. */
  readonly text: number;
}

function addedMessages(own: RunData, other: RunData, places: Places) {
  const merged = new Map<number, number>();
  const added = other.messages.flatMap((message, place) => {
    if (message.only === undefined) return [];
    merged.set(place, own.messages.length + merged.size);
    return [message];
  });
  const place = (inOther: number) => merged.get(inOther) ?? other.messages[inOther]?.same ?? -1;
  const text = (inOther: number | undefined) =>
    inOther === undefined ? undefined : inOther + places.text;
  const list = added.map(({ lost, ...message }): Message => {
    const { sender, receiver, kind, transaction, signers, answers } = message;
    return {
      ...message,
      from: places.lane(message.from),
      to: places.lane(message.to),
      kind: kind + places.text,
      sent: after(message.sent),
      arrivals: message.arrivals.map(after),
      ...given({ sender: text(sender), receiver: text(receiver), signers: text(signers) }),
      ...given({
        transaction: transaction === undefined ? undefined : places.transaction(transaction),
      }),
      ...given({ answers: answers === undefined ? undefined : place(answers) }),
      ...(lost === undefined
        ? {}
        : { lost: [...after([lost[0], lost[1]]), lost[2] + places.text] }),
    };
  });
  return { list, place };
}

/** Comes after what this run does at the same time, and before its next event. */
function after([event, at]: Moment): Moment {
  return [event + 0.5, at];
}

function given<T extends string>(fields: Readonly<Record<T, number | undefined>>) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, place]) => place !== undefined),
  ) as Partial<Record<T, number>>;
}

function addedSteps(
  { steps }: RunData,
  places: Places,
  placeOf: (message: number) => number,
): readonly Step[] {
  const text = (inOther: number) => inOther + places.text;
  return steps.flatMap((step): readonly Step[] => {
    const { only, event, at, lane, kind, message, transaction, verdict, changes } = step;
    if (only === undefined) return [];
    const [number] = after([event, at]);
    return [
      {
        ...{ only, isOther: true, event: number, at, lane: places.lane(lane), kind: text(kind) },
        ...(message === undefined ? {} : { message: placeOf(message) }),
        ...(transaction === undefined ? {} : { transaction: places.transaction(transaction) }),
        ...(verdict === undefined ? {} : { verdict: text(verdict) }),
        ...(changes === undefined ? {} : { changes: changes.map(text) }),
      },
    ];
  });
}

function addedSpells({ spells }: RunData, laneOf: (inOther: number) => number): readonly Spell[] {
  return spells
    .filter(({ only }) => only !== undefined)
    .map(({ lane, ...spell }) => (lane === undefined ? spell : { ...spell, lane: laneOf(lane) }));
}

/** The runs part where the earlier of them does. */
function partingOf(own: RunData, other: RunData): Pick<RunData, 'parting'> {
  if (own.parting === undefined) return {};
  const [moment, instead] = [own.parting.moment, other.parting?.moment];
  if (instead === undefined) return { parting: own.parting };
  const isEarlier = moment === undefined || instead[1] < moment[1];
  return { parting: isEarlier ? { ...own.parting, moment: after(instead) } : own.parting };
}
