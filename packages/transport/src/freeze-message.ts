/** What came frozen and was walked, so that what a whole committee is sent is walked but twice. */
const frozen = new WeakSet<object>();

/**
 * Freezes a message and everything it holds, and returns it.
 *
 * Bytes stay as they are, because the language cannot freeze a typed array: who shares bytes must
 * not write to them. Maps and sets have no place in a message; freezing would not protect them.
 *
 * @throws TypeError for a `Map` or a `Set`
 */
export function freezeMessage<M>(message: M): M {
  if (isObject(message)) freezeDeep(message);
  return message;
}

function freezeDeep(value: object): void {
  if (ArrayBuffer.isView(value)) return;
  const isKnown = Object.isFrozen(value);
  if (isKnown && frozen.has(value)) return;
  if (value instanceof Map || value instanceof Set) {
    throw new TypeError(`a message is plain data, and ${value.constructor.name} cannot be frozen`);
  }
  // A mark costs more than the walk of a message that is sent once, so what comes for the first time
  // gets none. Set before the walk, it also ends a cycle.
  if (isKnown) frozen.add(value);
  else Object.freeze(value);
  for (const key in value) {
    const part: unknown = value[key as keyof typeof value];
    if (isObject(part)) freezeDeep(part);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
