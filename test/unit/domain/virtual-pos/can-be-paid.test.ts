import { describe, expect, test } from 'vitest';
import { canBePaid, type PaymentQuestion } from '../../../../shared/domain/virtual-pos/can-be-paid.ts';
import { posWith, ratesOf } from '../../../support/dealer/virtual-pos.ts';

const isbank = posWith({ posId: 'isbank', bankCode: '64', isDefault: true });
const akbank = posWith({ posId: 'akbank', bankCode: '46', isDefault: false });

const ask = (changes: Partial<PaymentQuestion>) => {
  const found = canBePaid({ ofDealer: [isbank], currency: 'TL', counts: [1], by: { kind: 'any-card' }, ...changes });
  return found.kind === 'payable' ? found.pos.posId : found.kind;
};

const byCard = (bankCode?: string) => ({ kind: 'card', bankCode }) as const;
const byBank = (bankCode: string) => ({ kind: 'card-of-bank', bankCode }) as const;

describe('Can it be paid at all?', () => {
  test.each<[answer: string, title: string, changes: Partial<PaymentQuestion>]>([
    ['isbank', 'by a card whose bank is not known, at the default', { by: byCard() }],
    ['akbank', 'by a card of a bank with a virtual POS', { by: byCard('46'), ofDealer: [isbank, akbank] }],
    ['isbank', 'by a card of another bank, at the default', { by: byCard('10'), ofDealer: [isbank, akbank] }],
    ['not-taken', 'by a card of another bank, without a default', { by: byCard('10'), ofDealer: [akbank] }],
    ['akbank', 'by a card of the bank that is named', { by: byBank('46'), ofDealer: [isbank, akbank] }],
    ['not-taken', 'by a card of a bank without a virtual POS', { by: byBank('10'), ofDealer: [isbank, akbank] }],
    ['isbank', 'by some card', {}],
    ['akbank', 'by a card of the one bank that there is', { ofDealer: [akbank] }],
    ['isbank', 'in one of several counts', { counts: [1, 6] }],
    ['no-virtual-pos', 'without any virtual POS', { ofDealer: [] }],
    ['not-taken', 'in a currency that none takes', { ofDealer: [{ ...isbank, currencies: ['USD'] }] }],
    ['not-taken', 'where all are switched off', { ofDealer: [{ ...isbank, enabled: false }] }],
    [
      'count-not-taken',
      'in a count that none takes',
      { ofDealer: [{ ...isbank, installmentCounts: [2] }], counts: [3] },
    ],
    ['no-rate', 'in a count without a rate', { ofDealer: [{ ...isbank, rates: ratesOf({ 1: '1' }) }], counts: [3] }],
    ['no-rate', 'as a single payment without a rate', { ofDealer: [{ ...isbank, rates: ratesOf({ 2: '2' }) }] }],
    [
      'isbank',
      'in the one count with a rate',
      { ofDealer: [{ ...isbank, rates: ratesOf({ 2: '2' }) }], counts: [1, 2] },
    ],
    [
      'akbank',
      'at another bank than the default',
      { ofDealer: [{ ...isbank, installmentCounts: [] }, akbank], counts: [3] },
    ],
    [
      'count-not-taken',
      'only at a virtual POS that no card is led to, since another one of its bank goes first',
      { ofDealer: [{ ...isbank, installmentCounts: [] }, posWith({ posId: 'second', isDefault: false })], counts: [3] },
    ],
  ])('%s: %s', (answer, _title, changes) => expect(ask(changes)).toBe(answer));

  test('says which counts are taken instead, of all virtual POS that a card may be led to', () => {
    const ofDealer = [
      { ...isbank, installmentCounts: [6, 2], rates: ratesOf({ 1: '1', 2: '2', 3: '3' }) },
      { ...akbank, installmentCounts: [4], rates: ratesOf({ 1: '1', 4: '4' }) },
    ];
    const question = { ofDealer, currency: 'TL', counts: [3], by: { kind: 'any-card' } } as const;
    expect(canBePaid(question)).toEqual({ kind: 'count-not-taken', taken: [1, 2, 4] });
  });
});
