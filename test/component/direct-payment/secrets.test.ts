import { expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import { logHolding } from '../../support/app/app-log.ts';
import { rowsOf } from '../../support/bank/bank-merchants.ts';
import { cardSecretsIn, cardSecretsInLog } from '../../support/card/card-secrets.ts';
import { authenticationOf, leastDirect } from '../../support/dealer/dealers.ts';
import {
  DIRECT,
  leastSplit,
  MARKET_PLACE,
  newSplitDealer,
  paidBy,
  UNKNOWN_TOKEN,
} from '../../support/payment/direct-payments.ts';
import { CVC } from '../../support/payment/payer.ts';

test('neither number nor CVC of a card is in any row, log line or answer after direct payments of every outcome (rules 22, 26, 29)', async () => {
  const dealer = await newSplitDealer({ dealer: { cardLimit: { count: 20, amount: minor(1_000_000) } } });
  const pay = (fields: object, path = DIRECT) => dealer.payDirectly({ CvcNumber: CVC, ...fields }, path);
  const card = (id: string) => ({ CardNumber: paidBy(id).CardNumber });
  const customer = { CustomerInformation: { CustomerCode: 'C-1', FirstName: 'Elif', CardName: 'Bonus' } };
  const PaymentDealerAuthentication = authenticationOf(dealer.account);
  const request = { ...leastDirect, CvcNumber: CVC };
  const answers = [
    await pay({ OtherTrxCode: 'P-1', ...customer }),
    await pay({ OtherTrxCode: 'P-1', ...customer }),
    await pay({ ...leastSplit, ...card('approved-mastercard') }, MARKET_PLACE),
    await pay({ ...card('insufficient-funds'), ...customer }),
    await pay(card('error-before-charge')),
    await pay(card('error-after-charge')),
    await pay({ CardNumber: '4111111111111112' }),
    await pay({ CardNumber: '4111 1111 1111 1111 ', CardToken: UNKNOWN_TOKEN }),
    await pay({ CardHolderFullName: '4111111111111111' }),
    await pay({ CardNumber: null, CardToken: '4111111111111111' }),
    await pay({ BuyerInformation: { BuyerGsmNumber: '4111 1111 1111 1111' } }),
    await pay({ Currency: '4111111111111111' }),
    await pay({ Amount: '4111111111111111' }),
    await pay({ OtherTrxCode: 'P-2', ClientIP: '4111111111111111' }),
    await dealer.post(DIRECT, `${JSON.stringify({ PaymentDealerAuthentication, PaymentDealerRequest: request })}}`),
    await dealer.post(DIRECT, JSON.stringify({ PaymentDealerAuthentication, PaymentDealerRequest: [request] })),
  ];
  expect(new Set(answers.map(({ ResultCode }) => ResultCode)).size).toBe(5);
  const log = await logHolding(dealer.stack, dealer.dealer.dealerCode);
  const rows = (await rowsOf(dealer.stack)).map((row) => JSON.stringify(row));
  expect(rows.filter((row) => row.includes(dealer.dealer.dealerCode)).length).toBeGreaterThan(10);
  expect(rows.filter((row) => cardSecretsIn(row).length > 0)).toEqual([]);
  expect(cardSecretsInLog(log)).toEqual([]);
  expect(answers.filter((answer) => cardSecretsIn(JSON.stringify(answer)).length > 0)).toEqual([]);

  // The log tells of the first payment what the bank was asked and how long it took, apart from the time of our own.
  const order = (answers[0] as { readonly Data: { readonly VirtualPosOrderId: string } }).Data.VirtualPosOrderId;
  const told = (await logHolding(dealer.stack, `"orderId":"${order}"`))
    .split('\n')
    .filter((line) => line.includes(order))
    .map((line): unknown => JSON.parse(line));
  expect(told).toContainEqual(
    expect.objectContaining({ service: 'gateways', call: 'charge', answer: 'approved', ChargesApproved: 1 }),
  );
  expect(told).toContainEqual(
    expect.objectContaining({ message: 'answered', bankMs: expect.any(Number), code: 'Success' }),
  );
});
