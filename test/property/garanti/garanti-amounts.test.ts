import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readXml } from '../../../shared/adapters/bank/xml-reader.ts';
import {
  chargeRequest,
  followUpRequest,
  provisionRequest,
  type Sending,
} from '../../../shared/adapters/garanti/request-xml.ts';
import { threeDForm } from '../../../shared/adapters/garanti/three-d-form.ts';
import { currencies, MAX_AMOUNT_MINOR, minor } from '../../../shared/domain/money/money.ts';
import { requestHash } from '../../../shared/garanti/hashes.ts';
import { currencyNumbers } from '../../../shared/nestpay/codes.ts';
import type { PosOrder } from '../../../shared/ports/bank-order.ts';
import { cardOf, orderOf, startOf } from '../../support/bank/bank-calls.ts';
import { garantiAccount } from '../../support/bank/garanti-documents.ts';

const account = garantiAccount({ refundPassword: 'another/1' });
const sending: Sending = { account, sandbox: true, ipAddress: '203.0.113.7' };
const authentication = { md: 'bWQ=', xid: '', eci: '02', cavv: 'Y2F2dg==' };

const order: fc.Arbitrary<PosOrder> = fc
  .record({
    amount: fc.integer({ min: 1, max: MAX_AMOUNT_MINOR }).map(minor),
    currency: fc.constantFrom(...currencies),
    installments: fc.integer({ min: 1, max: 12 }),
    type: fc.constantFrom('sale', 'pre-authorisation'),
  })
  .map(orderOf);

/** What a document asks for, as the bank reads it. */
interface ReadRequest {
  readonly Terminal: { readonly HashData: string };
  readonly Order: { readonly OrderID: string };
  readonly Card?: { readonly Number: string };
  readonly Transaction: {
    readonly Type: string;
    readonly Amount: string;
    readonly CurrencyCode: string;
    readonly InstallmentCnt: string;
  };
}
const readRequest = (document: string): ReadRequest =>
  (readXml(document) as { readonly GVPSRequest: ReadRequest }).GVPSRequest;

test('what is charged, captured or refunded is what was asked for, to the minor unit', () => {
  fc.assert(
    fc.property(order, (one) => {
      const installments = one.installments === 1 ? '' : String(one.installments);
      const type = one.type === 'sale' ? 'sales' : 'preauth';
      const asked = { Amount: String(one.amount), CurrencyCode: currencyNumbers[one.currency] };
      const charges = [
        chargeRequest(sending, { ...one, card: cardOf('approved') }),
        provisionRequest(sending, { ...one, authentication }),
      ].map(readRequest);
      for (const { Order, Transaction } of charges) {
        expect(Transaction).toMatchObject({ ...asked, Type: type, InstallmentCnt: installments });
        expect(Order.OrderID).toBe(one.orderId);
      }
      for (const kind of ['capture', 'refund', 'void'] as const) {
        const { Transaction } = readRequest(followUpRequest(sending, one, { kind, originalReference: '1' }));
        expect(Transaction).toMatchObject(kind === 'void' ? { ...asked, Amount: '1' } : asked);
      }
      const form = threeDForm(sending, 'https://gateway.bank.example', { ...startOf('approved'), order: one });
      const fields = new Map(form.fields);
      expect(fields.get('txnamount')).toBe(asked.Amount);
      expect(fields.get('txncurrencycode')).toBe(asked.CurrencyCode);
      expect(fields.get('txninstallmentcount')).toBe(installments);
      expect(fields.get('txntype')).toBe(type);
    }),
  );
});

test('the hash is over the very values of the document, by the password of the user whom it names', () => {
  fc.assert(
    fc.property(order, (one) => {
      const documents = [
        ['provision', chargeRequest(sending, { ...one, card: cardOf('approved') })],
        ['provision', provisionRequest(sending, { ...one, authentication })],
        ['provision', followUpRequest(sending, one, { kind: 'capture', originalReference: '1' })],
        ['refund', followUpRequest(sending, one, { kind: 'refund', originalReference: '1' })],
        ['refund', followUpRequest(sending, one, { kind: 'void', originalReference: '1' })],
      ] as const;
      for (const [user, document] of documents) {
        const { Terminal, Order, Card, Transaction } = readRequest(document);
        const password = user === 'refund' ? account.refundPassword : account.provisionPassword;
        expect(Terminal.HashData).toBe(
          requestHash(
            { terminalId: account.terminalId, password },
            {
              orderId: Order.OrderID,
              cardNumber: Card?.Number,
              amount: Number(Transaction.Amount),
              currencyCode: Transaction.CurrencyCode,
            },
          ),
        );
      }
    }),
  );
});
