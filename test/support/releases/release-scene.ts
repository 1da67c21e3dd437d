import { inject } from 'vitest';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { type BankDealer, newBankDealer, paymentsOf, rowsOf, simple } from '../bank/bank-merchants.ts';
import { callOperation } from '../dealer/operation-calls.ts';
import { newOperator } from '../operator/operators.ts';
import { openPage, payThroughBank, payWith } from '../payment/payer.ts';

/** Nobody listens there: events are written, and their deliveries wait. */
const NOBODY = 'http://127.0.0.1:9/hook';

const card = { CardHolderFullName: 'Elif Y', CardNumber: '4111111111111111', ExpMonth: '12', ExpYear: '2030' };

const call = async (dealer: BankDealer, operation: Parameters<typeof callOperation>[1], fields: object) => {
  const { ResultCode, Data } = await callOperation(dealer, operation, fields);
  if (ResultCode !== 'Success') throw new Error(`${operation}: ${ResultCode}`);
  return Data;
};

/** Payments of every kind with their steps, links in every state, a customer with a card, and events of all of them. */
const payAll = async (dealer: BankDealer): Promise<void> => {
  await dealer.payDirectly({ OtherTrxCode: 'paid' });
  await dealer.payDirectly({ OtherTrxCode: 'declined', CardNumber: '4111110000000047' });
  await dealer.payDirectly({ OtherTrxCode: 'voided' });
  await call(dealer, 'DoVoid', { OtherTrxCode: 'voided' });
  await dealer.payDirectly({ OtherTrxCode: 'refunded' });
  await call(dealer, 'DoCreateRefundRequest', { OtherTrxCode: 'refunded', Amount: 5 });
  await dealer.payDirectly({ OtherTrxCode: 'pre-authorised', IsPreAuth: 1 });
  await dealer.payDirectly({ OtherTrxCode: 'captured', IsPreAuth: 1 });
  await call(dealer, 'DoCapture', { OtherTrxCode: 'captured', Amount: 20 });
  await dealer.payDirectly({ OtherTrxCode: 'pooled', IsPoolPayment: 1 });
  await dealer.newLink({ ...simple, OtherTrxCode: 'open-link' });
  const paid = await dealer.newLink({ ...simple, OtherTrxCode: 'paid-link' });
  await payThroughBank(await openPage(paid.url), 'approved');
  const left = await dealer.newLink({ ...simple, OtherTrxCode: 'at-3d' });
  await payWith(await openPage(left.url), 'approved');
  await call(dealer, 'AddCustomerWithCard', { CustomerCode: 'C-1', ...card });
};

/**
 * What the running release writes for one dealer, without what its bank writes. With events it depends on how far their
 * deliveries have come meanwhile.
 */
export const rowsOfScene = async ({
  withEvents,
}: {
  readonly withEvents: boolean;
}): Promise<{ readonly dealerCode: string; readonly rows: readonly Row[] }> => {
  const stack = inject('stack');
  const dealer = await newBankDealer();
  const { dealerCode } = dealer.dealer;
  const hook = { dealerCode, endpointId: 'all', eventTypes: 'all events', url: NOBODY };
  if (withEvents) await newOperator().done('put-webhook', hook);
  await payAll(dealer);
  const partitions = (await paymentsOf(stack, dealerCode)).map((payment) => `PAY#${payment}`);
  const own = await Promise.all([`DEALER#${dealerCode}`, ...partitions].map((prefix) => rowsOf(stack, prefix)));
  const outbox = withEvents ? await rowsOf(stack, 'OUTBOX#') : [];
  const events = outbox.filter((row) => row.dealerCode === dealerCode);
  return { dealerCode, rows: [...own.flat(), ...events] };
};
