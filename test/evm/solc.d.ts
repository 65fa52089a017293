declare module 'solc' {
  const solc: {
    /** Takes and gives JSON as the compiler's documentation describes it. */
    compile(input: string): string;
  };
  export = solc;
}
