/** What came frozen and was walked, so that what a whole committee is sent is walked but twice. */
const frozen = new WeakSet<object>();

/** How far below a mark the next one is made: a mark costs more than to walk a few objects. */
const MARK_DISTANCE = 8;

/**
 * Freezes a message and everything it holds, and returns it.
 *
 * Bytes stay as they are, because the language cannot freeze a typed array: who shares bytes must
 * not write to them. Maps and sets have no place in a message; freezing would not protect them.
 *
 * @throws TypeError for a `Map` or a `Set`
 */
export function freezeMessage<M>(message: M): M {
  if (isObject(message)) freezeDeep(message, MARK_DISTANCE);
  return message;
}

/** `distance` counts the objects between this one and the last mark above it. */
function freezeDeep(value: object, distance: number): void {
  if (ArrayBuffer.isView(value)) return;
  const isKnown = Object.isFrozen(value);
  if (isKnown && frozen.has(value)) return;
  if (value instanceof Map || value instanceof Set) {
    throw new TypeError(`a message is plain data, and ${value.constructor.name} cannot be frozen`);
  }
  // What comes for the first time gets no mark, because most messages are sent once. Set before the
  // walk, marks also end a cycle.
  const isMarked = isKnown && distance >= MARK_DISTANCE;
  if (isMarked) frozen.add(value);
  if (!isKnown) Object.freeze(value);
  const below = isMarked ? 1 : isKnown ? distance + 1 : MARK_DISTANCE;
  for (const key in value) {
    const part: unknown = value[key as keyof typeof value];
    if (isObject(part)) freezeDeep(part, below);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
