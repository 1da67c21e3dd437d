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

  test('of two that are near, the nearer one is meant', () => {
    expect(nearestName('CardNumbe', ['CardNumbers', 'CardNumber'])).toBe('CardNumber');
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
});
