import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../functions/direct-payment/make-direct-payment/contract.ts';
import { readBody } from '../../../shared/http/body.ts';
import { fieldsOf } from '../../../shared/http/direct-payment-fields.ts';
import { directPaymentFingerprint } from '../../../shared/http/direct-payment-fingerprint.ts';

type Block = Readonly<Record<string, unknown>>;

const fingerprintOf = (block: Block): string =>
  directPaymentFingerprint(fieldsOf(z.parse(contract.request, readBody({ body: JSON.stringify(block) }))));

const text = fc.stringMatching(/^[A-Za-z0-9ığüşöç ]{1,20}$/).filter((one) => one.trim() !== '');
const flag = fc.constantFrom(0, 1);
const phone = fc.nat(999_999_999).map((digits) => `5${String(digits).padStart(9, '0')}`);
const id = fc.integer({ min: 1, max: 2_147_483_647 });
const money = fc.nat(99_999).map((amount) => amount / 100);
const percentage = fc.nat(1_000_000).map((tenThousandths) => tenThousandths / 10_000);

/** Every member that distinguishes requests, with its spellings (dealer interface 2.2). Each may be absent. */
const members = {
  OtherTrxCode: text,
  CardHolderFullName: text,
  Amount: money,
  Currency: fc.constantFrom('TL', 'USD'),
  InstallmentNumber: fc.integer({ min: 0, max: 12 }),
  IsPreAuth: flag,
  IsPoolPayment: flag,
  IntegratorId: id,
  SubMerchantName: text,
  Description: text,
  CommissionScenario: fc.integer({ min: 1, max: 6 }),
};

const entryMembers = {
  Amount: money,
  DealerCommissionRate: percentage,
  DealerCommissionAmount: money,
  DealerCommissionFixedAmount: money,
  GroupRevenueRate: percentage,
  GroupRevenueAmount: money,
  AmountToBeCommissioned: money,
  IsIncludedFixedAmount: flag,
};

const customerMembers = {
  DealerCustomerId: id,
  CustomerCode: text,
  FirstName: text,
  LastName: text,
  Gender: fc.constantFrom(0, 1, 2),
  BirthDate: fc.constantFrom('19850710', '20000101'),
  GsmNumber: phone,
  Email: fc.emailAddress(),
  Address: text,
  CardName: text,
};

/** The card, and the fields in which a repeat from another machine may differ (rule 13). */
const leftOut = {
  CardNumber: fc.constantFrom('4111111111111111', '5555555555554444'),
  ExpMonth: fc.integer({ min: 1, max: 12 }),
  ExpYear: fc.integer({ min: 2027, max: 2099 }),
  CvcNumber: fc.constantFrom('000', '123'),
  CardToken: fc.uuid(),
  ClientIP: fc.ipV4(),
  Software: text,
};

const entries = fc.uniqueArray(fc.record({ DealerId: id, ...entryMembers }, { requiredKeys: ['DealerId'] }), {
  maxLength: 5,
  selector: ({ DealerId }) => DealerId,
});
const blocks = fc
  .tuple(
    fc.record({ ...members, ...leftOut }, { requiredKeys: [] }),
    entries,
    fc.record(customerMembers, { requiredKeys: [] }),
  )
  .map(([block, SubDealer, CustomerInformation]): Block => ({ ...block, SubDealer, CustomerInformation }));

/** The value that the fingerprint uses for absent members with a default (dealer interface 2.2, 2.3). */
const meaningOf = (name: string, value: unknown): unknown => {
  if (name === 'Currency') return value ?? 'TL';
  if (name === 'InstallmentNumber') return value === undefined || value === 0 ? 1 : value;
  const absentIsZero = ['IsPreAuth', 'IsPoolPayment', 'Gender', 'DealerCommissionFixedAmount', 'IsIncludedFixedAmount'];
  return absentIsZero.includes(name) ? (value ?? 0) : value;
};

const respelledMembers = (block: Block): Block =>
  Object.fromEntries(
    Object.entries(block)
      .toReversed()
      .map(([name, value]) => {
        if (name.endsWith('GsmNumber')) return [name, `+90 ${String(value).slice(0, 3)} ${String(value).slice(3)}`];
        return [name, typeof value === 'number' ? `${value}` : value];
      }),
  );

