import { expect, test } from 'vitest';
import { isCalm } from '../../support/app/machine-calm.ts';

test.each([
  ['two processors of which one stood idle', 30_000, true],
  ['a quarter of both left over', 15_000, true],
  ['less than a quarter left over', 14_999, false],
  ['nothing left over', 0, false],
])('a machine with %s in 30 seconds is calm: %s ms idle', (_what, idle, calm) => {
  expect(isCalm(idle, 30_000, 2)).toBe(calm);
});
