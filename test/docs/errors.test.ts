import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ERROR_CATALOGUE,
  type ErrorEntry,
  REST_STATUS,
  type RejectionCode,
} from '@quorate/protocol';
import { expect, it } from 'vitest';

const HEAD = `# Errors

What a validator or proxy refuses, and what to do about it. This page is generated from the table that
the code itself uses (\`packages/protocol/src/interface/error-catalogue.ts\`); \`npx vitest run test/docs -u\`
prints it again.

- JSON-RPC: \`code\` and \`message\` as below; \`data\` is a string that contains JSON: an object with
  the name of the error as its key, and the facts below it: \`{"UnexpectedNonce":{"tx_nonce":0,"expected_nonce":1}}\`.
- REST: \`error.code\` and the HTTP status as below. \`error.details\` holds the facts of
  \`INVALID_REQUEST\` and \`UNEXPECTED_NONCE\` directly, and those of all others under the name of the error.
- Integers in facts are JSON numbers with every digit, whatever their size.
- A refusal changes nothing. "Retry" says whether the same signed bytes can succeed later; bytes signed
  anew at the same nonce are another transaction.

Errors that do not come from a rule of the ledger have their own codes: [at the end](#other-errors).

| error | JSON-RPC | REST | facts | retry |
|---|---|---|---|---|`;

const TAIL = `## Other errors

These come from a server, not from the ledger: for what it cannot read, does not have, or gets no answer to.
Texts name the wrong field and what was expected there. \`error.details\` of REST is null unless
facts are named below.

| REST | when |
|---|---|
| 400, 403, 405, 413, 415 \`INVALID_REQUEST\` | a parameter or a body cannot be read; the \`Host\` is not one of the server’s; the path is taken with other methods, which \`Allow\` lists; the body is too large, not \`application/json\` in UTF-8, or compressed |
| 400 \`TOO_MANY_CERTIFICATES_REQUESTED\` | \`limit\` is above 200 |
| 400 \`FAUCET_AMOUNT_EXCEEDED\` | a drip exceeds what the faucet gives at once |
| 401, 403 \`FAUCET_DISABLED\` | the request lacks the token of the devnet; the faucet is off |
| 404 \`NOT_FOUND\` | there is no such certificate, job, change of committee or path; an unknown token is \`null\` |
| 429 \`FAUCET_THROTTLED\` | the faucet gave to that recipient too recently; \`retry_after_secs\` |
| 429 \`IP_RATE_LIMITED\` | the caller asks too often; \`retry_after_secs\` |
| 500 \`INTERNAL_ERROR\` | unexpected: a bug, or a failing disk |
| 502 \`UPSTREAM_ERROR\` | a drip did not arrive and will not; \`error.details\` is null, unlike for any refusal of the ledger |
| 503 \`SERVICE_UNAVAILABLE\` | the proxy is down, or gave no answer in time; the outcome of a drip is unknown |
| 503 \`QUORUM_UNREACHABLE\` | the same for a submission, which may still settle: send only the same bytes again |

| JSON-RPC | \`data\` | when |
|---|---|---|
| -32700 | what is wrong | the body is not JSON |
| -32600 | what is wrong | the JSON is not a call, or is a batch of no calls or too many; answers with HTTP 400, 403, 405, 413 and 415 have it, too |
| -32601 | the method | there is no such method at this endpoint |
| -32602 | the field, and what was expected | a parameter cannot be read |
| -32603 | absent | unexpected: a bug, or a failing disk |
| -32000 | absent | the node is down, or gave no answer in time: a submission or a drip may still settle. Or a validator does not hold the key that \`quorate_proveReadiness\` names |
| -32001 | \`FaucetDisabled\` | the request lacks the token of the devnet, or the faucet is off |
| -32003 | \`{"FaucetThrottled":"…"}\`, the message in it; absent with HTTP 429 | the faucet gave to that recipient too recently; the caller asks too often |
| -32004 | \`{"FaucetTxnFailed":"…"}\` | a drip did not arrive and will not |
| -32005 | \`{"FaucetThresholdExceeded":"…"}\` | a drip exceeds what the faucet gives at once |
| -32013 | \`TooManyCertificatesRequested\` | more than 200 certificates are asked for |

| payment | when |
|---|---|
| 400 without a code | \`to\` is not an address |
| 400 \`INVALID_PARAMS\` | another field cannot be read |
| 400 \`TOKEN_NOT_FOUND\` | there is no such token |
| 400 \`INSUFFICIENT_BALANCE\` | the wallet holds too little |
| 500 \`CHAIN_NOT_CONFIGURED\` | \`chain\` is not \`fast\` |
| 500 \`TX_FAILED\` | the transfer was refused, or has no outcome yet and is sent again: the text says which |
| 503 \`BUSY\` | nothing was sent, and nothing will be |
| another status without a code | the request lacks the token of the devnet, or the wallet is off (401, 403); the request is refused because of its headers or comes too soon, as over REST; an unexpected error (500) |

| admin interface | when |
|---|---|
| 400, 403, 405, 413, 415 \`INVALID_REQUEST\` | as over REST |
| 400 \`NODE_DOWN\` | a node that must be up is down, or did not come up: the text says why |
| 400 \`NOTHING_KEPT\` | an export, but the devnet has no data folder |
| 400 \`NOT_IN_THIS_PROCESS\` | an act of a validator in a process of its own that names other \`peers\` than \`http\` |
| 400 \`TOO_MANY\` | as many faults are in effect as may be: end some first |
| 400 \`UNABLE\` | a validator in a process of its own could not do it: the text says why |
| 400 \`DiskFull\`, \`NotWritable\`, \`TooManyOpen\`, \`UnreadableData\`, \`DataInUse\`, \`EADDRINUSE\` and the like | a disk, a folder, a store, a port or a lack of open files stands in the way |
| 401, 403 \`FORBIDDEN\` | the request lacks the token of the devnet, or comes from a page of another origin |
| 404 \`NOT_FOUND\` | there is no such validator, snapshot, fault, transaction or path |
| 408 \`TIMEOUT\` | the condition was not met in time |
| 429 \`TOO_MANY_READERS\` | as many read events as may at once: end one of them first |
| 429 \`IP_RATE_LIMITED\` | the caller asks too often |
| 500 \`INTERNAL_ERROR\` | unexpected |
| 503 \`SERVICE_UNAVAILABLE\` | the devnet is shutting down |`;

