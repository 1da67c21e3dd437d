import { istanbulDayOf, istanbulDayRange } from '../calendar.ts';
import type { MessageChannel, MessageKind } from './message.ts';
import type { DealerMessaging, StageMessaging } from './messaging-settings.ts';

/** Whose messages a counter counts. */
export type CapOwner = 'recipient' | 'dealer' | 'stage';

/** One counter that a message adds to, and the most that it may then hold. */
export interface MessageCap {
  readonly owner: CapOwner;
  /** Start of the fixed window, and its length. */
  readonly windowStartMs: number;
  readonly windowMs: number;
  readonly adds: number;
  readonly most: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Messages to one recipient over all dealers (rule 43). */
const SMS_AN_HOUR = 5;
const SMS_A_DAY = 10;
const EMAILS_A_DAY = 10;
/** The stage's daily sum is spread over so many counters, because messages of all dealers add to it. */
export const BUDGET_SHARDS = 8;

interface CappedMessage {
  readonly channel: MessageChannel;
  readonly kind: MessageKind;
  readonly segments: number;
  readonly nowMs: number;
  readonly stage: StageMessaging;
  readonly dealer: DealerMessaging;
}

/**
 * Every counter that a message must have room in. Hours are those of the clock, days those of Istanbul. Each owner has one
 * counter for each length of window, and each budget counter holds its share of the day's budget. What goes to the dealer
 * itself is no message to a stranger: an operator named the mailbox, and the dealer's own cap bounds it.
 */
export const capsOf = ({ channel, kind, segments, nowMs, stage, dealer }: CappedMessage): readonly MessageCap[] => {
  const hour = { windowStartMs: nowMs - (nowMs % HOUR_MS), windowMs: HOUR_MS };
  const day = { windowStartMs: istanbulDayRange(istanbulDayOf(nowMs)).firstMs, windowMs: DAY_MS };
  if (channel === 'email') {
    const ofDealer: MessageCap = { owner: 'dealer', ...day, adds: 1, most: dealer.emailsADay };
    return kind === 'sale' ? [ofDealer] : [{ owner: 'recipient', ...day, adds: 1, most: EMAILS_A_DAY }, ofDealer];
  }
  const caps: readonly MessageCap[] = [
    { owner: 'recipient', ...hour, adds: 1, most: SMS_AN_HOUR },
    { owner: 'recipient', ...day, adds: 1, most: SMS_A_DAY },
    { owner: 'dealer', ...day, adds: 1, most: dealer.smsADay },
  ];
  // The dealer pays its own provider.
  if (dealer.smsProvider !== undefined) return caps;
  const { segmentPriceMinor = 0, dailyBudgetMinor = 0 } = stage.sms ?? {};
  const share = Math.floor(dailyBudgetMinor / BUDGET_SHARDS);
  return [...caps, { owner: 'stage', ...day, adds: segments * segmentPriceMinor, most: share }];
};
