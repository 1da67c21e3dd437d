import { describe, expect, test } from 'vitest';
import { attemptList, deliveryMembers, linkMembers } from '../../../functions/link/get-payment-request/link-state.ts';
import type { Message } from '../../../shared/domain/message/message.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { NamedLink } from '../../../shared/payment-flow/named-link.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/payment/attempts.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const OPTIONS = { nowMs: NOW, urlOf: () => 'https://pay.example/pay/x' };

const named = (link = linkWith(), attempts: NamedLink['attempts'] = []): NamedLink =>
  ({ link, attempts, steps: [] }) as unknown as NamedLink;

const messageOf = (changes: Partial<Message>): Message => ({
  payment: 'p',
  channel: 'sms',
  kind: 'link',
  round: 1,
  state: 'delivered',
  version: 1,
  to: '5301111111',
  handOvers: 1,
  queuedAtMs: NOW,
  ...changes,
});

describe('What GetUserPosPayment tells of a link', () => {
  test('is its definition, and what its payer answered, each empty where there is none', () => {
    const { dealerCustomerTypeId: _none, otherTrxCode: _code, ...bare } = linkWith();
    const answers = [{ label: 'Table', text: '7' }];
    expect(linkMembers(named(linkWith({ answers })), OPTIONS)).toMatchObject({
      DealerCustomerTypeId: 7,
      AnswerList: [{ Label: 'Table', Text: '7' }],
      State: 'Open',
      ResultCode: '',
    });
    expect(linkMembers(named(bare), OPTIONS)).toMatchObject({
      DealerCustomerTypeId: 0,
      OtherTrxCode: '',
      AnswerList: [],
      CustomerCode: '',
    });
  });

  test('is a result only where it was paid or closed as failed', () => {
    const codes = (['paid', 'cancelled', 'open'] as const).map(
      (state) => linkMembers(named(linkWith({ state })), OPTIONS).ResultCode,
    );
    expect(codes).toEqual(['00', '', '']);
  });
});

describe('What GetUserPosPayment tells of messages', () => {
  const delivery = (all: readonly Message[], progress: object = {}) =>
    deliveryMembers({ delivery: {}, progress } as never, all, { nowMs: NOW });

  test('is the messages that brought the link, the oldest first, and no receipts', () => {
    const messages = [
      messageOf({ round: 2, queuedAtMs: NOW + 1000 }),
      messageOf({ kind: 'receipt' } as never),
      messageOf({ kind: 'reminder', queuedAtMs: NOW + 500 }),
      messageOf({ round: 1 }),
    ];
    const told = delivery(messages);
    expect(told.MessageListCount).toBe(3);
    expect(told.MessageList.map(({ Round, QueueDate }) => [Round, QueueDate.slice(-2)].join(' '))).toHaveLength(3);
    expect(told.MessageList.map(({ QueueDate }) => QueueDate)).toEqual(
      told.MessageList.map(({ QueueDate }) => QueueDate).toSorted(),
    );
    expect(told.MessageList[0]).toMatchObject({ Round: 1, Recipient: '5301111111' });
  });

  test('is when each was sent and ended, and why it was not, each empty where it did not happen', () => {
    const [first] = delivery([messageOf({})]).MessageList;
    expect(first).toMatchObject({ SendDate: '', EndDate: '', Reason: '' });
    const [second] = delivery([
      messageOf({ sentAtMs: NOW, endedAtMs: NOW, state: 'failed', reason: 'no-route' } as never),
    ]).MessageList;
    expect(second).toMatchObject({ SendDate: expect.stringMatching(/^2026-01-15/), Reason: 'no-route' });
    expect(second?.EndDate).toBe(second?.SendDate);
  });

  test('is when the payer opened the link', () => {
    expect(delivery([], { openedAtMs: NOW }).OpenDate).toMatch(/^2026-01-15/);
    expect(delivery([]).OpenDate).toBe('');
  });
});

describe('What GetUserPosPayment tells of attempts', () => {
  const terms = { total: minor(2750), currency: 'TL', type: 'sale', commission: { payer: minor(0), dealer: minor(0) } };

  test('is the count of installments, 0 for a single payment, and 3D where a link was paid by it', () => {
    const link = linkWith();
    const attempts = [
      linkAttemptWith(link, { terms: { ...terms, installments: 1 } as never, threeD: true, mdStatus: 1 }),
      linkAttemptWith(link, { number: 2, terms: { ...terms, installments: 3 } as never }),
      directAttemptWith('D1', { number: 3, terms: { ...terms, installments: 2 } as never }),
    ];
    expect(attemptList(named(link, attempts))).toMatchObject([
      { InstallmentNumber: 0, IsThreeD: true, MdStatus: 1 },
      { InstallmentNumber: 3, IsThreeD: false, MdStatus: 0 },
      { InstallmentNumber: 2, IsThreeD: false, MdStatus: 0 },
    ]);
  });
});
