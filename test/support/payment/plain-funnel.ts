import type { BankCode } from '../../../shared/domain/attempt/bank-codes.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { givenParts, openedAtMsOf, paidAtMsOfFact, type RequestFact } from './drawn-requests.ts';

/*
 * A funnel counted in the plainest way from what was drawn: loops and comparisons over the facts, and nothing of the code that
 * it is compared with.
 */

export interface PlainFunnel {
  readonly numbers: Readonly<Record<string, number>>;
  readonly paid: Readonly<Record<string, number>>;
  readonly givenBack: Readonly<Record<string, number>>;
  readonly declines: Readonly<Record<string, number>>;
  /** Every minute, in order. */
  readonly toOpened: readonly number[];
  readonly toPaid: readonly number[];
}

const isLinkMessage = ({ kind }: RequestFact['messages'][number]): boolean => kind === 'link' || kind === 'reminder';

const messagesOf = (fact: RequestFact) => (fact.madeOf === undefined ? fact.messages.filter(isLinkMessage) : []);

export const channelOfFact = (fact: RequestFact): string => {
  if (fact.madeOf !== undefined) return 'reusable-link';
  const bySms = messagesOf(fact).some(({ kind, channel }) => kind === 'link' && channel === 'sms');
  const byEmail = messagesOf(fact).some(({ kind, channel }) => kind === 'link' && channel === 'email');
  if (bySms && byEmail) return 'sms-and-email';
  if (bySms) return 'sms';
  return byEmail ? 'email' : 'dealer';
};

const isSent = ({ state, reachedProvider }: RequestFact['messages'][number]): boolean =>
  state === 'sent' || state === 'delivered' || (reachedProvider && state !== 'queued');

const passesThreeD = (fact: RequestFact): boolean =>
  fact.tries.some(({ kind, withThreeD }) => (kind === 'refused' || kind === 'in-doubt') && withThreeD) ||
  (fact.end === 'paid' && fact.paidWithThreeD);

const declineCodesOf = ({ tries }: RequestFact): readonly BankCode[] =>
  tries.flatMap(({ kind, code }): readonly BankCode[] => {
    if (kind === 'failed-3d') return ['025'];
    return kind === 'refused' ? [code] : [];
  });

const isTried = (fact: RequestFact): boolean => fact.tries.length > 0 || fact.end === 'paid';

const stagesOfFact = (fact: RequestFact, nowMs: number): Readonly<Record<string, boolean>> => ({
  created: true,
  sent: messagesOf(fact).some(isSent),
  delivered: messagesOf(fact).some(({ state }) => state === 'delivered'),
  opened: fact.madeOf !== undefined || fact.openedAfterMinutes !== undefined || isTried(fact),
  cardSent: isTried(fact),
  threeDPassed: passesThreeD(fact),
  paid: fact.end === 'paid',
  declined: fact.end === 'failed',
  expired: fact.end === 'open' && fact.createdAtMs + fact.lifeMinutes * 60_000 <= nowMs,
  cancelled: fact.end === 'cancelled',
});

const addTo = (sums: Record<string, number>, name: string, amount: number): void => {
  sums[name] = (sums[name] ?? 0) + amount;
};

/** `isBackCounted`: whether what was given back on a day is counted yet. */
export const plainFunnel = (
  facts: readonly RequestFact[],
  nowMs: number,
  isBackCounted: (day: string) => boolean = () => true,
): PlainFunnel => {
  const [numbers, paid, givenBack, declines] = [{}, {}, {}, {}] as Record<string, number>[] as [
    Record<string, number>,
    Record<string, number>,
    Record<string, number>,
    Record<string, number>,
  ];
  const [toOpened, toPaid]: [number[], number[]] = [[], []];
  for (const fact of facts) {
    for (const [stage, isMet] of Object.entries(stagesOfFact(fact, nowMs))) addTo(numbers, stage, isMet ? 1 : 0);
    for (const code of declineCodesOf(fact)) addTo(declines, code, 1);
    const isOfLink = fact.madeOf !== undefined;
    if (!isOfLink && fact.openedAfterMinutes !== undefined) toOpened.push(fact.openedAfterMinutes);
    if (fact.end === 'paid') {
      addTo(paid, fact.currency, fact.total);
      const fromMs = isOfLink ? fact.createdAtMs : openedAtMsOf(fact);
      if (fromMs !== undefined) toPaid.push(Math.floor((paidAtMsOfFact(fact) - fromMs) / 60_000));
    }
    let given = 0;
    for (const { atMs, amount } of givenParts(fact)) {
      given += amount;
      if (!isBackCounted(istanbulDayOf(atMs))) continue;
      addTo(givenBack, fact.currency, amount);
      if (given === fact.total) addTo(numbers, 'givenBack', 1);
    }
  }
  const inOrder = (one: number, other: number): number => one - other;
  return { numbers, paid, givenBack, declines, toOpened: toOpened.toSorted(inOrder), toPaid: toPaid.toSorted(inOrder) };
};

/** The value at a rank of an ordered list; undefined for an empty one. */
export const plainPercentile = (ordered: readonly number[], percent: number): number | undefined =>
  ordered[Math.max(1, Math.ceil((percent * ordered.length) / 100)) - 1];
