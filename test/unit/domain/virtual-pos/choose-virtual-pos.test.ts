import { describe, expect, test } from 'vitest';
import { choosePos, type PosChoice } from '../../../../shared/domain/virtual-pos/choose-virtual-pos.ts';
import type { VirtualPos, VirtualPosOf } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';

const isbank = posWith({ posId: 'isbank', bankCode: '64', isDefault: true });
const akbank = posWith({ posId: 'akbank', bankCode: '46', isDefault: false });
const idOf = (choice: PosChoice): string => (choice.kind === 'chosen' ? choice.pos.posId : choice.kind);

const byCard = (ofDealer: readonly VirtualPos[], bankOfCard: string | undefined) =>
  idOf(choosePos({ ofDealer, currency: 'TL' }, { kind: 'card', bankCode: bankOfCard }, 1));
const byBank = (ofDealer: readonly VirtualPos[], bankCode: string) =>
  idOf(choosePos({ ofDealer, currency: 'TL' }, { kind: 'card-of-bank', bankCode }, 1));

describe('The virtual POS of a link or a payment by card', () => {
  test('is that of the card’s bank, else the dealer’s default', () => {
    expect(byCard([isbank, akbank], '46')).toBe('akbank');
    expect(byCard([isbank, akbank], '10')).toBe('isbank');
    expect(byCard([isbank, akbank], undefined)).toBe('isbank');
  });

  test.each<[string, Partial<VirtualPosOf<'nestpay'>>]>([
    ['switched off', { enabled: false }],
    ['not for the currency', { currencies: ['USD'] }],
  ])('is the default where that of the card’s bank is %s', (_title, changes) => {
    expect(byCard([isbank, posWith({ ...akbank, ...changes })], '46')).toBe('isbank');
    expect(byCard([posWith({ ...isbank, ...changes }), akbank], '10')).toBe('none-suitable');
  });

  test('is none where there is no default and no virtual POS of the bank', () => {
    expect(byCard([akbank], '64')).toBe('none-suitable');
    expect(byCard([akbank], undefined)).toBe('none-suitable');
  });

  test('is none at all where the dealer has none; one that is switched off is still one', () => {
    expect(byCard([], '64')).toBe('none-at-all');
    expect(byCard([{ ...isbank, enabled: false }], '64')).toBe('none-suitable');
  });

  test('is the same one every time where several would do', () => {
    const [second, third] = [posWith({ posId: 'b', isDefault: false }), posWith({ posId: 'a', isDefault: false })];
    expect(byCard([second, third, isbank], '64')).toBe('isbank');
    expect(byCard([second, third], '64')).toBe('a');
    expect(byCard([third, second], '64')).toBe('a');
  });
});

describe('The virtual POS of a mobile payment (PaymentType of dealer interface 2.7)', () => {
  test('is that of the bank that PaymentType names, and never the default instead', () => {
    expect(byBank([isbank, akbank], '46')).toBe('akbank');
    expect(byBank([isbank, akbank], '10')).toBe('none-suitable');
    expect(byBank([isbank, { ...akbank, enabled: false }], '46')).toBe('none-suitable');
    expect(byBank([], '46')).toBe('none-at-all');
  });

  test('takes the currency', () => {
    const lira = posWith({ currencies: ['TL'] });
    expect(idOf(choosePos({ ofDealer: [lira], currency: 'EUR' }, { kind: 'card-of-bank', bankCode: '64' }, 1))).toBe(
      'none-suitable',
    );
  });
});
