/**
 * Objects that arrived frozen and were checked. A message to a whole committee is walked at most
 * twice.
 */
const frozen = new WeakSet<object>();

/** How far apart marks are: setting a mark costs more than walking a few objects. */
const MARK_DISTANCE = 8;

/**
 * Freezes a message deeply, and returns it.
 *
 * Byte arrays stay as they are, because the language cannot freeze a typed array: whoever shares
 * one must not write to it. Maps and sets are not allowed, because freezing would not protect them.
 *
 * @throws TypeError for a `Map` or a `Set`
 */
export function freezeMessage<M>(message: M): M {
  if (isObject(message)) freezeDeep(message, MARK_DISTANCE);
  return message;
}

/** `distance` is the number of objects between this one and the last mark above it. */
function freezeDeep(value: object, distance: number): void {
  if (ArrayBuffer.isView(value)) return;
  const isKnown = Object.isFrozen(value);
  if (isKnown && frozen.has(value)) return;
  if (value instanceof Map || value instanceof Set) {
    throw new TypeError(`a message is plain data, and ${value.constructor.name} cannot be frozen`);
  }
  // An object gets no mark the first time, because most messages are sent once. The mark is set
  // before the walk, so that it also ends a cycle.
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
