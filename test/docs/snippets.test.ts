import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Devnet, startDevnet } from '@quorate/devnet';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../built-command.ts';

/** The snippets of a page, one after the other as a reader would add them to a file. */
function snippetsOf(page: string): string {
  const fences = readFileSync(join(ROOT, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm);
  return [...fences].map(([, code]) => code).join('\n');
}

/** Uses what the snippets of docs/client.md leave behind. */
const LAST = `
const careful = createWallet({
  client,
  signer: signerOf(bob.secretKey),
  networkId,
  outbox: fileOutbox('outbox-of-bob.json'),
  trusted,
});
const recipient = parseAddress(alice.address);
const { envelope } = await careful.transact([
  { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount: 1n, userData: null },
]);
const nonce: bigint = envelope.transaction.transaction.nonce;
console.log(String(nonce), gold);
`;

const options = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  noEmitOnError: true,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
};

const host = ts.createCompilerHost(options);
const { getSourceFile } = host;
/** What all programs have in common: libraries and declarations, which take longest to read. */
const shared = new Map<string, ReturnType<typeof getSourceFile>>();
host.getSourceFile = (name, ...how) => {
  if (dirname(name) === cwd) return getSourceFile(name, ...how);
  const file = shared.get(name) ?? getSourceFile(name, ...how);
  shared.set(name, file);
  return file;
};

const cwd = mkdtempSync(join(tmpdir(), 'quorate-snippets-'));
symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(async () => {
  await devnet.close();
  rmSync(cwd, { recursive: true });
});

/** Compiles a file, and gives what the compiler has against it. */
function complaints(name: string, code: string): readonly string[] {
  const file = join(cwd, name);
  writeFileSync(file, code);
  const program = ts.createProgram([file], options, host);
  program.emit(program.getSourceFile(file));
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Runs a file of the folder, and gives what it has printed. */
async function run(file: string) {
  const child = spawn(process.execPath, [file], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, wrong] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { said, wrong };
}

describe('the snippets of a page', () => {
  it('about the client compile, and run against a devnet', async () => {
    expect(complaints('client.ts', `${snippetsOf('docs/client.md')}${LAST}`)).toEqual([]);
    mkdirSync(join(cwd, '.quorate'));
    const { rest, networkId, accounts } = devnet;
    const known = accounts.map(({ address, secretKey }) => ({ address, secretKey }));
    writeFileSync(
      join(cwd, '.quorate/devnet.json'),
      JSON.stringify({ rest, networkId, accounts: known }),
    );
    const { said, wrong } = await run('client.js');
    expect(wrong).toBe('');
    expect(said).toMatch(
      /^Completed\nIncompleteMultiSig\nSuccess\ntrue\n[0-9a-f]{64}\n0 [0-9a-f]{64}\n$/,
    );
  });

  it('about the devnet compile, and tell a test where it is', () => {
    expect(complaints('set-up.ts', snippetsOf('docs/devnet.md'))).toEqual([]);
    const told =
      "import './set-up.js';\nimport { inject } from 'vitest';\nexport const told: string = inject('rest');\n";
    expect(complaints('told.ts', told)).toEqual([]);
  });

  it('about two payments at one nonce decides which of them settles', async () => {
    const [, program = ''] =
      /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/devnet.md'), 'utf8')) ?? [];
    writeFileSync(join(cwd, 'two.js'), program);
    expect(await run('two.js')).toEqual({ said: 'rejected fulfilled\n', wrong: '' });
  });

  it('that are wrong are found', () => {
    const code = "import { createClient } from '@quorate/client';\ncreateClient({ uri: '' });\n";
    expect(complaints('wrong.ts', code)).toEqual([expect.stringContaining("'uri' does not exist")]);
  });
});
