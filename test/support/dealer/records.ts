import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import type { PaymentNames } from '../../../shared/ports/identifiers.ts';
import { newPaymentName } from '../payment/stored-payments.ts';

const newId = (): number => randomInt(1, 2_147_483_647);

/** A link with every optional member, open for an hour. */
export const linkWith = (changes: Partial<PaymentRequest> = {}): PaymentRequest => {
  const createdAtMs = changes.createdAtMs ?? Date.UTC(2026, 0, 15, 12);
  const payment = changes.payment ?? newPaymentName();
  return {
    payment,
    token: addressOf(payment, randomBytes(16).toString('base64url')),
    userPosPaymentId: newId(),
    dealerCode: `T${randomBytes(6).toString('hex')}`,
    dealerName: 'Test Store',
    dealerCustomerTypeId: 7,
    dealerCustomerId: 0,
    otherTrxCode: randomUUID(),
    source: 'payment-request',
    insideFrame: false,
    progress: NO_PROGRESS,
    state: 'open',
    version: 1,
    createdAtMs,
    listingShards: 1,
    expiresAtMs: createdAtMs + 3_600_000,
    terms: {
      amount: minor(2750),
      currency: 'TL',
      installments: { by: 'dealer', count: 3 },
      allowedCounts: [1],
      commissionByDealer: 12,
      commissionDifferenceOnly: false,
      preAuthorisation: false,
      pooled: false,
      threeDMandatory: true,
      cardStorage: 'never',
    },
    delivery: { fullName: 'Elif Yılmaz', gsmNumber: '5301111111', email: 'elif@example.com' },
    buyer: { fullName: 'Elif Yılmaz', address: 'Bağdat Caddesi 1, İstanbul' },
    basket: [{ productId: 5, productCode: 'P-5', unitPrice: minor(1375), quantity: 2 }],
    description: 'İki adet ürün',
    redirectUrl: 'https://shop.example/result',
    secrets: { sealedCodeForHash: 'v1.sealed', successHash: 't'.repeat(64), failureHash: 'f'.repeat(64) },
    ...changes,
  };
};

/** A link in the partition that its code names. */
export const linkOfCode = (names: PaymentNames, changes: Partial<PaymentRequest> = {}): PaymentRequest => {
  const { token: _other, ...link } = linkWith(changes);
  return linkWith({ ...link, payment: names.nameOf(link.dealerCode, link.otherTrxCode) });
};

/** A customer with every member. */
export const customerOf = (dealerCode: string, changes: Partial<Customer> = {}): Customer => ({
  dealerCode,
  dealerCustomerId: newId(),
  customerCode: `Customer ${randomUUID()}`,
  version: 1,
  sealedPassword: 'v1.sealed',
  firstName: 'Elif',
  lastName: 'Yılmaz',
  gender: 2,
  birthDate: '19850710',
  gsmNumber: '5301111111',
  email: 'elif@example.com',
  address: 'Bağdat Caddesi 1, İstanbul',
  ...changes,
});

/** A recurring sale with every member. */
export const saleOf = (dealerCode: string, changes: Partial<Sale> = {}): Sale => ({
  dealerCode,
  version: 1,
  dealerSaleId: newId(),
  saleCode: `Sale ${randomUUID()}`,
  customerCode: 'Customer',
  dealerCustomerId: 1033,
  productCode: 'P-1',
  dealerProductId: 12,
  amount: minor(9900),
  currency: 'TL',
  installmentNumber: 1,
  dealerSaleScheduleId: 3,
  saleDate: '20260101',
  beginDate: '20260201',
  endDate: '20270101',
  howManyTrial: 1,
  description: 'Aylık üyelik',
  planType: 1,
  dealerCustomerTypeId: 7,
  defaultCard1Token: randomUUID(),
  ...changes,
});
