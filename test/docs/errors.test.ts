import {
  ERROR_CATALOGUE,
  type ErrorEntry,
  REST_STATUS,
  type RejectionCode,
} from '@quorate/protocol';
import { expect, it } from 'vitest';

const HEAD = `# Errors

What a validator or proxy refuses, and what to do about it. This page is printed from the table that
the code answers from (\`packages/protocol/src/error-catalogue.ts\`); \`npx vitest run test/docs -u\`
prints it anew.

- JSON-RPC: \`code\` and \`message\` as below; \`data\` is a text holding JSON, an object with the name of
  the error over its facts: \`{"UnexpectedNonce":{"tx_nonce":0,"expected_nonce":1}}\`.
- REST: \`error.code\` and the HTTP status as below. \`error.details\` holds the facts of
  \`INVALID_REQUEST\` and \`UNEXPECTED_NONCE\` directly, and all others under the name of the error.
- Integers in facts are JSON numbers with every digit, whatever their size.
- A refusal changes nothing. "Retry" says whether the same signed bytes can succeed later; bytes signed
  anew at the same nonce are another transaction.

| error | JSON-RPC | REST | facts | retry |
|---|---|---|---|---|`;

type AnyEntry = ErrorEntry<RejectionCode>;

function printed(): string {
  const entries = Object.entries(ERROR_CATALOGUE) as unknown as readonly [string, AnyEntry][];
  const rows = entries.map(([code, entry]) => row(code, entry));
  const sections = entries.map(([code, entry]) => section(code, entry));
  return `${[HEAD, ...rows].join('\n')}\n\n${sections.join('\n\n')}\n`;
}

function row(code: string, { rpc, rest, restElsewhere, details, retry }: AnyEntry): string {
  const facts = Object.keys(details).map((field) => `\`${field}\``);
  const link = `[${code}](#${code.toLowerCase()})`;
  const rests = [rest, ...(restElsewhere === undefined ? [] : [restElsewhere.rest])].map(restOf);
  return `| ${link} | ${rpc} | ${rests.join(' or ')} | ${facts.join(', ')} | ${retry} |`;
}

function restOf(rest: AnyEntry['rest']): string {
  return `${REST_STATUS[rest]} \`${rest}\``;
}

function section(code: string, { meaning, remedy, restElsewhere }: AnyEntry): string {
  const rules = Object.entries(meaning).map(([rule, sentence]) => `- ${rule}: ${sentence}`);
  const elsewhere = restElsewhere === undefined ? [] : ['', elsewhereOf(restElsewhere)];
  return [`## ${code}`, '', ...rules, ...elsewhere, '', remedy].join('\n');
}

function elsewhereOf({ rest, where }: NonNullable<AnyEntry['restElsewhere']>): string {
  return `Over REST it is ${restOf(rest)} where ${where}.`;
}

it('docs/errors.md is what the catalogue prints', async () => {
  await expect(printed()).toMatchFileSnapshot('../../docs/errors.md');
});
