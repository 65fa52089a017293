import type { VNode } from 'preact';

interface ButtonProps {
  readonly word: string;
  /** What it is done to, where several buttons have the same word. */
  readonly of?: string;
  readonly doing: () => void;
}

/** Does something when it is pressed. */
export function Button({ word, of, doing }: ButtonProps): VNode {
  const label = of === undefined ? word : `${word} ${of}`;
  return (
    <button type="button" aria-label={label} onClick={doing}>
      {word}
    </button>
  );
}
