import { describe, expect, test } from 'vitest';
import { resendPaymentRequest } from '../../../functions/link/resend-payment-request/resend-payment-request.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import type { Message } from '../../../shared/domain/message/message.ts';
import { DEFAULT_MESSAGING } from '../../../shared/domain/message/messaging-settings.ts';
import type { DeliveryState } from '../../../shared/domain/outbox/delivery.ts';
import { FakePayments } from '../../fakes/payments.ts';
import { dealerWith, definitionWith } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);

/** A payment request whose first SMS and e-mail went out, and calls that send it again. */
const world = () => {
  const delivery = { gsmNumber: '5301111111', email: 'payer@example.com' };
  const made = linkWith({ dealerCode: 'D1', otherTrxCode: 'L-1', dealerCustomerTypeId: 26, delivery });
  const link = { ...made, createdAtMs: nowMs, expiresAtMs: nowMs + 60_000 };
  const { payment, userPosPaymentId } = link;
  const whole = { ...paymentWith({ kind: 'link', dealerCode: 'D1' }), name: payment, link, attempts: [] };
  const sent = (['sms', 'email'] as const).map((channel): Message => {
    const to = channel === 'sms' ? delivery.gsmNumber : delivery.email;
    const state = { kind: 'link', state: 'sent', version: 1, handOvers: 1, queuedAtMs: nowMs } as const;
    return { payment, channel, round: 1, to, ...state };
  });
  const outbox = dynamoOutbox(new MemoryTable());
  const useCase = resendPaymentRequest({
    payments: new FakePayments([{ ...whole, paymentId: userPosPaymentId, otherTrxCode: 'L-1' }]),
    definitions: { find: () => Promise.resolve(definitionWith('D1', { deliveryMode: 'smsAndEmail' })) },
    messages: { ofPayment: () => Promise.resolve(sent) },
    dealerMessaging: { of: () => Promise.resolve(DEFAULT_MESSAGING) },
    messaging: {
      sms: { sender: 'SHOP', dealerSenders: [], segmentPriceMinor: 1, dailyBudgetMinor: 1000 },
      email: { from: 'links@pay.example' },
      recipients: 'any recipient',
    },
    outbox,
    clock: { now: () => nowMs },
  });
  const read = { ok: true, value: { OtherTrxCode: 'L-1' } } as const;
  const call = () =>
    useCase({ dealer: dealerWith({ dealerCode: 'D1' }), operation: 'ResendUserPosPayment', sourceAddress: '', read });
  return { call, outbox, eventId: `${payment}-link-created` };
};

describe('ResendUserPosPayment while a round waits to leave (decisions: messages)', () => {
  test('calls at the same time ask for one round, and all get its answer', async () => {
    const { call, outbox, eventId } = world();
    const answers = await Promise.all([call(), call(), call()]);
    const MessageList = [
      { Channel: 'Sms', Round: 2 },
      { Channel: 'Email', Round: 2 },
    ];
    for (const { data } of answers) expect(data).toMatchObject({ MessageListCount: 2, MessageList });
    expect(answers.filter(({ replayed }) => replayed === false)).toHaveLength(1);
    const waiting = await outbox.deliveriesOf(eventId);
    expect(waiting.map(({ channel, state }) => `${channel.kind} ${state}`).toSorted()).toEqual([
      'email waiting',
      'sms waiting',
    ]);
  });

  test.each<[DeliveryState, boolean]>([
    ['waiting', true],
    ['done', true],
    ['dead', false],
    ['refused', false],
    ['gone', false],
  ])('a repeat finds the round %s; it is under way: %s', async (state, isUnderWay) => {
    const { call, outbox, eventId } = world();
    await call();
    for (const delivery of await outbox.deliveriesOf(eventId)) {
      await outbox.writeDelivery({ ...delivery, state, version: delivery.version + 1 });
    }
    const repeat = call();
    if (isUnderWay) expect(await repeat).toMatchObject({ replayed: true });
    else await expect(repeat).rejects.toMatchObject({ reason: 'ResendNotAvailable' });
  });
});
