import { expect, it } from 'vitest';
import { pageSource, shippedScenario } from '../../../test/recorded-page.ts';
import { unpackRun } from '../../page/unpack-run.ts';
import { packRun } from './pack-run.ts';
import { pageData } from './page-data.ts';

it.each(['network/duplicates-and-replays.yaml', 'byzantine/two-colluding-of-four.yaml'])(
  'gives back the run that was packed, and takes less room: %s',
  (path) => {
    const data = pageData(pageSource(shippedScenario(path)));
    // JSON has no fields that are undefined.
    const text = JSON.stringify(data);
    const plain = JSON.parse(text);
    const beside = { how: ['', ''], differences: [], parting: [], outcomes: [] } as const;
    const packed = JSON.stringify(packRun({ ...data, against: { ...beside, other: data } }));
    const { against, ...own } = unpackRun(JSON.parse(packed));
    expect(own).toEqual(plain);
    expect(against).toEqual({ ...beside, other: plain });
    expect(packed.length).toBeLessThan(text.length * 2);
  },
);
