import { expect, test } from 'vitest';
import { firmField, firmIn } from '../../../../../functions/operator/operate/commands/firm-fields.ts';
import { readInput } from '../../../../../functions/operator/operate/fields.ts';

const FIRM = {
  title: 'Shop Ltd.',
  contactName: 'Elif',
  phoneNumber: '+90 212 555 01 23',
  email: 'elif@shop.example',
  identityNumber: '1234567890',
  webSite: 'https://shop.example/',
  naceCode: '47.91',
};
const read = (firm: object) => readInput({ firm: firmField }, { firm });

test('a firm has these members, each of which may be absent', () => {
  expect(Object.keys(read(FIRM).firm ?? {})).toEqual(Object.keys(FIRM));
  expect(read({})).toEqual({ firm: {} });
  expect(firmField.meaning).toMatch(/^\S.+\.$/);
});

test.each(['1234567890', '12345678901'])('a tax or identity number has 10 or 11 digits: %s', (identityNumber) => {
  expect(read({ identityNumber }).firm).toEqual({ identityNumber });
});

test.each(['123456789', '123456789012', 'a1234567890', '1234567890a', '12345 67890', 'abcdefghij'])(
  'a tax or identity number is digits alone, 10 or 11: not %s',
  (identityNumber) => {
    expect(() => read({ identityNumber })).toThrow(
      expect.objectContaining({
        field: 'firm.identityNumber',
        sentence: 'firm.identityNumber must be 10 or 11 digits.',
      }),
    );
  },
);

test('a member that is removed is not stored, and a firm that is not given or is removed stays so', () => {
  expect(firmIn({ firm: { title: 'Shop', email: null } })).toEqual({ title: 'Shop' });
  expect([firmIn({}), firmIn({ firm: null })]).toEqual([undefined, null]);
});
