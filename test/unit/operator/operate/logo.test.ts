import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { readLogo } from '../../../../functions/operator/operate/logo.ts';

test('a logo of a command is a PNG file in base64, made anew', () => {
  const read = readLogo(PNG.sync.write(new PNG({ width: 20, height: 10 })).toString('base64'));
  const made = 'value' in read ? PNG.sync.read(Buffer.from(read.value, 'base64')) : undefined;
  expect(made).toMatchObject({ width: 20, height: 10 });
});

test.each([
  ['', 'must be a PNG file in base64'],
  ['<svg onload="alert(1)"/>', 'must be a PNG file in base64'],
  [Buffer.alloc(300_001).toString('base64'), 'must be at most 300 kB'],
  [PNG.sync.write(new PNG({ width: 513, height: 1 })).toString('base64'), 'must be at most 512 by 512 pixels'],
])('what makes no logo is refused with a sentence', (text, problem) => {
  expect(readLogo(text)).toEqual({ problem });
});
