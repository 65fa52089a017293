import { DecodeError } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { readJson, readText } from './body.ts';

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
});
