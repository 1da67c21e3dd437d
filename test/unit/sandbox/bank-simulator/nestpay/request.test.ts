import { describe, expect, test } from 'vitest';
import type { HttpResponse } from '../../../../../shared/http/envelope.ts';
import { testCard } from '../../../../../shared/nestpay/test-cards.ts';
import { documentOf, goodCharge } from '../../../../support/bank/bank-wire.ts';
import { calledBank, calledMerchant, documentOf as readDocument } from '../../../../support/bank/called-bank.ts';

const OrderId = 'ORDER-1';
type Texts = Parameters<typeof goodCharge>[1];

const pay = (bank: ReturnType<typeof calledBank>, cardId = 'approved', changes: Texts = {}): Promise<HttpResponse> => {
  const elements = goodCharge(calledMerchant, { OrderId, Number: testCard(cardId).number, ...changes });
  return bank.send('/fim/api', documentOf(elements));
};

/** Response, return code and error code of an answer. */
const codesOf = (response: HttpResponse): readonly unknown[] => {
  const { CC5Response } = readDocument(response) as {
    readonly CC5Response: { Response: string; ProcReturnCode: string; Extra: Readonly<Record<string, string>> };
  };
  return [CC5Response.Response, CC5Response.ProcReturnCode, CC5Response.Extra.ERRORCODE];
};

const refusedWith = (code: string) => ['Error', '99', code];
const APPROVAL = ['Approved', '00', ''];

describe('A request of NestPay’s wire', () => {
  test.each<readonly [Texts, string]>([
    [{ Name: '' }, 'CORE-1011'],
    [{ ClientId: '' }, 'CORE-1013'],
    [{ Password: '' }, 'CORE-2005'],
    [{ Mode: 'X' }, 'CORE-1006'],
    [{ IPAddress: 'x'.repeat(40) }, 'CORE-1022'],
    [{ OrderId: 'x'.repeat(65) }, 'CORE-1015'],
    [{ OrderId: 'ORDER 1' }, 'CORE-2301'],
    [{ OrderId: '.ORDER' }, 'CORE-2301'],
    [{ OrderId: 'ORDER.' }, 'CORE-2301'],
    [{ Type: '' }, 'CORE-2003'],
    [{ Type: 'Sale' }, 'CORE-2001'],
    [{ Total: '' }, 'CORE-2005'],
    ...['x1', '1x', '1.234', '1234567890'].map((Total) => [{ Total }, 'CORE-2007'] as const),
    [{ Total: '0.00' }, 'CORE-2009'],
    ...['', 'x949', '949x', 'TRY'].map((Currency) => [{ Currency }, 'CORE-1010'] as const),
    [{ Currency: undefined }, 'CORE-1010'],
    [{ Currency: '392' }, 'CORE-2105'],
    [{ Taksit: 'x' }, 'CORE-1023'],
    [{ Taksit: '13' }, 'CORE-2603'],
    [{ Number: '' }, 'CORE-2015'],
    ...['4111111111111112', 'x4111111111111111', '4111111111111111x', '42'].map(
      (one) => [{ Number: one }, 'CORE-2012'] as const,
    ),
    [{ Number: '411111:no:1' }, 'CORE-2516'],
    [{ Number: '411111:no:1', Cvv2Val: '' }, 'CORE-2516'],
    [{ Number: '411111:no:1', Expires: '' }, 'CORE-2516'],
    [{ Number: '411111:no:1', Expires: '', Cvv2Val: '' }, 'CORE-2121'],
    [{ Expires: '' }, 'CORE-2502'],
    ...['13/31', '00/31', '109/31', '09/311', '9/31', '0931', '09/19xx'].map(
      (Expires) => [{ Expires }, 'CORE-2011'] as const,
    ),
    [{ Expires: '12/26' }, 'CORE-2010'],
    ...['12', '1234', 'x123', '12x'].map((Cvv2Val) => [{ Cvv2Val }, 'CORE-2515'] as const),
    [{ Number: testCard('american-express').number }, 'CORE-2515'],
  ])('with %j is refused with %s', async (changes, code) => {
    expect(codesOf(await pay(calledBank(), 'approved', changes))).toEqual(refusedWith(code));
  });

  test.each<Texts>([
    { Mode: '' },
    { Mode: 'T' },
    { Mode: undefined, IPAddress: undefined },
    { IPAddress: 'x'.repeat(39) },
    { OrderId: 'x'.repeat(64) },
    { Taksit: '12' },
    { Taksit: undefined },
    { Total: '1' },
    { Total: '123,4' },
    { Total: '123456789.01' },
    { Expires: '01/27' },
    { Expires: '12/2031' },
    { Expires: '10/31' },
  ])('with %j is taken', async (changes) => {
    expect(codesOf(await pay(calledBank(), 'approved', changes))).toEqual(APPROVAL);
  });

  test('is read from a form field too, encoded or not, and is refused where it cannot be read', async () => {
    const document = documentOf(goodCharge(calledMerchant, { OrderId }));
    for (const body of [`DATA=${document}`, `DATA=  ${document}`, new URLSearchParams({ DATA: document }).toString()]) {
      expect(codesOf(await calledBank().send('/fim/api', body))).toEqual(APPROVAL);
    }
    for (const body of ['', 'DATA=', 'no document', '<CC5Request>', '<Other></Other>']) {
      expect(codesOf(await calledBank().send('/fim/api', body))).toEqual(refusedWith('CORE-2014'));
    }
  });
});
