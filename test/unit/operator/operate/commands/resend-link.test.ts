import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { resendLink } from '../../../../../functions/operator/operate/commands/resend-link.ts';
import type { PaymentRequest } from '../../../../../shared/domain/link/payment-request.ts';
import { DEFAULT_MESSAGING } from '../../../../../shared/domain/message/messaging-settings.ts';
import { linkWith } from '../../../../support/dealer/records.ts';

const NOON_MS = Date.UTC(2027, 0, 15, 9);
const HOUR_MS = 3_600_000;
const ID = 100_000;

const openLink = (changes: Partial<PaymentRequest> = {}): PaymentRequest =>
  linkWith({
    dealerCode: 'D1',
    userPosPaymentId: ID,
    createdAtMs: NOON_MS - HOUR_MS / 2,
    expiresAtMs: NOON_MS + HOUR_MS,
    ...changes,
  });

const callWith = (deps: object): CommandCall =>
  ({ deps, nowMs: NOON_MS, today: '20270115', tomorrow: '20270116' }) as unknown as CommandCall;

describe('resend-link', () => {
  const first = { kind: 'link', channel: 'sms', round: 1, queuedAtMs: NOON_MS - 60_000 };
  const resend = (link: PaymentRequest | undefined, messages: readonly object[] = [first], deliveryMode = 'sms') => {
    const deps = {
      links: { findById: async () => link },
      definitions: { find: async () => ({ deliveryMode }) },
      messages: { ofPayment: async () => messages },
      dealerMessaging: { of: async () => ({ ...DEFAULT_MESSAGING, resendsADay: 1 }) },
      messaging: { sms: {}, recipients: 'any recipient' },
    };
    return resendLink.plan({ dealerCode: 'D1', userPosPaymentId: ID }, callWith(deps));
  };

  test('sends the link of an open request once more, as the next round', async () => {
    const channel = { kind: 'sms', round: 2 };
    expect(await resend(openLink())).toMatchObject({
      dealerCode: 'D1',
      change: { kind: 'resend', record: [{ dealerCode: 'D1', channel, state: 'waiting' }] },
      changed: ['messages'],
      result: { dealerCode: 'D1', userPosPaymentId: ID, messages: [channel] },
    });
  });

  const { dealerCustomerTypeId: _none, ...withoutDefinition } = openLink();
  test.each<readonly [string, PaymentRequest | undefined, readonly object[], string, object]>([
    [
      'that is not there',
      undefined,
      [],
      'sms',
      { code: 'NotFound', sentence: 'There is no such payment request of dealer D1.' },
    ],
    ['without a definition', withoutDefinition, [first], 'sms', { code: 'NotFound' }],
    [
      'that is paid',
      openLink({ state: 'paid' }),
      [first],
      'sms',
      { sentence: expect.stringContaining('not open any more') },
    ],
    ['that nobody sends', openLink(), [first], 'none', { sentence: expect.stringContaining('leave no channel') }],
    ['that was not sent yet', openLink(), [], 'sms', { sentence: expect.stringContaining('not sent a first time') }],
    [
      'that was sent again today',
      openLink(),
      [first, { ...first, round: 2 }],
      'sms',
      { field: 'userPosPaymentId', sentence: expect.stringContaining('as often as the dealer may') },
    ],
  ])('sends none %s', async (_what, link, messages, mode, refusal) => {
    await expect(resend(link, messages, mode)).rejects.toMatchObject(refusal);
  });
});
