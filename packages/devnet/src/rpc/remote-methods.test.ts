import { expect, it } from 'vitest';
import type { Request } from '../nodes/asker.ts';
import { remoteMethods } from './remote-methods.ts';

/** The methods of a validator in a network that was put back as often as `put.back` says. */
function methodsWith(put: { back: number }) {
  const asked: Request[] = [];
  const asker = {
    ask(_: string, request: Request) {
      asked.push(request);
      return Promise.resolve({ type: 'TokenInfo', tokens: [] } as const);
    },
    close: () => undefined,
  };
  const methods = remoteMethods({ asker, node: 'v1', era: () => put.back });
  const call = async (era?: number) =>
    methods['quorate_getTokenInfo']?.(
      { tokenIds: [], ...(era === undefined ? {} : { era }) },
      undefined,
    );
  return { asked, call };
}

const ANSWER = { type: 'TokenInfo', tokens: [] };
const NONE = 'v1 gave no answer';

it('asks nothing that was sent before the network was put back', async () => {
  const put = { back: 0 };
  const { asked, call } = methodsWith(put);
  expect(await call(0)).toEqual(ANSWER);
  put.back = 1;
  await expect(call(0)).rejects.toThrow(NONE);
  expect(await call(1)).toEqual(ANSWER);
  // Whoever knows nothing of that, such as another network's proxy, is served.
  expect(await call()).toEqual(ANSWER);
  expect(asked).toHaveLength(3);
});
