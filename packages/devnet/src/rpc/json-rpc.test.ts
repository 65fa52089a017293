import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '@quorate/protocol';
import { collectGarbage } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  answerRpc,
  BATCH_MAX,
  type RpcMethod,
  type RpcMethods,
  withOlderNames,
} from './json-rpc.ts';
import { RpcError } from './rpc-error.ts';

const METHODS: RpcMethods = {
  echo: (params) => Promise.resolve({ ...params }),
  fail: () => Promise.reject(new RpcError(-32000, 'expected nonce is 1 but tx has 0', '"data"')),
  break: () => Promise.reject(new Error('/root/secret.ts: a bug')),
};

async function answer(
  body: string | undefined,
  unforeseen: unknown[] = [],
): Promise<JsonValue | undefined> {
  const text = await answerRpc(body, METHODS, (failure) => unforeseen.push(failure));
  return text === undefined ? undefined : parseJson(text);
}

function call(fields: Record<string, JsonValue>): string {
  return stringifyJson({ jsonrpc: '2.0', id: 1, method: 'echo', ...fields });
}

function failed(code: number, id: JsonValue = null): JsonObject {
  return { jsonrpc: '2.0', id, error: expect.objectContaining({ code }) };
}

describe('answerRpc', () => {
  it('holds nothing of a body but its text while its caller waits', async () => {
    const held: WeakRef<JsonObject>[] = [];
    let end = (): void => undefined;
    const until = new Promise<null>((resolve) => {
      end = () => resolve(null);
    });
    const wait: RpcMethod = (params) => {
      held.push(new WeakRef(params['unread'] as JsonObject));
      return until;
    };
    const body = call({ method: 'wait', params: { unread: { a: 1 } } });
    const answers = [body, `[${body},${body}]`].map((each) => answerRpc(each, { wait }, vi.fn()));
    await collectGarbage();
    expect(held.map((each) => each.deref())).toEqual([undefined, undefined, undefined]);
    end();
    const answered = { jsonrpc: '2.0', id: 1, result: null };
    expect((await Promise.all(answers)).map((each) => parseJson(each ?? ''))).toEqual([
      answered,
      [answered, answered],
    ]);
  });

  it('says what bytes have to be that are not text', async () => {
    const error = { code: -32700, message: 'Parse error', data: 'body: expected UTF-8' };
    expect(await answer(undefined)).toEqual({ jsonrpc: '2.0', id: null, error });
  });

  it('answers with the id of the call, whatever its type, and integers of any size', async () => {
    const ids = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 128n }),
      fc.constant(null),
      fc.constant(1.5),
    );
    await fc.assert(
      fc.asyncProperty(ids, fc.bigInt({ min: 2n ** 60n, max: 2n ** 64n }), async (id, value) => {
        const answered = await answer(call({ id, params: { value } }));
        expect(answered).toEqual({ jsonrpc: '2.0', id, result: { value } });
      }),
    );
  });

  it.each([
    '1.0',
    '-0',
    '-0.0',
    '1e3',
    '1e30',
    '-12.50e1',
    '0.1000000000000000055511151231257827',
    '12345678901234567890.5',
    '1e-400',
    '1E999999999',
    `1${'0'.repeat(100)}`,
  ])('answers the id %s as it is written, which no other number is', async (id) => {
    const one = `{"jsonrpc": "2.0", "method": "echo", "params": {"id": "1.0"}, "id" : ${id} }`;
    const answered = `{"jsonrpc":"2.0","id":${id},"result":{"id":"1.0"}}`;
    const respond = (body: string) => answerRpc(body, METHODS, () => undefined);
    expect(await respond(one)).toBe(answered);
    const batch = `[${one}, ${call({ params: { id: '1.0' } })}]`;
    expect(await respond(batch)).toBe(
      `[${answered},{"jsonrpc":"2.0","id":1,"result":{"id":"1.0"}}]`,
    );
    expect(await respond(`[1,${one}]`)).toContain(answered);
    const failing = await respond(one.replace('echo', 'fail'));
    expect(failing).toContain(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,`);
  });

  it('takes absent params and an empty list for none', async () => {
    for (const params of [{}, { params: [] }, { params: null }]) {
      expect(await answer(call(params))).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    }
  });

  it.each([
    ['{', -32700, null],
    ['', -32700, null],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"echo"}', -32602, 2],
    ['{"jsonrpc":"2.0","id":7,"method":"echo","params":{"nonce":1.0}}', -32602, 7],
    ['[]', -32600, null],
    ['1', -32600, null],
    ['null', -32600, null],
    [call({ jsonrpc: '1.0' }), -32600, 1],
    [call({ id: {} }), -32600, null],
    [call({ id: true }), -32600, null],
    [call({ method: 1 }), -32600, 1],
    [call({ params: 'all' }), -32600, 1],
    [call({ params: [1] }), -32602, 1],
    [call({ method: 'nothing' }), -32601, 1],
    [call({ method: 'toString' }), -32601, 1],
    [call({ method: '__proto__' }), -32601, 1],
    [call({ method: 'fail' }), -32000, 1],
    [call({ method: 'break' }), -32603, 1],
  ])('answers %s with %i', async (body, code, id) => {
    expect(await answer(body)).toEqual(failed(code, id));
  });

  it('passes on what a method says of a failure, and hides unforeseen errors', async () => {
    const unforeseen: unknown[] = [];
    expect(await answer(call({ method: 'fail' }), unforeseen)).toMatchObject({
      error: { message: 'expected nonce is 1 but tx has 0', data: '"data"' },
    });
    expect(unforeseen).toEqual([]);
    const hidden = await answer(call({ method: 'break' }), unforeseen);
    expect(hidden).toMatchObject({ error: { code: -32603, message: 'Internal error' } });
    expect(stringifyJson(hidden as JsonValue)).not.toContain('secret');
    expect(unforeseen).toHaveLength(1);
  });

  it('has no answer to notifications, failed ones included', async () => {
    for (const method of ['echo', 'fail', 'nothing']) {
      expect(await answer(stringifyJson({ jsonrpc: '2.0', method }))).toBeUndefined();
    }
    expect(await answer(`[${stringifyJson({ jsonrpc: '2.0', method: 'echo' })}]`)).toBeUndefined();
  });

  it('answers every call of a batch but its notifications', async () => {
    const notification = stringifyJson({ jsonrpc: '2.0', method: 'echo' });
    const batch = `[${call({ id: 'a' })},${notification},1,${call({ id: 'b', method: 'fail' })}]`;
    expect(await answer(batch)).toEqual([
      { jsonrpc: '2.0', id: 'a', result: {} },
      failed(-32600),
      failed(-32000, 'b'),
    ]);
  });

  it('refuses a batch that is too long', async () => {
    const batch = (length: number) => `[${Array.from({ length }, () => call({})).join(',')}]`;
    expect(await answer(batch(BATCH_MAX))).toHaveLength(BATCH_MAX);
    expect(await answer(batch(BATCH_MAX + 1))).toEqual(failed(-32600));
  });

  describe('where a body is JSON but says something twice, or is not as integers are written', () => {
    /** A call that is refused for its parameters alone. */
    const twice = (head: string) =>
      `{"jsonrpc":"2.0",${head}"method":"echo","params":{"a":1,"a":2}}`;

    it.each([
      '9007199254740993',
      '-9007199254740993',
      `1${'0'.repeat(100)}`,
      '1.0',
      '1.50',
      '"9007199254740993"',
      '"\\"}],{\\\\"',
      'null',
    ])('answers with the id %s as it was given', async (id) => {
      const text = await answerRpc(twice(`"id": ${id} ,`), METHODS, () => undefined);
      expect(text).toContain(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,`);
    });

    it('takes the last of several ids, however they are hidden', async () => {
      const text = twice(
        '"id":1,"x":{"id":[{"id":5}]},"y":"\\"id\\":6","i\\u0064":2,"__proto__":{"id":7},',
      );
      expect(await answer(text)).toEqual(failed(-32602, 2));
      expect(await answer(twice('"__proto__":{"id":7},'))).toBeUndefined();
      expect(await answer(twice('"id":{"id":7},'))).toEqual(failed(-32600));
    });

    it('has no answer to a notification', async () => {
      expect(await answer(twice(''))).toBeUndefined();
      expect(await answer(`[${twice('')},${twice('')}]`)).toBeUndefined();
    });

    it('carries out nothing of a batch and answers each of its calls by its id', async () => {
      const echo = vi.fn(() => Promise.resolve(null));
      const notification = stringifyJson({ jsonrpc: '2.0', method: 'echo' });
      const body = `[ ${call({ id: 2n ** 53n + 1n })}, ${notification},[],\n${twice('"id":"b",')} ,7,{"id":8}]`;
      const text = await answerRpc(body, { echo }, () => undefined);
      expect(parseJson(text ?? '')).toEqual([
        failed(-32602, 2n ** 53n + 1n),
        failed(-32600),
        failed(-32602, 'b'),
        failed(-32600),
        failed(-32600, 8),
      ]);
      expect(echo).not.toHaveBeenCalled();
    });

    it('refuses a batch that is too long with one answer', async () => {
      const calls = Array.from({ length: BATCH_MAX + 1 }, () => twice('"id":1,'));
      expect(await answer(`[${calls.join()}]`)).toEqual(failed(-32600));
    });

    it('takes time in proportion to the length, however nested, escaped or long a list is', async () => {
      const size = 1_000_000;
      for (const filler of [
        `${'['.repeat(size)}${']'.repeat(size)}`,
        `"${'\\\\'.repeat(size)}"`,
        `[${'"\\"",'.repeat(size / 4)}0]`,
        `[${'{},'.repeat(size / 4)}0]`,
      ]) {
        const text = await answerRpc(twice(`"x":${filler},"id":3,`), METHODS, () => undefined);
        expect(text).toContain('"id":3,');
      }
    });
  });

  it('gives every text an answer of JSON-RPC, or no answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (body) => {
        const answered = await answer(body);
        const each = Array.isArray(answered) ? answered : [answered ?? { jsonrpc: '2.0' }];
        for (const one of each) expect(one).toMatchObject({ jsonrpc: '2.0' });
      }),
    );
  });
});

describe('withOlderNames', () => {
  it('adds the names of 2025 (F6.19)', () => {
    expect(Object.keys(withOlderNames(METHODS))).toContain('set_echo');
  });
});
