/** Describes a file that breaks one rule, and the words with which the rule must answer. */
export interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly source: string;
  readonly advice: string;
}

/** Plants an import that `npm run architecture` must refuse. At least one per rule. */
export const importViolations: readonly Violation[] = [
  {
    rule: 'imports-point-down/protocol',
    file: 'packages/protocol/src/planted-up.ts',
    source:
      "import type { crypto } from '@quorate/crypto';\nexport type Planted = typeof crypto;\n",
    advice: 'Move the shared piece down',
  },
  {
    rule: 'imports-point-down/crypto',
    file: 'packages/crypto/src/planted-up.ts',
    source: "export { core } from '@quorate/core';\n",
    advice: 'crypto may import protocol.',
  },
  {
    rule: 'imports-point-down/core',
    file: 'packages/core/src/planted-up.ts',
    source: "import { storage } from '@quorate/storage';\nexport const planted = storage;\n",
    advice: 'core may import protocol, crypto.',
  },
  {
    rule: 'imports-point-down/storage',
    file: 'packages/storage/src/planted-sideways.ts',
    source:
      "import type { transport } from '@quorate/transport';\nexport type Planted = typeof transport;\n",
    advice: 'storage may import protocol.',
  },
  {
    rule: 'imports-point-down/transport',
    file: 'packages/transport/src/planted-sideways.test.ts',
    source: "import { storage } from '@quorate/storage';\nexport const planted = storage;\n",
    advice: 'transport may import protocol.',
  },
  {
    rule: 'imports-point-down/network',
    file: 'packages/network/src/planted-sideways.ts',
    source: "export type Planted = import('@quorate/actors').Clock;\n",
    advice: 'let a higher package pass it in',
  },
  {
    rule: 'imports-point-down/byzantine',
    file: 'packages/byzantine/src/planted-sideways.ts',
    source: "export type Planted = import('@quorate/network').LinkModel;\n",
    advice: 'byzantine may import protocol, crypto, core, transport.',
  },
  {
    rule: 'imports-point-down/actors',
    file: 'packages/actors/src/planted-up.ts',
    source: "export type Planted = import('@quorate/simulator').Simulator;\n",
    advice: 'take what you need as an argument',
  },
  {
    rule: 'imports-point-down/simulator',
    file: 'packages/simulator/src/planted-sideways.ts',
    source: "export const planted = await import('@quorate/devnet');\n",
    advice: 'let a higher package pass it in',
  },
  {
    rule: 'imports-point-down/fuzzer',
    file: 'packages/fuzzer/src/planted-sideways.ts',
    source: "export const planted = await import('@quorate/devnet');\n",
    advice: 'fuzzer may import protocol, crypto, core, network, simulator.',
  },
  {
    rule: 'imports-point-down/mutants',
    file: 'packages/mutants/src/planted-up.ts',
    source: "export type Planted = import('@quorate/simulator').Scenario;\n",
    advice: 'mutants may import protocol, crypto, core.',
  },
  {
    rule: 'imports-point-down/client',
    file: 'packages/client/src/planted-sideways.ts',
    source: "import { devnet } from '@quorate/devnet';\nexport const planted = devnet;\n",
    advice: 'client may import',
  },
  {
    rule: 'imports-point-down/devnet',
    file: 'packages/devnet/src/planted-sideways.ts',
    source: "import { simulator } from '@quorate/simulator';\nexport const planted = simulator;\n",
    advice: 'devnet may import',
  },
  {
    rule: 'imports-point-down/cli',
    file: 'packages/cli/src/planted-unranked.ts',
    source: "import { planted } from '../../unranked/src/planted.ts';\nexport { planted };\n",
    advice: 'cli may import',
  },
  {
    rule: 'imports-point-down/unranked',
    file: 'packages/unranked/src/planted.ts',
    source: "import { core } from '@quorate/core';\nexport const planted = core;\n",
    advice: 'Give it a line in the table',
  },
  {
    rule: 'imports-point-down/testkit',
    file: 'packages/testkit/src/planted-up.ts',
    source: "import { actors } from '@quorate/actors';\nexport const planted = actors;\n",
    advice: 'testkit may import protocol, crypto, core.',
  },
  {
    rule: 'pure-libraries/protocol',
    file: 'packages/protocol/src/planted-library.ts',
    source: "import type { Document } from 'yaml';\nexport type Planted = Document;\n",
    advice: 'Write the few lines by hand',
  },
  {
    rule: 'pure-libraries/core',
    file: 'packages/core/src/planted-library.ts',
    source: "import { createMachine } from 'xstate';\nexport const planted = createMachine;\n",
    advice: 'Of npm core may use nothing',
  },
  {
    rule: 'pure-builtins',
    file: 'packages/core/src/planted-builtin.ts',
    source: "import { readFileSync } from 'node:fs';\nexport const planted = readFileSync;\n",
    advice: 'Return an effect',
  },
  {
    rule: 'pure-builtins',
    file: 'packages/protocol/src/planted-builtin.ts',
    source: "import { Buffer } from 'buffer';\nexport const planted = Buffer;\n",
    advice: 'protocol and core touch no host',
  },
  {
    rule: 'types-only/core-to-crypto',
    file: 'packages/core/src/planted-value.ts',
    source: "import { crypto } from '@quorate/crypto';\nexport const planted = crypto;\n",
    advice: 'Use `import type`',
  },
  {
    rule: 'types-only/core-to-crypto',
    file: 'packages/core/src/planted-value-beside-type.ts',
    source:
      "import type { Crypto } from '@quorate/crypto';\n" +
      "import { crypto } from '@quorate/crypto';\nexport const planted: Crypto = crypto;\n",
    advice: 'Use `import type`',
  },
  {
    rule: 'types-only/ports-to-protocol',
    file: 'packages/transport/src/planted-value.ts',
    source:
      "import { type Protocol, protocol } from '@quorate/protocol';\n" +
      'export const planted: Protocol = protocol;\n',
    advice: 'take a codec as an option',
  },
  {
    rule: 'public-face',
    file: 'packages/actors/src/planted-inside.ts',
    source: "import { step } from '@quorate/core/src/step.ts';\nexport const planted = step;\n",
    advice: 'use what its index.ts exports',
  },
  {
    rule: 'public-face',
    file: 'packages/actors/src/planted-relative-inside.ts',
    source: "import { step } from '../../core/src/step.ts';\nexport const planted = step;\n",
    advice: 'never reach into the folder',
  },
  {
    rule: 'public-face',
    file: 'packages/actors/src/planted-built.ts',
    source: "import { step } from '../../core/dist/step.js';\nexport const planted = step;\n",
    advice: 'use what its index.ts exports',
  },
  {
    rule: 'public-face/tests',
    file: 'test/planted-inside.ts',
    source: "import { step } from '../packages/core/src/step.ts';\nexport const planted = step;\n",
    advice: 'belongs beside the file it tests',
  },
  {
    rule: 'public-face/by-name',
    file: 'packages/actors/src/planted-relative.ts',
    source: "import { core } from '../../core/src/index.ts';\nexport const planted = core;\n",
    advice: 'Write `@quorate/<package>`',
  },
  {
    rule: 'own-index',
    file: 'packages/core/src/planted-own-index.ts',
    source: "import type { Core } from './index.ts';\nexport type Planted = Core;\n",
    advice: 'import the file that holds the thing',
  },
  {
    rule: 'own-index',
    file: 'packages/crypto/src/planted-own-name.ts',
    source: "import { crypto } from '@quorate/crypto';\nexport const planted = crypto;\n",
    advice: 'import the file that holds the thing',
  },
  {
    rule: 'no-cycles',
    file: 'packages/storage/src/planted-cycle.ts',
    source: "import type { Back } from './planted-way-back.ts';\nexport type Planted = Back | 1;\n",
    advice: 'types included, cannot be read one at a time. Move what both need into a third file',
  },
  {
    rule: 'testkit-is-for-tests',
    file: 'packages/actors/src/planted-testkit.ts',
    source: "import { testkit } from '@quorate/testkit';\nexport const planted = testkit;\n",
    advice: 'testkit is imported by *.test.ts files',
  },
  {
    rule: 'test-libraries-are-for-tests',
    file: 'packages/cli/src/planted-vitest.ts',
    source: "import { expect } from 'vitest';\nexport const planted = expect;\n",
    advice: 'Move the check into a *.test.ts file',
  },
  {
    rule: 'undici-in-parts',
    file: 'packages/devnet/src/planted-undici.ts',
    source: "import { Pool } from 'undici';\nexport const planted = Pool;\n",
    advice: 'Import those, or types alone.',
  },
  {
    rule: 'only-what-generates-uses-fast-check',
    file: 'packages/actors/src/planted-fast-check.ts',
    source:
      "import type { Arbitrary } from 'fast-check';\nexport type Planted = Arbitrary<number>;\n",
    advice: 'Move the check into a *.test.ts file',
  },
  {
    rule: 'laws-are-for-tests',
    file: 'packages/storage/src/planted-laws-user.ts',
    source: "export { laws } from './fixture-laws.ts';\n",
    advice: 'Export it as `@quorate/<package>/laws`',
  },
  {
    rule: 'tests-are-not-imported',
    file: 'packages/core/src/planted-test-user.test.ts',
    source: "export { tested } from './fixture.test.ts';\n",
    advice: 'into testkit',
  },
  {
    rule: 'test-helpers-are-for-tests',
    file: 'packages/crypto/src/planted-helper-user.ts',
    source: "export { helper } from '../test/helper.ts';\n",
    advice: 'Move what production code needs into src/',
  },
  {
    rule: 'resolvable',
    file: 'packages/protocol/src/planted-unresolvable.ts',
    source: "export { nothing } from './no-such-file.ts';\n",
    advice: 'Correct the path',
  },
];

