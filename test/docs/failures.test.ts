import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Submission, VALIDATOR_RULES } from '@quorate/core';
import { recordRun } from '@quorate/simulator';
import { signerOf } from '@quorate/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { scenarioOf } from '../scenario-documents.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(new URL('../../docs/failures.md', import.meta.url), 'utf8');
const script = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'quorate-forensics-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The forensics of a run in which validators sign whatever they are asked to. */
const { forensics } = recordRun(
  scenarioOf({
    cluster: { validators: 4, clients: { alice: { balance: 100 }, bob: {}, carol: {} } },
    workload: [
      {
        id: 'attack',
        client: 'alice',
        steps: [
          { op: 'sign', as: 'A', to: 'bob', amount: 10, nonce: 0 },
          { op: 'sign', as: 'B', to: 'carol', amount: 10, nonce: 0 },
          { op: 'send', transaction: 'A', validators: ['v1', 'v2', 'v3'] },
          { op: 'send', transaction: 'B', validators: ['v2', 'v3', 'v4'] },
        ],
      },
    ],
  }),
  { validatorRules: { ...VALIDATOR_RULES, takeLock: ({ account }: Submission) => account } },
);
const evidence = JSON.stringify(forensics, (_, value: unknown) =>
  typeof value === 'bigint' ? `${value}` : value,
);

/** Runs the script of the document from the root, where its one library is installed. */
function verify(name: string, json: string) {
  const file = join(folder, name);
  writeFileSync(file, json);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, '--', file],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe('docs/failures.md', () => {
  it('shows a script that proves forensics again, without our packages', () => {
    expect(verify('forensics.json', evidence)).toEqual({
      status: 0,
      stdout: '(alice, nonce 0): v2 v3 signed twice, f is 1\n',
      stderr: '',
    });
  });

  it('shows a script that goes by the key of each signature, if a culprit has had two', () => {
    const later = signerOf('v2 in the next epoch');
    const { faultyMax, conflicts } = JSON.parse(evidence);
    const [{ rivals, culprits, ...of }] = conflicts;
    const [{ signatures, ...culprit }] = culprits;
    const [first, { transactionId }] = signatures;
    const { message } = rivals.find((each: typeof first) => each.transactionId === transactionId);
    const signature = later.sign(Buffer.from(message, 'hex'));
    const again = { transactionId, key: later.address, signature };
    const both = [{ ...culprit, signatures: [first, again] }];
    const two = [
      { rivals, ...of, culprits: both },
      { rivals, ...of, culprits: [] },
    ];
    expect(verify('epochs.json', JSON.stringify({ faultyMax, conflicts: two }))).toMatchObject({
      stdout:
        '(alice, nonce 0): v2 signed twice, f is 1\n(alice, nonce 0): nobody signed twice, f is 1\n',
      stderr: '',
    });
  });

  it('shows a script that believes no signature, key or nonce without proof', () => {
    const [first = ''] = /(?<="signature":")[0-9a-f]{128}/.exec(evidence) ?? [];
    const forged = evidence.replace(first, `${first.slice(0, 64)}${'00'.repeat(32)}`);
    expect(verify('forged.json', forged).stderr).toContain('nothing proves that v2 signed two');
    const moved = evidence.replace('"nonce":"0"', '"nonce":"1"');
    expect(verify('moved.json', moved).stderr).toContain('not of (alice, nonce 1)');
  });
});
