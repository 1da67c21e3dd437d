import { describe, expect, test } from 'vitest';
import type { StoredCard } from '../../../../shared/domain/card/stored-card.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { draftOf, type SaleFields } from '../../../../shared/domain/sale/sale-draft.ts';
import {
  detailsOfDraft,
  problemOfDraft,
  problemOfReferences,
  type SaleReferenceFile,
} from '../../../../shared/domain/sale/sale-rules.ts';
import { definitionWith } from '../../../support/dealer/dealers.ts';
import { customerOf, saleOf } from '../../../support/dealer/records.ts';

const [ONE, TWO, THREE] = [1, 2, 3].map((number) => `4d7a60f4-4a0c-4b36-9c7a-0e3f8b3e5a0${number}`);
const least: SaleFields = {
  customerCode: 'C',
  amount: minor(100),
  dealerSaleScheduleId: 3,
  beginDate: '20260101',
  defaultCard1Token: ONE,
};

describe('The values of a sale (dealer interface 2.10)', () => {
  test('the least sale has the defaults, and breaks no rule', () => {
    const draft = draftOf(least);
    expect(draft).toMatchObject({ currency: 'TL', installmentNumber: 1, howManyTrial: 1, planType: 1 });
    expect(problemOfDraft(draft)).toBeUndefined();
  });

  test.each<readonly [SaleFields]>([
    [{ planType: 2, beginDate: undefined, dealerSaleScheduleId: undefined }],
    [{ defaultCard1Token: undefined, dealerCustomerTypeId: 26 }],
    [{ endDate: '20260101', saleDate: '20200229', howManyTrial: 365 }],
    [{ endDate: '99991231', howManyTrial: 0 }],
    [{ beginDate: '21991231' }],
    [{ planType: 2, beginDate: undefined, endDate: '20260101' }],
    [{ currency: 'EUR', installmentNumber: 0, planType: 0 }],
    [{ installmentNumber: 12, planType: 3 }],
    [{ defaultCard1Token: `{${ONE?.toUpperCase()}}`, defaultCard2Token: TWO, defaultCard3Token: THREE }],
    [{ customerCode: undefined, dealerCustomerId: 5 }],
    [{ description: 'x'.repeat(200) }],
  ])('%j is possible', (fields) => {
    expect(problemOfDraft(draftOf({ ...least, ...fields }))).toBeUndefined();
  });

  test.each<readonly [string, SaleFields]>([
    ['CustomerCode or DealerCustomerId must be given', { customerCode: undefined }],
    ['Amount is required', { amount: undefined }],
    ['Amount must be above 0', { amount: minor(0) }],
    ['Currency must be TL, USD or EUR, in capital letters; the lira is TL and not TRY', { currency: 'GBP' }],
    ['Currency must be TL, USD or EUR, in capital letters; the lira is TL and not TRY', { currency: 'TRY' }],
    ['InstallmentNumber must be a whole number from 1 to 12', { installmentNumber: 13 }],
    ['InstallmentNumber must be a whole number from 1 to 12', { installmentNumber: -1 }],
    ['InstallmentNumber must be 1 where Currency is not TL', { installmentNumber: 2, currency: 'USD' }],
    ['PlanType must be 1 (from the schedule), 2 (by hand) or 3 (both)', { planType: 4 }],
    ['DealerSaleScheduleId is required unless PlanType is 2', { dealerSaleScheduleId: undefined }],
    ['DealerSaleScheduleId is required unless PlanType is 2', { dealerSaleScheduleId: undefined, planType: 3 }],
    ['SaleDate must be a real day, written YYYYMMDD', { saleDate: '20260229' }],
    ['BeginDate is required unless PlanType is 2', { beginDate: undefined }],
    ['BeginDate must be a real day, written YYYYMMDD', { beginDate: '2026-01-01' }],
    ['BeginDate must be before the year 2200', { beginDate: '22000101' }],
    ['EndDate must be a real day, written YYYYMMDD', { endDate: '20261301' }],
    ['EndDate must not be before BeginDate', { endDate: '20251231' }],
    ['HowManyTrial must be a whole number from 0 to 365', { howManyTrial: 366 }],
    ['HowManyTrial must be a whole number from 0 to 365', { howManyTrial: -1 }],
    ['Description must not hold a card number', { description: 'card 4111 1111 1111 1111' }],
    ['DefaultCard1Token must be the token of a stored card', { defaultCard1Token: 'token' }],
    ['DefaultCard3Token must be the token of a stored card', { defaultCard3Token: '4111111111111111' }],
    [
      'DefaultCard1Token or DealerCustomerTypeId must be given: a sale charges a card or sends a payment request',
      { defaultCard1Token: undefined },
    ],
    [
      'DefaultCard2Token and DefaultCard3Token must name other cards than the ones before them',
      { defaultCard2Token: ONE?.toUpperCase() },
    ],
  ])('%s: refused in %j', (sentence, fields) => {
    const { field, problem } = problemOfDraft(draftOf({ ...least, ...fields })) ?? expect.unreachable('it is refused');
    expect(`${field} ${problem}`).toBe(sentence);
  });
});

const customer = customerOf('D', { dealerCustomerId: 5, customerCode: 'C' });
const cardOf = (token: string | undefined, dealerCustomerId: number): StoredCard => ({
  token: token ?? '',
  dealerCode: 'D',
  maskedCard: '411111******1111',
  sealed: 'v',
  keyName: 'k',
  version: 1,
  customer: { dealerCustomerId, customerCode: 'any' },
  storedAtMs: 0,
});
const found: SaleReferenceFile = {
  customers: { byCode: customer },
  products: {},
  schedule: { period: 'month', every: 1, daysOfWeek: [], daysOfMonth: [] },
  cards: [cardOf(ONE, 5)],
};
const product = { dealerProductId: 7, productCode: 'P' };

