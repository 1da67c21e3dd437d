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
    [{ currency: 'EUR', installmentNumber: 0, planType: 0 }],
    [{ installmentNumber: 12, planType: 3 }],
    [{ defaultCard1Token: `{${ONE?.toUpperCase()}}`, defaultCard2Token: TWO, defaultCard3Token: THREE }],
    [{ customerCode: undefined, dealerCustomerId: 5 }],
    [{ description: 'x'.repeat(200) }],
  ])('%j is possible', (fields) => {
    expect(problemOfDraft(draftOf({ ...least, ...fields }))).toBeUndefined();
  });

  test.each<readonly [string, SaleFields]>([
    ['CustomerCode', { customerCode: undefined }],
    ['Amount', { amount: undefined }],
    ['Amount', { amount: minor(0) }],
    ['Currency', { currency: 'GBP' }],
    ['Currency', { currency: 'TRY' }],
    ['InstallmentNumber', { installmentNumber: 13 }],
    ['InstallmentNumber', { installmentNumber: -1 }],
    ['InstallmentNumber', { installmentNumber: 2, currency: 'USD' }],
    ['PlanType', { planType: 4 }],
    ['DealerSaleScheduleId', { dealerSaleScheduleId: undefined }],
    ['DealerSaleScheduleId', { dealerSaleScheduleId: undefined, planType: 3 }],
    ['SaleDate', { saleDate: '20260229' }],
    ['BeginDate', { beginDate: undefined }],
    ['BeginDate', { beginDate: '2026-01-01' }],
    ['BeginDate', { beginDate: '22000101' }],
    ['EndDate', { endDate: '20261301' }],
    ['EndDate', { endDate: '20251231' }],
    ['HowManyTrial', { howManyTrial: 366 }],
    ['HowManyTrial', { howManyTrial: -1 }],
    ['Description', { description: 'card 4111 1111 1111 1111' }],
    ['DefaultCard1Token', { defaultCard1Token: 'token' }],
    ['DefaultCard3Token', { defaultCard3Token: '4111111111111111' }],
    ['DefaultCard1Token', { defaultCard1Token: undefined }],
    ['DefaultCard2Token', { defaultCard2Token: ONE?.toUpperCase() }],
  ])('%s is refused in %j', (field, fields) => {
    expect(problemOfDraft(draftOf({ ...least, ...fields }))?.field).toBe(field);
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
    [undefined, { dealerCustomerTypeId: 26 }, { definition: definitionWith('D') }],
    [undefined, { defaultCard3Token: TWO }, { cards: [cardOf(TWO, 5), cardOf(ONE, 5)] }],
    ['CustomerCode', {}, { customers: {} }],
    ['DealerCustomerId', { dealerCustomerId: 5 }, {}],
    [
      'CustomerCode',
      { dealerCustomerId: 6 },
      { customers: { byCode: customer, byId: { ...customer, dealerCustomerId: 6 } } },
    ],
    ['DealerSaleScheduleId', {}, { schedule: undefined }],
    ['ProductCode', { productCode: 'P' }, {}],
    ['DealerProductId', { dealerProductId: 7 }, {}],
    [
      'ProductCode',
      { productCode: 'P', dealerProductId: 8 },
      { products: { byCode: product, byId: { ...product, dealerProductId: 8 } } },
    ],
    ['DealerCustomerTypeId', { dealerCustomerTypeId: 26 }, {}],
    ['DealerCustomerTypeId', { dealerCustomerTypeId: 26 }, { definition: definitionWith('another') }],
    ['DefaultCard1Token', {}, { cards: [] }],
    ['DefaultCard1Token', {}, { cards: [cardOf(ONE, 6)] }],
    ['DefaultCard2Token', { defaultCard2Token: TWO }, { cards: [cardOf(ONE, 5), cardOf(TWO, 6)] }],
  ])('%s is the problem of %j', (field, fields, records) => {
    const draft = draftOf({ ...least, ...fields });
    const problem = problemOfReferences({ draft, dealerCode: 'D', found: { ...found, ...records } });
    expect(problem?.field).toBe(field);
  });

  test('is kept under both identifiers; tokens as cards are stored under; no schedule where steps are made by hand', () => {
    const draft = draftOf({ ...least, planType: 2, productCode: 'P', defaultCard1Token: `{${ONE?.toUpperCase()}}` });
    const details = detailsOfDraft({ draft, dealerCode: 'D', found: { ...found, products: { byCode: product } } });
    expect(details).toMatchObject({ ...product, customerCode: 'C', dealerCustomerId: 5, defaultCard1Token: ONE });
    expect(details.dealerSaleScheduleId).toBe(0);
    expect(details).not.toHaveProperty('endDate');
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