type AnyEntry = ErrorEntry<RejectionCode>;

function printed(): string {
  const entries = Object.entries(ERROR_CATALOGUE) as unknown as readonly [string, AnyEntry][];
  const rows = entries.map(([code, entry]) => row(code, entry));
  const sections = entries.map(([code, entry]) => section(code, entry));
  return `${[HEAD, ...rows].join('\n')}\n\n${[...sections, TAIL].join('\n\n')}\n`;
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

/** Error names of the system and Node.js, signals, methods of HTTP, and a token. */
const NO_CODE = /^(?:E[A-Z]+|EAI_AGAIN|ERR_FS_EISDIR|SIG[A-Z]+|GET|HEAD|POST|DELETE|OPTIONS|USDC)$/;

/** Every code that is written out where the devnet is served: in capitals, or a number of JSON-RPC. */
function codesServed(): readonly string[] {
  const root = join(import.meta.dirname, '../../packages/devnet/src');
  // The page in the browser answers nobody.
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('page'),
  );
  const codes = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\*|\/\/).*$/gm, '');
    return text.match(/(?<=')[A-Z]{2,}(?:_[A-Z]+)*(?=')|-32\d{3}\b/g) ?? [];
  });
  return [...new Set(codes)].filter((code) => !NO_CODE.test(code));
}

it('docs/errors.md tells every code that the interfaces of a devnet answer with', () => {
  const page = printed();
  const codes = codesServed();
  expect(codes).toEqual(expect.arrayContaining(['NOT_FOUND', 'TX_FAILED', 'FORBIDDEN', '-32013']));
  expect(codes.filter((code) => !page.includes(code))).toEqual([]);
});

it('docs/errors.md is what the catalogue prints', async () => {
  await expect(printed()).toMatchFileSnapshot('../../docs/errors.md');
});
