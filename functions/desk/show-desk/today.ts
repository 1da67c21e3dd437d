import { type AttentionDependencies, attentionOf } from '../../../shared/desk/figures/attention.ts';
import {
  isUnknownDay,
  type MissingMoney,
  type MoneyOfDays,
  type MoneyOfDaysDependencies,
  moneyOfDays,
} from '../../../shared/desk/figures/money-of-days.ts';
import { type DayText, dayTextOf, istanbulDayOf, monthOf, numberOfDay } from '../../../shared/domain/calendar.ts';
import { type DayMoney, moneyByCurrency, paymentsIn } from '../../../shared/domain/desk/day-money.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { type Currency, minor } from '../../../shared/domain/money/money.ts';
import { type AskFunnelDependencies, readFunnel } from '../../../shared/links/ask-funnel.ts';
import { type ShownDay, type ShownMoney, todayPage } from '../../../shared/pages/desk/figures/today-page.ts';
import { todayTexts } from '../../../shared/pages/desk/figures/today-texts.ts';
import type { ShownFunnel } from '../../../shared/pages/desk/figures/todays-funnel.ts';
import { deskDay } from '../../../shared/pages/desk/frame/moments.ts';
import type { FunnelCounting } from '../../../shared/ports/funnels.ts';
import type { ShowDeskPage } from './desk-pages.ts';
import { needsOf } from './todays-needs.ts';

export interface TodayDependencies extends MoneyOfDaysDependencies, AttentionDependencies {
  readonly funnels: AskFunnelDependencies['funnels'];
  readonly counting: Pick<FunnelCounting, 'parts' | 'progress'>;
}

/** Days of the picture and of the funnel. */
const DAYS = 30;
const WEEK_DAYS = 7;

const daysAgo = (day: DayText, days: number): DayText => dayTextOf(numberOfDay(day) - days);

const NOTHING = { paid: minor(0), givenBack: minor(0) };

const ofCurrency = <Of extends { readonly currency: Currency }>(
  all: readonly Of[],
  currency: Currency,
): Of | undefined => all.find((one) => one.currency === currency);

/** The numbers of each currency in which anything moved. */
const shownMoney = ({ days, today, todaysEntries, weekAgo }: MoneyOfDays): readonly ShownMoney[] => {
  const ofToday = moneyByCurrency(days.filter(({ day }) => day === today));
  const ofMonth = moneyByCurrency(days.filter(({ day }) => monthOf(day) === monthOf(today)));
  return moneyByCurrency(days).map(({ currency }) => ({
    currency,
    today: { ...(ofCurrency(ofToday, currency) ?? NOTHING), payments: paymentsIn(todaysEntries, currency) },
    weekAgo:
      weekAgo.kind === 'unknown'
        ? weekAgo
        : { kind: weekAgo.kind, ...(ofCurrency(moneyByCurrency(weekAgo.money), currency) ?? NOTHING) },
    month: ofCurrency(ofMonth, currency) ?? NOTHING,
  }));
};

const pictureDays = ({ days, today, missing }: MoneyOfDays, currency: Currency | undefined): readonly ShownDay[] => {
  const ofDay = new Map<DayText, DayMoney>(
    days.filter((one) => one.currency === currency).map((money) => [money.day, money]),
  );
  return Array.from({ length: DAYS }, (_, index) => daysAgo(today, DAYS - 1 - index)).map((day) => ({
    day,
    money: isUnknownDay(day, missing, today) ? undefined : (ofDay.get(day) ?? NOTHING),
  }));
};

const missingSentence = (missing: MissingMoney, language: Language): string => {
  const texts = todayTexts[language];
  switch (missing.kind) {
    case 'days-not-made':
      return texts.daysNotMade(deskDay(missing.from, language), deskDay(missing.until, language));
    case 'day-in-part':
      return texts.dayInPart(deskDay(missing.day, language));
    case 'statements-in-part':
      return texts.statementsInPart(deskDay(missing.from, language));
  }
};

const funnelOf = async (
  deps: TodayDependencies,
  asked: { readonly dealerCode: string; readonly listingShards: number },
  today: DayText,
): Promise<ShownFunnel> => {
  const days = { from: daysAgo(today, DAYS - 1), until: today };
  const answer = await readFunnel(deps, { ...asked, days, by: 'day' });
  if (answer === undefined) return { kind: 'too-many' };
  const { total, isComplete, liveCountedAtMs } = answer;
  return { kind: 'counted', days: DAYS, stages: total.counts.stages, isComplete, countedAtMs: liveCountedAtMs };
};

/** The month from its first day on, and as many days as the picture has. */
const firstDayOf = (today: DayText): DayText => {
  const [ofMonth, ofPicture] = [`${monthOf(today)}01`, daysAgo(today, DAYS - 1)];
  return ofMonth < ofPicture ? ofMonth : ofPicture;
};

/** The first page of the desk. It adds nothing up that statements or the funnel's job have added up already, and writes nothing. */
export const showToday =
  (deps: TodayDependencies): ShowDeskPage =>
  async ({ frame, dealer: { dealerCode, listingShards }, page: { query = {} } }, { id }) => {
    if (id !== undefined) return undefined;
    const { language } = frame;
    const nowMs = deps.clock.now();
    const today = istanbulDayOf(nowMs);
    const asked = { dealerCode, listingShards };
    const [read, attention, funnel] = await Promise.all([
      moneyOfDays(deps, { ...asked, from: firstDayOf(today) }),
      attentionOf(deps, asked),
      funnelOf(deps, asked, today),
    ]);
    const money = shownMoney(read);
    const currency = (money.find((one) => one.currency === query.currency) ?? money[0])?.currency;
    return {
      statusCode: 200,
      page: todayPage({
        frame,
        nowMs,
        weekAgo: daysAgo(today, WEEK_DAYS),
        money,
        missing: read.missing.map((one) => missingSentence(one, language)),
        open: attention.open,
        areLinksWhole: attention.areLinksWhole,
        needs: needsOf(attention, language),
        areNeedsWhole: attention.areLinksWhole && attention.failedReturns.isWhole && attention.dead.isWhole,
        currency,
        days: pictureDays(read, currency),
        funnel,
      }),
    };
  };
