/** What was frozen all the way down, so that a transaction sent to a whole committee is walked once. */
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
  freezeDeep(message);
  return message;
}

function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (frozen.has(value) || ArrayBuffer.isView(value)) return;
  if (value instanceof Map || value instanceof Set) {
    throw new TypeError(`a message is plain data, and ${value.constructor.name} cannot be frozen`);
  }
  Object.freeze(value);
  // Marked before the walk, so that a cycle ends.
  frozen.add(value);
  for (const part of Object.values(value)) freezeDeep(part);
}
