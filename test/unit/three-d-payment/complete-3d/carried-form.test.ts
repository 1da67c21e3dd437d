import { expect, test } from 'vitest';
import { canCarry, carriedIn, carry } from '../../../../functions/three-d-payment/complete-3d/carried-form.ts';

const MOST_BYTES = 64 * 1024;
const posted = (form: Buffer): Buffer => Buffer.from(carry(form).join('='));

test('A form of 64 kB goes on in a field of ours, byte by byte; a longer one and an empty one do not', () => {
  const form = Buffer.alloc(MOST_BYTES, 0xfd);
  expect(canCarry(form)).toBe(true);
  expect(carriedIn(posted(form))).toEqual(form);
  const longer = Buffer.alloc(MOST_BYTES + 1, 0xfd);
  expect(canCarry(longer)).toBe(false);
  expect(carriedIn(posted(longer))).toBeUndefined();
  expect(canCarry(Buffer.alloc(0))).toBe(false);
});

test.each(['', 'callback=', 'callback=a+b', 'callback=YQ&x=1', 'x=1&callback=YQ', 'other=YQ'])(
  'A form that says %j carries none',
  (form) => expect(carriedIn(Buffer.from(form))).toBeUndefined(),
);
