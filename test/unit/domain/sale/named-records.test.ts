import { describe, expect, test } from 'vitest';
import { namedSale, requireSaleIdentifier } from '../../../../shared/domain/sale/named-sale.ts';
import { foundPlan, requiredPlanId } from '../../../../shared/domain/sale/plan-rules.ts';
import { namedProduct, productNameIn, requireProductIdentifier } from '../../../../shared/domain/sale/product.ts';
import { recordInUse, tooManyRecords } from '../../../../shared/domain/sale/record-in-use.ts';
import { requiredScheduleId, scheduleNotFound } from '../../../../shared/domain/sale/schedule-rules.ts';
import { productOf, saleOf } from '../../../support/dealer/records.ts';

const refused = (reason: string, sentence: string) => expect.objectContaining({ reason, sentence });

describe('A sale by its identifiers (dealer interface 4)', () => {
  const sale = saleOf('D', { dealerSaleId: 7, saleCode: 'S' });
  const other = saleOf('D', { dealerSaleId: 8 });
  const none = refused('DealerSaleNotFound', 'No sale of this dealer has the given DealerSaleId or SaleCode.');
  const two = refused('SaleCodeDoesntMatchDealerSaleId', 'SaleCode and DealerSaleId do not belong to the same sale.');
  const both = { dealerSaleId: 7, saleCode: 'S' };

  test('is the one that either names, or both', () => {
    expect(namedSale({ dealerSaleId: 7 }, { byId: sale })).toBe(sale);
    expect(namedSale({ saleCode: 'S' }, { byCode: sale })).toBe(sale);
    expect(namedSale(both, { byId: sale, byCode: { ...sale } })).toBe(sale);
  });

  test('is refused where they name none, or two', () => {
    expect(() => namedSale({ dealerSaleId: 7 }, {})).toThrow(none);
    expect(() => namedSale(both, {})).toThrow(none);
    expect(() => namedSale(both, { byId: sale, byCode: other })).toThrow(two);
    expect(() => namedSale(both, { byId: sale })).toThrow(two);
    expect(() => namedSale(both, { byCode: sale })).toThrow(two);
  });

  test('is asked for by one of them at least', () => {
    const missing = refused('SaleCodeOrDealerSaleIdMustBeGiven', 'SaleCode or DealerSaleId must be given.');
    expect(() => requireSaleIdentifier({})).toThrow(missing);
    expect(() => requireSaleIdentifier({ dealerSaleId: 7 })).not.toThrow();
    expect(() => requireSaleIdentifier({ saleCode: 'S' })).not.toThrow();
  });
});

describe('A product by its identifiers (dealer interface 4)', () => {
  const product = productOf('D', { dealerProductId: 7, productCode: 'P' });
  const other = productOf('D', { dealerProductId: 8 });
  const none = refused('ProductNotFound', 'No product of this dealer has the given DealerProductId or ProductCode.');
  const two = refused(
    'ProductCodeDoesntMatchDealerProductId',
    'ProductCode and DealerProductId do not belong to the same product.',
  );
  const both = { dealerProductId: 7, productCode: 'P' };

  test('is the one that either names, or both', () => {
    expect(namedProduct({ dealerProductId: 7 }, { byId: product })).toBe(product);
    expect(namedProduct({ productCode: 'P' }, { byCode: product })).toBe(product);
    expect(namedProduct(both, { byId: product, byCode: { ...product } })).toBe(product);
  });

  test('is refused where they name none, or two', () => {
    expect(() => namedProduct({ dealerProductId: 7 }, {})).toThrow(none);
    expect(() => namedProduct(both, { byId: product, byCode: other })).toThrow(two);
    expect(() => namedProduct(both, { byId: product })).toThrow(two);
    expect(() => namedProduct(both, { byCode: product })).toThrow(two);
  });

  test('is asked for by one of them at least', () => {
    const missing = refused('ProductCodeOrDealerProductIdMustBeGiven', 'ProductCode or DealerProductId must be given.');
    expect(() => requireProductIdentifier({})).toThrow(missing);
    expect(() => requireProductIdentifier({ dealerProductId: 7 })).not.toThrow();
    expect(() => requireProductIdentifier({ productCode: 'P' })).not.toThrow();
  });

  test('has a name, which holds no card number (rule 32)', () => {
    expect(productNameIn('Membership')).toBe('Membership');
    expect(() => productNameIn(undefined)).toThrow(refused('ProductNameIsRequired', 'ProductName is required.'));
    expect(() => productNameIn('4111 1111 1111 1111')).toThrow(
      refused('InvalidRequest', 'ProductName must not hold a card number.'),
    );
  });
});

test('a record that is used, and one more than the most, are refused', () => {
  expect(recordInUse('product', 7)).toEqual(
    refused('InvalidRequest', 'The sale with DealerSaleId 7 uses this product, so it cannot be deleted.'),
  );
  expect(recordInUse('schedule', undefined)).toEqual(
    refused('InvalidRequest', 'A sale uses this schedule, so it cannot be deleted.'),
  );
  expect(tooManyRecords('products', 1000)).toEqual(
    refused('InvalidRequest', 'This dealer has 1000 products, and may not have more.'),
  );
});

test('a schedule and a plan are named by their ids', () => {
  expect(requiredScheduleId(3)).toBe(3);
  expect(() => requiredScheduleId(undefined)).toThrow(
    refused('DealerSaleScheduleIdIsRequired', 'DealerSaleScheduleId is required.'),
  );
  expect(scheduleNotFound()).toEqual(
    refused('ScheduleNotFound', 'No schedule of this dealer has the given DealerSaleScheduleId.'),
  );
  expect(requiredPlanId(3)).toBe(3);
  expect(() => requiredPlanId(undefined)).toThrow(
    refused('DealerPaymentPlanIdIsRequired', 'DealerPaymentPlanId is required.'),
  );
  expect(foundPlan('plan')).toBe('plan');
  expect(() => foundPlan(undefined)).toThrow(
    refused('PaymentPlanNotFound', 'No payment plan of this dealer has the given DealerPaymentPlanId.'),
  );
});