const respelled = ({ SubDealer, CustomerInformation, ...block }: Block): Block => ({
  Unknown: 'ignored',
  IsTokenized: 1,
  ReturnHash: 0,
  RedirectUrl: 'https://shop.example/',
  RedirectType: 'x',
  ...respelledMembers(block),
  SubDealer: (SubDealer as readonly Block[]).toReversed().map(respelledMembers),
  CustomerInformation: respelledMembers(CustomerInformation as Block),
  BuyerInformation: '',
  BasketProduct: null,
});

const memberOf = (block: unknown, name: string): unknown => (block as Block)[name];

describe('The fingerprint of a direct payment (rule 13)', () => {
  test('is the same for other spellings of the same request, the sub-dealers in any order', () => {
    fc.assert(
      fc.property(blocks, (block) => {
        expect(fingerprintOf(respelled(block))).toBe(fingerprintOf(block));
      }),
      { numRuns: 300 },
    );
  });

  test.each(Object.entries(leftOut))('is the same whatever %s is', (name, values: fc.Arbitrary<unknown>) => {
    fc.assert(
      fc.property(blocks, values, (block, value) => {
        expect(fingerprintOf({ ...block, [name]: value })).toBe(fingerprintOf(block));
      }),
      { numRuns: 20 },
    );
  });

  test.each(Object.entries(members))('is another when %s differs', (name, values: fc.Arbitrary<unknown>) => {
    fc.assert(
      fc.property(blocks, values, (block, value) => {
        fc.pre(meaningOf(name, value) !== meaningOf(name, block[name]));
        expect(fingerprintOf({ ...block, [name]: value })).not.toBe(fingerprintOf(block));
      }),
      { numRuns: 20 },
    );
  });

  test.each(Object.entries(entryMembers))('is another when %s of a sub-dealer differs', (name, values) => {
    fc.assert(
      fc.property(blocks, id, values, fc.option(values, { nil: undefined }), (block, DealerId, one, other) => {
        fc.pre(meaningOf(name, one) !== meaningOf(name, other));
        const withEntry = (value: unknown) => ({ ...block, SubDealer: [{ DealerId, [name]: value }] });
        expect(fingerprintOf(withEntry(one))).not.toBe(fingerprintOf(withEntry(other)));
      }),
      { numRuns: 20 },
    );
  });

  test('is another when a sub-dealer is another, is added or is left out', () => {
    fc.assert(
      fc.property(blocks, id, (block, DealerId) => {
        const subDealers = block.SubDealer as readonly Block[];
        fc.pre(subDealers.every((entry) => entry.DealerId !== DealerId));
        const others = [
          [...subDealers, { DealerId }],
          [{ ...subDealers[0], DealerId }, ...subDealers.slice(1)],
        ];
        for (const SubDealer of others) {
          expect(fingerprintOf({ ...block, SubDealer })).not.toBe(fingerprintOf(block));
        }
      }),
      { numRuns: 100 },
    );
  });

  test.each(Object.entries(customerMembers))(
    'is another when %s of the customer differs',
    (name, values: fc.Arbitrary<unknown>) => {
      fc.assert(
        fc.property(blocks, values, (block, value) => {
          const { CustomerInformation: customer } = block;
          fc.pre(meaningOf(name, value) !== meaningOf(name, memberOf(customer, name)));
          const CustomerInformation = { ...(customer as Block), [name]: value };
          expect(fingerprintOf({ ...block, CustomerInformation })).not.toBe(fingerprintOf(block));
        }),
        { numRuns: 20 },
      );
    },
  );

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
  ])('is another with %j', (difference) => {
    const others = [{}, { CardHolderFullName: 'a' }, { Description: 'a' }, { BasketProduct: [{ Quantity: 2 }] }];
    expect(others.map(fingerprintOf)).not.toContain(fingerprintOf(difference));
  });

  test('does not take a count that cannot be read for one that is absent', () => {
    expect(fingerprintOf({ InstallmentNumber: 'abc' })).not.toBe(fingerprintOf({}));
  });

  test('takes IntegratorId 0, which client libraries send for none, for absent', () => {
    expect(fingerprintOf({ IntegratorId: 0 })).toBe(fingerprintOf({}));
  });

  test('sees the basket alike inside and beside BuyerInformation (decisions: tolerant reading)', () => {
    const BasketProduct = [{ ProductId: 1, Quantity: 2 }];
    expect(fingerprintOf({ BuyerInformation: { BasketProduct } })).toBe(fingerprintOf({ BasketProduct }));
  });
});
