import { DecodeError } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { BRACKETS_MAX, readJson, readText } from './body.ts';

const request = (body: Uint8Array<ArrayBuffer> | string): Request =>
  new Request('http://127.0.0.1/', { method: 'POST', body });

const NOT_UTF8 = new Uint8Array([0x7b, 0x22, 0x78, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);

describe('the body of a request', () => {
  it('is read as UTF-8', async () => {
    expect(await readText(request('{"x":"é"}'))).toBe('{"x":"é"}');
    expect(await readJson(request('{"x":"é"}'))).toEqual({ x: 'é' });
  });

  it('is not JSON unless it is UTF-8', async () => {
    expect(await readText(request(NOT_UTF8))).toBeUndefined();
    await expect(readJson(request(NOT_UTF8))).rejects.toThrow(DecodeError);
    await expect(readJson(request(NOT_UTF8))).rejects.toThrow('body: expected UTF-8');
  });

  it.each(['[]', '{}', '"[{"'])('is read up to a hundred thousand brackets in %s', async (item) => {
    const many = (brackets: number): string => {
      const each = item.length / 2;
      return `[${Array.from({ length: (brackets - 1) / each }, () => item).join()}]`;
    };
    const most = item.length === 4 ? BRACKETS_MAX - 1 : BRACKETS_MAX;
    await expect(readJson(request(many(most)))).resolves.toBeInstanceOf(Array);
    const tooMany = 'body: expected at most 100000 arrays and objects';
    await expect(readJson(request(many(most + 2)))).rejects.toThrow(tooMany);
  });
});
