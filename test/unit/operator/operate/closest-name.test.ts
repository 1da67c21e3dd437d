import { expect, test } from 'vitest';
import { closestName } from '../../../../functions/operator/operate/closest-name.ts';

const names = ['put-dealer', 'show-dealer', 'put-definition', 'void', 'dealerCode', 'version'];

test.each([
  ['put-daeler', 'put-dealer'],
  ['putdealer', 'put-dealer'],
  ['PUT-DEALER', 'put-dealer'],
  ['dealercode', 'dealerCode'],
  ['versoin', 'version'],
  ['viod', 'void'],
  ['put', undefined],
  ['x', undefined],
  ['', undefined],
  ['something-else', undefined],
])('the closest name to "%s" is %s', (given, meant) => {
  expect(closestName(given, names)).toBe(meant);
});
