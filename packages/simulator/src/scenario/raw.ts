/** An integer as the file states it: a number if that is exact, otherwise text. */
export type RawInteger = number | string;

/**
 * A value as the file states it: integers are numbers or text, and a key that may be undefined may
 * be left out.
 */
export type Raw<T> = T extends bigint
  ? RawInteger
  : T extends readonly (infer Item)[]
    ? readonly Raw<Item>[]
    : T extends object
      ? RawKeys<T>
      : T;

type RawKeys<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: Raw<T[K]>;
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Raw<Exclude<T[K], undefined>>;
};

/** A mapping in which these keys may be left out, because they have defaults. */
export type WithDefaults<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
