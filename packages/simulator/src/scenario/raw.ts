/** An integer as the file states it: a number if that is exact, otherwise text. */
export type RawInteger = number | string;
