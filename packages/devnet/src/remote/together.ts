/**
 * Gives a function that asks about one thing. What is asked while a question is under way goes
 * into the next question together: a message between processes costs much more than a longer one,
 * and thousands of callers may each ask about something else.
 *
 * `askAll` gives an answer for each thing, in their order; if it fails, so does everybody that
 * asked.
 */
export function together<Thing, Answer>(
  askAll: (things: readonly Thing[]) => Promise<readonly Answer[]>,
): (thing: Thing) => Promise<Answer> {
  let next: ReturnType<typeof gather> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function gather() {
    const places = new Map<Thing, number>();
    const answers = last.then(() => {
      next = undefined;
      return askAll([...places.keys()]);
    });
    last = answers.catch(() => undefined);
    return { places, answers };
  }

  return async (thing) => {
    next ??= gather();
    const { places, answers } = next;
    const place = places.get(thing) ?? places.size;
    places.set(thing, place);
    return (await answers)[place] as Answer;
  };
}
