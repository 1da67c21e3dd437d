import { expect, test } from 'vitest';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { GetSaleReason } from '../../../shared/domain/refusal-reasons.ts';
import type { CodesOf } from '../../../shared/http/contract.ts';
import { type EachField, fingerprintOf } from '../../../shared/http/fingerprint.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';

// Each marked line is refused by the compiler. If one were accepted, the mark itself would be the error, and the check
// of types would fail.

const pipeline = {
  MalformedRequest: 'A',
  InvalidRequest: 'A',
  InvalidAccount: 'A',
  IpAddressNotAllowed: 'A',
  ChannelPermissionNotAvailable: 'A',
  NoAllowedToUseThisWebService: 'A',
};
const ofSale = {
  SaleCodeOrDealerSaleIdMustBeGiven: 'B',
  DealerSaleNotFound: 'C',
  SaleCodeDoesntMatchDealerSaleId: 'D',
};

interface Asked {
  readonly amount?: number | undefined;
  readonly clientIp?: string | undefined;
}

test('a reason that is misspelt does not compile', () => {
  // @ts-expect-error -- no operation has this reason
  expect(new Refusal('DealerCustomerNotFoundd', '').reason).toBe('DealerCustomerNotFoundd');
  expect(new Refusal('DealerCustomerNotFound', '').reason).toBe('DealerCustomerNotFound');
});

test('codes of an operation that leave a reason out, or name another one, do not compile', () => {
  const { DealerSaleNotFound: _without, ...incomplete } = ofSale;
  // @ts-expect-error -- DealerSaleNotFound has no code
  const missing: CodesOf<GetSaleReason> = { ...pipeline, ...incomplete };
  // @ts-expect-error -- the operation has no such reason
  const foreign = { ...pipeline, ...ofSale, GsmRequired: 'E' } satisfies CodesOf<GetSaleReason>;
  const all: CodesOf<GetSaleReason> = { ...pipeline, ...ofSale };
  expect([Object.keys(missing).length, Object.keys(foreign).length, Object.keys(all).length]).toEqual([8, 10, 9]);
});

test('a fingerprint that forgets a field does not compile, and one that is left out on purpose is named', () => {
  // @ts-expect-error -- clientIp is neither told nor left out
  const forgetful = { amount: 1 } satisfies EachField<Asked>;
  const told = { amount: 1 } satisfies EachField<Asked, 'clientIp'>;
  expect(fingerprintOf('Operation', forgetful)).toBe(fingerprintOf('Operation', told));
});

test('a reader that forgets a member or a field does not compile', () => {
  const { amount, ...others }: Asked = { amount: 1, clientIp: '127.0.0.1' };
  // @ts-expect-error -- clientIp was not read
  noneLeft(others);
  // @ts-expect-error -- clientIp has no value
  const read: EveryField<Asked> = { amount };
  expect(read).toEqual({ amount: 1 });
});
