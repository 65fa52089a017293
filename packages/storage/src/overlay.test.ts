import { describe, expect, it } from 'vitest';
import { createOverlay } from './overlay.ts';

describe('an overlay', () => {
  it('keeps what was written again while earlier entries went to disk', () => {
    const overlay = createOverlay<number>();
    for (const key of ['again', 'gone', 'once']) overlay.write({ type: 'Put', key, value: 1 });
    const flushed = overlay.entries();
    overlay.write({ type: 'Put', key: 'again', value: 2 });
    overlay.write({ type: 'Delete', key: 'gone' });
    overlay.settle(flushed);
    expect(overlay.entries()).toEqual([
      ['again', { isDeleted: false, value: 2 }],
      ['gone', { isDeleted: true, value: undefined }],
    ]);
  });

  it('keeps a row that was written again with the value that went to disk', () => {
    const overlay = createOverlay<number>();
    overlay.write({ type: 'Put', key: 'a', value: 1 });
    const first = overlay.entries();
    overlay.write({ type: 'Delete', key: 'a' });
    overlay.write({ type: 'Put', key: 'a', value: 1 });
    overlay.settle(first);
    expect(overlay.get('a')?.value).toBe(1);
  });
});