describe('What a sale names', () => {
  test.each<readonly [string | undefined, SaleFields, Partial<SaleReferenceFile>]>([
    [undefined, {}, {}],
    [undefined, { dealerCustomerId: 5 }, { customers: { byCode: customer, byId: customer } }],
    [undefined, { planType: 2 }, { schedule: undefined }],
    [undefined, { productCode: 'P' }, { products: { byCode: product } }],
    [undefined, { productCode: 'P', dealerProductId: 7 }, { products: { byCode: product, byId: { ...product } } }],
    [undefined, { customerCode: undefined, dealerCustomerId: 5 }, { customers: { byId: customer } }],
    [undefined, { dealerProductId: 7 }, { products: { byId: product } }],
    [undefined, { dealerCustomerTypeId: 26 }, { definition: definitionWith('D') }],
    [undefined, { defaultCard3Token: TWO }, { cards: [cardOf(TWO, 5), cardOf(ONE, 5)] }],
    ['CustomerCode names no customer of this dealer', {}, { customers: {} }],
    ['DealerCustomerId names no customer of this dealer', { dealerCustomerId: 5 }, {}],
    [
      'CustomerCode and DealerCustomerId do not belong to the same customer',
      { dealerCustomerId: 6 },
      { customers: { byCode: customer, byId: { ...customer, dealerCustomerId: 6 } } },
    ],
    ['DealerSaleScheduleId names no schedule of this dealer', {}, { schedule: undefined }],
    ['ProductCode names no product of this dealer', { productCode: 'P' }, {}],
    ['DealerProductId names no product of this dealer', { dealerProductId: 7 }, {}],
    [
      'ProductCode and DealerProductId do not belong to the same product',
      { productCode: 'P', dealerProductId: 8 },
      { products: { byCode: product, byId: { ...product, dealerProductId: 8 } } },
    ],
    ['DealerCustomerTypeId names no definition of this dealer', { dealerCustomerTypeId: 26 }, {}],
    [
      'DealerCustomerTypeId names no definition of this dealer',
      { dealerCustomerTypeId: 26 },
      { definition: definitionWith('another') },
    ],
    ['DefaultCard1Token is not the token of a stored card of this customer', {}, { cards: [] }],
    ['DefaultCard1Token is not the token of a stored card of this customer', {}, { cards: [cardOf(ONE, 6)] }],
    [
      'DefaultCard2Token is not the token of a stored card of this customer',
      { defaultCard2Token: TWO },
      { cards: [cardOf(ONE, 5), cardOf(TWO, 6)] },
    ],
  ])('%s: the problem of %j', (sentence, fields, records) => {
    const draft = draftOf({ ...least, ...fields });
    const problem = problemOfReferences({ draft, dealerCode: 'D', found: { ...found, ...records } });
    expect(problem && `${problem.field} ${problem.problem}`).toBe(sentence);
  });

  test('is kept under both identifiers; tokens as cards are stored under; no schedule where steps are made by hand', () => {
    const draft = draftOf({ ...least, planType: 2, productCode: 'P', defaultCard1Token: `{${ONE?.toUpperCase()}}` });
    const details = detailsOfDraft({ draft, dealerCode: 'D', found: { ...found, products: { byCode: product } } });
    expect(details).toMatchObject({ ...product, customerCode: 'C', dealerCustomerId: 5, defaultCard1Token: ONE });
    expect(details.dealerSaleScheduleId).toBe(0);
    expect(details).not.toHaveProperty('endDate');
    const scheduled = draftOf({ ...least, currency: 'EUR', dealerProductId: 7 });
    const products = { byId: product };
    expect(detailsOfDraft({ draft: scheduled, dealerCode: 'D', found: { ...found, products } })).toMatchObject({
      ...product,
      dealerSaleScheduleId: 3,
      currency: 'EUR',
    });
    const without = detailsOfDraft({ draft: draftOf(least), dealerCode: 'D', found: { ...found, products } });
    expect(without).not.toHaveProperty('productCode');
  });

  test('of a draft that was not checked nothing is kept: that is a defect', () => {
    const referring = { dealerCode: 'D', found };
    for (const fields of [{ amount: undefined }, { currency: 'GBP' }]) {
      const draft = draftOf({ ...least, ...fields });
      expect(() => detailsOfDraft({ ...referring, draft })).toThrow('a draft that was not checked');
    }
  });
});

describe('A change of a sale', () => {
  const stored = saleOf('D', { planType: 3, installmentNumber: 6, howManyTrial: 4 });

  test('leaves what is not given, zeros of strongly typed clients included', () => {
    const { dealerCode: _d, version: _v, dealerSaleId: _id, saleCode: _code, ...kept } = stored;
    expect(draftOf({ planType: 0, installmentNumber: 0 }, stored)).toMatchObject(kept);
    expect(draftOf({ howManyTrial: 0 }, stored).howManyTrial).toBe(0);
  });

  test('names another customer or product by what is given alone', () => {
    const draft = draftOf({ customerCode: 'Other', dealerProductId: 8 }, stored);
    expect(draft).toMatchObject({ customerCode: 'Other', dealerProductId: 8 });
    expect(draft.dealerCustomerId).toBeUndefined();
    expect(draft.productCode).toBeUndefined();
  });
});
