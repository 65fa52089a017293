import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

interface ButtonProps {
  readonly word: string;
  /** What it is done to, where several buttons have the same word. */
  readonly of?: string | undefined;
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

interface AskedButtonProps extends ButtonProps {
  /** What one has to press as well, such as `Yes, forget all`. */
  readonly sure: string;
}

/** Does something that cannot be taken back: it asks before, in its own place. */
export function AskedButton({ word, of, sure, doing }: AskedButtonProps): VNode {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) return <Button word={word} of={of} doing={() => setAsking(true)} />;
  const act = (): void => {
    setAsking(false);
    doing();
  };
  return (
    <span class="asking">
      <Button word={sure} of={of} doing={act} />
      <Button word="No" of={of} doing={() => setAsking(false)} />
    </span>
  );
}