/** Files that planted files import, and that no rule refuses by themselves. */
export const companions: readonly Pick<Violation, 'file' | 'source'>[] = [
  {
    file: 'packages/storage/src/planted-way-back.ts',
    source: "import type { Planted } from './planted-cycle.ts';\nexport type Back = Planted | 2;\n",
  },
];

/** Plants code that Biome must refuse: at least one for each plugin, and for each way around it. */
export const lintViolations: readonly Violation[] = [
  {
    rule: 'no-random',
    file: 'packages/simulator/src/planted-random.ts',
    source: 'export const planted = Math.random();\n',
    advice: "Draw from a named stream of the simulator's rng",
  },
  {
    rule: 'no-random',
    file: 'packages/core/src/planted-random-alias.ts',
    source: 'const { random } = Math;\nexport const planted = random;\n',
    advice: 'take the value as an argument',
  },
  {
    rule: 'no-default-order',
    file: 'packages/protocol/src/planted-sort.ts',
    source: 'export const planted = (list: number[]) => list.sort();\n',
    advice: 'Pass a comparator',
  },
  {
    rule: 'no-default-order',
    file: 'packages/core/src/planted-to-sorted.ts',
    source: 'export const planted = (list?: readonly number[]) => list?.toSorted();\n',
    advice: 'Pass a comparator',
  },
  {
    rule: 'no-default-order',
    file: 'packages/simulator/src/planted-locale.ts',
    source: 'export const planted = (a: string, b: string) => a.localeCompare(b);\n',
    advice: 'never by locale',
  },
  {
    rule: 'no-ambient-time',
    file: 'packages/transport/src/planted-timeout.ts',
    source: 'export const planted = () => AbortSignal.timeout(5);\n',
    advice: 'Take a clock as an argument',
  },
  {
    rule: 'no-async',
    file: 'packages/core/src/planted-async.ts',
    source: 'export const planted = async () => 1;\n',
    advice: 'Return an effect',
  },
  {
    rule: 'no-async',
    file: 'packages/protocol/src/planted-await.ts',
    source: 'export const planted = await globalThing;\n',
    advice: 'take the answer as a later message',
  },
  {
    rule: 'no-async',
    file: 'packages/core/src/planted-async-method.ts',
    source: 'export class Planted {\n  static async plant() {\n    return 1;\n  }\n}\n',
    advice: 'protocol and core are synchronous',
  },
  {
    rule: 'lint/style/noRestrictedImports',
    file: 'packages/storage/src/planted-timers.ts',
    source:
      "import { setTimeout } from 'node:timers/promises';\nexport const planted = setTimeout;\n",
    advice: 'Set a timer on the injected clock',
  },
  {
    rule: 'lint/style/noRestrictedImports',
    file: 'packages/crypto/src/planted-bytes.ts',
    source: "import { randomBytes } from 'node:crypto';\nexport const planted = randomBytes;\n",
    advice: 'Only the deterministic parts of node:crypto',
  },
  {
    rule: 'lint/nursery/noFloatingPromises',
    file: 'packages/devnet/src/planted-floating.ts',
    source:
      'const work = async (): Promise<number> => 1;\nexport function planted(): void {\n  work();\n}\n',
    advice: 'Promise',
  },
  {
    rule: 'lint/suspicious/noExplicitAny',
    file: 'packages/cli/src/planted-any.ts',
    source: 'export const planted = (value: any): unknown => value;\n',
    advice: 'Unexpected any',
  },
  {
    rule: 'lint/suspicious/noConsole',
    file: 'packages/devnet/src/planted-console.ts',
    source: 'export const planted = () => console.log(1);\n',
    advice: "Don't use console",
  },
];

/** Names a global that may not be used, and the words with which the linter must answer. */
export interface DeniedGlobal {
  readonly global: string;
  readonly advice: string;
}

const CLOCK = 'Take `now` from the injected clock';
const TIMER = 'Set a timer on the injected clock';

/** Lists the globals that no package below devnet may name. */
export const timelessGlobals: readonly DeniedGlobal[] = [
  { global: 'Date', advice: CLOCK },
  { global: 'performance', advice: CLOCK },
  { global: 'setTimeout', advice: TIMER },
  { global: 'setInterval', advice: TIMER },
  { global: 'setImmediate', advice: TIMER },
  { global: 'queueMicrotask', advice: TIMER },
  { global: 'crypto', advice: 'Draw from a named stream' },
  { global: 'process', advice: 'Take what you need as an option' },
  { global: 'globalThis', advice: 'Name what you need as an argument' },
];

/** Lists the globals that protocol and core may not name either. */
export const pureGlobals: readonly DeniedGlobal[] = [
  { global: 'Promise', advice: 'return an effect' },
  { global: 'fetch', advice: 'Return a Send effect' },
  { global: 'console', advice: 'Return the fact as a result' },
];
