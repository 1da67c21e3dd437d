import { describe, expect, test } from 'vitest';
import { nearestName, nearestPath } from '../../../shared/domain/nearest-name.ts';

const NAMES = ['Amount', 'Currency', 'OtherTrxCode', 'IsPreAuth'];
const PATHS = ['/DealerSale/GetSale', '/DealerCustomer/GetCustomer', '/PaymentUserPos/CreateUserPosPayment'];

describe('The name that was probably meant', () => {
  test.each([
    ['amount', 'Amount', 'capitals'],
    ['Ammount', 'Amount', 'a letter too many'],
    ['Amunt', 'Amount', 'a letter too few'],
    ['OtherTrxcodes', 'OtherTrxCode', 'both'],
    ['IsPreAuht', 'IsPreAuth', 'two letters swapped'],
  ])('%s is near to %s: %s', (given, meant) => expect(nearestName(given, NAMES)).toBe(meant));

  test.each([['Total'], [''], ['Am'], ['x'.repeat(10_000)]])('%.20s is near to none', (given) =>
    expect(nearestName(given, NAMES)).toBeUndefined(),
  );

  test('of two that are near, the nearer one is meant, and of equally near ones the first', () => {
    expect(nearestName('CardNumbe', ['CardNumbers', 'CardNumber'])).toBe('CardNumber');
    expect(nearestName('CardNumbe', ['CardNumber', 'CardNumbers'])).toBe('CardNumber');
    expect(nearestName('Cart', ['Card', 'Care'])).toBe('Card');
  });

  test.each([
    ['abcd', 'abdc', 'a swap is one slip'],
    ['bacd', 'abcd', 'a swap at the front is one slip'],
    ['abcd', 'abce', 'a change is one slip'],
    ['abcd', 'bcd', 'a letter less in front is one slip'],
    ['abcdefgh', 'badcefgh', 'two swaps are two slips of eight letters'],
    ['abcdefgh', 'abxdefgx', 'two changes are two slips of eight letters'],
    ['abcdefgh', 'bcdefghi', 'a letter less in front and one more behind are two'],
  ])('%s may mean %s: %s', (given, name) => expect(nearestName(given, [name])).toBe(name));

  test.each([
    ['abcd', 'badc', 'two swaps are too many of four letters'],
    ['abcd', 'abef', 'two changes are too many of four letters'],
    ['abcdefg', 'axcdefx', 'two changes are too many of seven letters'],
    ['abcd', 'cbad', 'letters that change places over another are no neighbours'],
    ['a', 'bc', 'a change and a letter more are too many of one letter'],
    ['abcd', 'xabc', 'a letter more in front and one less behind are too many of four letters'],
    ['abcd', 'bcda', 'a letter less in front and one more behind are too many of four letters'],
    ['abcd', 'abdx', 'a letter that moved forward is no swap where another one came behind it'],
    ['abcd', 'abxc', 'a letter that moved back is no swap where another one came before it'],
    ['abcdefgh', 'xbcdxfgx', 'three changes are too many of eight letters'],
  ])('%s does not mean %s: %s', (given, name) => expect(nearestName(given, [name])).toBeUndefined());

  test('a text of 120 letters may have a slip, and a longer one is nobody’s', () => {
    expect(nearestName('x'.repeat(120), ['x'.repeat(119)])).toBe('x'.repeat(119));
    expect(nearestName('x'.repeat(121), ['x'.repeat(120)])).toBeUndefined();
  });
});

describe('The path that was probably meant', () => {
  test.each([
    ['/dealersale/getsale', '/DealerSale/GetSale'],
    ['/DealerSale/GetSales', '/DealerSale/GetSale'],
    ['/GetCustomer', '/DealerCustomer/GetCustomer'],
    ['/api/v1/PaymentUserPos/CreateUserPosPayment', '/PaymentUserPos/CreateUserPosPayment'],
    ['/Payment/CreateUserPosPaymnet', '/PaymentUserPos/CreateUserPosPayment'],
  ])('%s means %s', (given, meant) => expect(nearestPath(given, PATHS)).toBe(meant));

  test.each([['/'], ['/favicon.ico'], ['/wp-login.php'], ['/DealerSale']])('%s means none', (given) =>
    expect(nearestPath(given, PATHS)).toBeUndefined(),
  );

  test('of two paths with one last part, the one that is near as a whole is meant', () => {
    expect(nearestPath('/b/GetSalee', ['/a/GetSale', '/b/GetSale'])).toBe('/b/GetSale');
  });

  test('is none where the last part is empty', () => expect(nearestPath('/something/', ['/pay/'])).toBeUndefined());
});
