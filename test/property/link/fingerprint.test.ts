import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../functions/link/create-payment-request/contract.ts';
import { fieldsOf } from '../../../functions/link/create-payment-request/read-fields.ts';
import { readBody } from '../../../shared/http/body.ts';
import { paymentRequestFingerprint } from '../../../shared/http/payment-request-fingerprint.ts';

type Block = Readonly<Record<string, unknown>>;

const fingerprintOf = (block: Block): string =>
  paymentRequestFingerprint(fieldsOf(z.parse(contract.request, readBody({ body: JSON.stringify(block) }))));

const text = fc.stringMatching(/^[A-Za-z0-9ığüşöç ]{1,20}$/).filter((one) => one.trim() !== '');
const flag = fc.constantFrom(0, 1);
const phone = fc.nat(999_999_999).map((digits) => `5${String(digits).padStart(9, '0')}`);
const id = fc.integer({ min: 1, max: 2_147_483_647 });

/** Every member with its spellings (dealer interface 2.8). Each may be absent. */
const members = {
  OtherTrxCode: text,
  DealerCustomerTypeId: id,
  FullName: text,
  GsmNumber: phone,
  Email: fc.emailAddress(),
  IsPoolPayment: flag,
  IsPreAuth: flag,
  IsTokenized: fc.constantFrom(0, 1, 2),
  DealerCustomerId: id,
  CustomerCode: text,
  FirstName: text,
  LastName: text,
  Gender: fc.constantFrom(0, 1, 2),
  BirthDate: fc.constantFrom('19850710', '20000101'),
  CustomerGsmNumber: phone,
  CustomerEmail: fc.emailAddress(),
  Address: text,
  Amount: fc.nat(99_999).map((amount) => amount / 100),
  Currency: fc.constantFrom('TL', 'USD'),
  InstallmentNumber: fc.integer({ min: 0, max: 12 }),
  SetInstallmentBy: flag,
  CommissionByDealer: fc.integer({ min: 0, max: 12 }),
  IsCommissionDiffByDealer: flag,
  IsThreeD: flag,
  Description: text,
  ReturnHash: flag,
  RedirectUrl: fc.constantFrom('https://a.example/', 'https://b.example/'),
  ExpireDate: fc.constantFrom('2049-01-31 18:00', '20490131'),
  Language: fc.constantFrom('TR', 'EN'),
};
const blocks = fc.record(members, { requiredKeys: [] });

/** The value that the fingerprint uses for absent members with a default (dealer interface 2.8). */
const meaningOf = (name: string, value: unknown): unknown => {
  if (name === 'Currency') return value ?? 'TL';
  if (name === 'InstallmentNumber') return value === undefined || value === 0 ? 1 : value;
  const absentIsZero = ['IsPoolPayment', 'IsPreAuth', 'IsTokenized', 'Gender', 'IsCommissionDiffByDealer'];
  return absentIsZero.includes(name) ? (value ?? 0) : value;
};

const respelled = (block: Block): Block => ({
  Unknown: 'ignored',
  ...Object.fromEntries(
    Object.entries(block)
      .toReversed()
      .map(([name, value]) => {
        if (name.endsWith('GsmNumber')) return [name, `+90 ${String(value).slice(0, 3)} ${String(value).slice(3)}`];
        return [name === 'RedirectUrl' ? 'RedirectURL' : name, typeof value === 'number' ? `${value}` : value];
      }),
  ),
  BuyerInformation: '',
  BasketProduct: null,
});

describe('the fingerprint of a payment request (rule 13)', () => {
  test('is the same for other spellings of the same request (decisions: tolerant reading)', () => {
    fc.assert(
      fc.property(blocks, (block) => {
        expect(fingerprintOf(respelled(block))).toBe(fingerprintOf(block));
      }),
      { numRuns: 300 },
    );
  });

  test.each(Object.entries(members))('is another when %s differs', (name, values) => {
    fc.assert(
      fc.property(blocks, values, (block, value) => {
        fc.pre(meaningOf(name, value) !== meaningOf(name, Reflect.get(block, name)));
        expect(fingerprintOf({ ...block, [name]: value })).not.toBe(fingerprintOf(block));
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    { BuyerInformation: { BuyerFullName: 'a' } },
    { BuyerInformation: { BuyerEmail: 'a' } },
    { BuyerInformation: { BuyerGsmNumber: 'a' } },
    { BuyerInformation: { BuyerAddress: 'a' } },
    { BasketProduct: [{}] },
    { BasketProduct: [{ ProductId: 1 }] },
    { BasketProduct: [{ ProductCode: '1' }] },
    { BasketProduct: [{ UnitPrice: 1 }] },
    { BasketProduct: [{ Quantity: 1 }] },
    { BasketProduct: [{ Quantity: 1 }, { Quantity: 1 }] },
    { CommissionScenario: 1 },
    { SubDealer: [{ DealerId: 1 }] },
    { SubDealer: [{ DealerId: 1, Amount: 2 }] },
  ])('is another with %j', (difference) => {
    const others = [{}, { FullName: 'a' }, { BasketProduct: [{ Quantity: 2 }] }];
    expect(others.map(fingerprintOf)).not.toContain(fingerprintOf(difference));
  });

  test('does not take a number that cannot be read for one that is absent', () => {
    for (const name of ['CommissionByDealer', 'IsTokenized', 'InstallmentNumber', 'IsCommissionDiffByDealer']) {
      expect(fingerprintOf({ [name]: 'abc' }), name).not.toBe(fingerprintOf({}));
    }
  });

  test('takes one time and one language for the same in every spelling', () => {
    const spellings = [
      { ExpireDate: '2049-02-01 00:00', Language: 'EN' },
      { ExpireDate: '2049-02-01T00:00:00', Language: 'en' },
      { ExpireDate: '20490131', Language: ' En ' },
    ];
    expect(new Set(spellings.map(fingerprintOf)).size).toBe(1);
    expect(fingerprintOf({ Language: 'EN' })).not.toBe(fingerprintOf({ ExpireDate: 'EN' }));
  });

  test('without the members that came later is what it always was: a repeat over a release is known', () => {
    const before = '8B15D8ClE87_rmhsS3Y2QTNgvK6NNSk4bZYwbMt3mRc';
    const block = { OtherTrxCode: 'N-1042', DealerCustomerTypeId: 26, Amount: 27.5, ReturnHash: 1 };
    expect(fingerprintOf({ ...block, RedirectUrl: 'https://shop.example/result' })).toBe(before);
  });

  test('sees the basket alike inside and beside BuyerInformation (decisions: tolerant reading)', () => {
    const BasketProduct = [{ ProductId: 1, Quantity: 2 }];
    expect(fingerprintOf({ BuyerInformation: { BasketProduct } })).toBe(fingerprintOf({ BasketProduct }));
  });
});
