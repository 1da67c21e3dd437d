import { describe, expect, test } from 'vitest';
import { isAddressAllowed, isAddressOrBlock } from '../../../shared/http/source-address.ts';

describe('addresses a dealer may call from (section 5 rule 4)', () => {
  test.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['192.0.2.200', ['192.0.2.0/24']],
    ['10.9.8.7', ['192.0.2.1', '10.0.0.0/8']],
    ['192.0.2.1', ['0.0.0.0/0']],
    ['2001:db8::1', ['2001:db8::1']],
    ['2001:DB8:0:0:0:0:0:1', ['2001:db8::1']],
    ['2001:db8:ffff::1', ['2001:db8::/32']],
    ['::ffff:192.0.2.1', ['192.0.2.0/24']],
    ['::ffff:c000:0201', ['192.0.2.0/24']],
    ['192.0.2.1', ['::ffff:192.0.2.1']],
  ])('%s is allowed by %j', (address, allowed) => expect(isAddressAllowed(address, allowed)).toBe(true));

  test.each([
    ['192.0.2.1', []],
    ['192.0.2.2', ['192.0.2.1']],
    ['192.0.3.1', ['192.0.2.0/24']],
    ['2001:db9::1', ['2001:db8::/32']],
    ['2001:db8::1', ['0.0.0.0/0']],
    ['::ffff:192.0.3.1', ['192.0.2.0/24']],
  ])('%s is not allowed by %j', (address, allowed) => expect(isAddressAllowed(address, allowed)).toBe(false));

  test.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.1 ',
    '192.0.2.1, 10.0.0.1',
    '0xC0000201',
    '192.0.2.1/24',
    '::ffff:999.0.2.1',
  ])('an address that cannot be read is in no list: %j', (address) => {
    expect(isAddressAllowed(address, ['0.0.0.0/0', '::/0'])).toBe(false);
    expect(isAddressAllowed(address, 'any address')).toBe(true);
  });

  test.each(['', 'abc', '192.0.2.0/33', '192.0.2.0/', '2001:db8::/129', 'fe80::1%eth0', 'fe80::%eth0/64'])(
    'an entry that cannot be read allows nobody, and spoils no other entry: %j',
    (entry) => {
      expect(isAddressAllowed('192.0.2.1', [entry])).toBe(false);
      expect(isAddressAllowed('fe80::1', [entry])).toBe(false);
      expect(isAddressAllowed('192.0.2.1', [entry, '192.0.2.1'])).toBe(true);
    },
  );
});

describe('what an operator may put into the list', () => {
  test.each([
    '192.0.2.1',
    '192.0.2.0/24',
    '192.0.2.4/30',
    '192.0.2.1/32',
    '0.0.0.0/0',
    '2001:db8::1',
    '2001:db8::1/128',
    '2001:db8::/32',
    '2001:db8:0:8000::/49',
    '::/0',
    '1:2:3:4:5:6:7:8/128',
    '::ffff:192.0.2.1',
    '::ffff:192.0.2.0/120',
  ])('%s', (text) => {
    expect(isAddressOrBlock(text)).toBe(true);
  });

  test.each([
    '',
    'any address',
    'example.com',
    '192.0.2.4/24',
    '192.0.2.5/30',
    '1.0.0.0/0',
    '2001:db8::1/64',
    '2001:db8:0:8000::/48',
    '::ffff:192.0.2.1/120',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '192.0.2.0/24/1',
    '2001:db8::/129',
    'fe80::1%eth0',
    '192.0.2.1 ',
    '010.0.0.1',
  ])('not %j', (text) => expect(isAddressOrBlock(text)).toBe(false));
});
