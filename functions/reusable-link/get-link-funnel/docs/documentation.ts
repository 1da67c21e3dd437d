import { amount, flag, objectOf, text, whole } from '../../../../shared/openapi/answer-members.ts';
import type { JsonSchema } from '../../../../shared/openapi/operation-document.ts';
import { currencyCode } from '../../../../shared/openapi/payment-detail.ts';

const sums = (description: string): JsonSchema => ({
  type: 'array',
  maxItems: 4,
  items: objectOf({ CurrencyCode: currencyCode, Amount: amount('The sum.') }),
  description,
});

const minutes = (description: string): JsonSchema => ({
  type: ['integer', 'null'],
  description: `${description}, in whole minutes; null where nothing was measured. Exact up to 127 minutes, and at most a 32nd too low above.`,
});

const counts = {
  CreatedCount: whole('Payment requests that were created.'),
  SentCount: whole('Those of which a provider took an SMS or e-mail that brought the link.'),
  DeliveredCount: whole('Those of which such a message was reported as delivered, and not as failed later.'),
  OpenedCount: whole(
    'Those that are known to be opened: noted of requests with a contact, certain of requests that a payer made of a reusable link, and of others once a card was sent.',
  ),
  CardSentCount: whole('Those whose payer has sent a card.'),
  ThreeDPassedCount: whole('Those whose payer has passed 3D Secure.'),
  PaidCount: whole('Those that were paid, whatever was given back later.'),
  DeclinedCount: whole('Those that failed for good: the payer gave up, or used up the attempts.'),
  ExpiredCount: whole('Those whose time was over before anybody paid.'),
  CancelledCount: whole('Those that were cancelled.'),
  GivenBackCount: whole('Paid ones of which nothing is left, by voids and refunds up to the last night.'),
  PaidList: sums('What payers paid by currency, commission of the payer included.'),
  GivenBackList: sums('What was given back of it by currency, up to the last night.'),
  OpenMinutesMedian: minutes('Half of the requests whose opening was noted took no longer to be opened'),
  OpenMinutes90: minutes('Nine of ten took no longer to be opened'),
  PayMinutesMedian: minutes(
    'Half of the paid requests whose opening was noted took no longer from there to the payment',
  ),
  PayMinutes90: minutes('Nine of ten took no longer from the opening to the payment'),
  DeclineCodeList: {
    type: 'array',
    maxItems: 5,
    items: objectOf({ ResultCode: text('The bank code.'), Count: whole('Attempts that were declined with it.') }),
    description: 'The most frequent codes of declined attempts, the first one first.',
  },
};

const row = objectOf({
  Date: text('Day of creation, such as 2026-11-22, with By Day; otherwise empty.'),
  DealerCustomerTypeId: whole('The definition with By Definition; otherwise 0.'),
  Channel: {
    type: 'string',
    enum: ['Sms', 'Email', 'SmsAndEmail', 'Dealer', 'ReusableLink', ''],
    description:
      'With By Channel: the messages that were written for the link; Dealer where the service sent none; ReusableLink where a payer made the request. Otherwise empty.',
  },
  ...counts,
});

export const data: JsonSchema = objectOf({
  FromDate: text('First day of creation, such as 2026-11-22.'),
  ToDate: text('Last day of creation.'),
  CountedFromDate: text('First day that is counted at all; empty until the first night has counted.'),
  TodayCountDate: text(
    'When today was counted, and yesterday until the night has counted it, such as 2026-11-22T14:42:17.26; empty where the answer is about neither.',
  ),
  IsComplete: flag(
    'False where a part is missing or older than it should be: a night is not done, or today has more requests than one call counts. Ask again in 15 minutes.',
  ),
  Total: objectOf(counts),
  FunnelListCount: whole('Number of entries in FunnelList.'),
  FunnelList: {
    type: 'array',
    items: row,
    description: 'By day or channel in the order of their texts, by definition in the order of their ids.',
  },
});
