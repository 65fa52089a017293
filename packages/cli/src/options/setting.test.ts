import { formatPath, type Setting } from '@quorate/simulator';
import { Command } from 'commander';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settingOption } from './setting.ts';

const key = fc.stringMatching(/^[a-zA-Z][\w-]{0,8}$/);
const setting: fc.Arbitrary<Setting> = fc.record({
  path: fc
    .tuple(key, fc.array(fc.oneof(key, fc.string(), fc.nat()), { maxLength: 4 }))
    .map(([first, rest]) => [first, ...rest]),
  value: fc.string({ unit: 'grapheme' }),
});

it('reads settings as they are written, in their order', () => {
  fc.assert(
    fc.property(fc.array(setting, { minLength: 1, maxLength: 3 }), (settings) => {
      const words = settings.flatMap(({ path, value }) => [
        '--set',
        `${formatPath(path)}=${value}`,
      ]);
      const command = new Command().addOption(settingOption()).parse(words, { from: 'user' });
      expect(command.opts()).toEqual({ set: settings });
    }),
  );
});

it.each(['cluster', '=7', 'a..b=7', 'a[b]=7', '[0]=7', 'a.=7', 'a b=7', 'a["b\\x"]=7', 'a["b]=7'])(
  'refuses %j',
  (text) => {
    const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    const parse = () => command.addOption(settingOption()).parse(['--set', text], { from: 'user' });
    expect(parse).toThrow('Expected a place and a value, such as cluster.validators=7.');
  },
);
