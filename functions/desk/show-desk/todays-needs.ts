import type { Attention } from '../../../shared/desk/figures/attention.ts';
import { maskCardNumbers } from '../../../shared/domain/card/card-number-in-text.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { amountText, countText } from '../../../shared/pages/amounts.ts';
import type { ShownNeed } from '../../../shared/pages/desk/figures/today-page.ts';
import { todayTexts } from '../../../shared/pages/desk/figures/today-texts.ts';
import { deskMoment } from '../../../shared/pages/desk/frame/moments.ts';
import type { DeadDelivery } from '../../../shared/ports/desk-deliveries.ts';

/** Things of one kind that the page names; the rest is a number with the way to the list. */
const MOST_NAMED = 5;
const MOST_CHARACTERS = 80;

/** The first things of a kind, and how many more there are. */
const firstOf = <Item>(
  items: readonly Item[],
  show: (item: Item) => ShownNeed,
  { language, href }: { readonly language: Language; readonly href: string },
): readonly ShownNeed[] => {
  const more = items.length - MOST_NAMED;
  const rest = more > 0 ? [{ text: todayTexts[language].andMore(countText(more, language)), href }] : [];
  return [...items.slice(0, MOST_NAMED).map(show), ...rest];
};

/** The host alone: a path of a dealer's may be a secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url.slice(0, MOST_CHARACTERS));

const linkText = (
  { terms, buyer, delivery, description, userPosPaymentId }: PaymentRequest,
  language: Language,
): string => {
  const { amount, currency } = terms;
  const of = buyer.fullName ?? delivery.fullName ?? description ?? String(userPosPaymentId);
  return `${amountText(amount, { currency, language })}, ${maskCardNumbers(of).slice(0, MOST_CHARACTERS)}`;
};

const deadNeed = ({ delivery, event }: DeadDelivery, language: Language): ShownNeed => {
  const texts = todayTexts[language];
  const { payment, link } = event?.facts ?? {};
  const text = texts.dead(texts.deadKinds[delivery.channel.kind]);
  if (payment !== undefined) {
    return {
      text: `${text}, ${texts.ofPayment(String(payment.paymentId))}`,
      href: `/desk/payments/${payment.paymentId}`,
    };
  }
  return link === undefined
    ? { text }
    : { text: `${text}, ${texts.ofLink(String(link.paymentId))}`, href: `/desk/links/${link.paymentId}` };
};

/** What needs somebody, the most pressing first: money that did not go back, then what did not arrive, then what ends tomorrow. */
export const needsOf = (
  { failedReturns, failingEndpoints, dead, expiring }: Attention,
  language: Language,
): readonly ShownNeed[] => {
  const texts = todayTexts[language];
  return [
    ...firstOf(
      failedReturns.items,
      ({ payment, step }) => ({
        text: texts.failedReturn(String(payment.paymentId)),
        more: step.state === 'stuck' ? texts.failedReturnState.stuck : texts.failedReturnState.refused,
        href: `/desk/payments/${payment.paymentId}`,
      }),
      { language, href: '/desk/payments' },
    ),
    ...failingEndpoints.map(({ url, goneAtMs, failingSinceMs }) => ({
      text:
        goneAtMs !== undefined || failingSinceMs === undefined
          ? texts.endpointGone(hostOf(url))
          : texts.endpointFailing(hostOf(url), deskMoment(failingSinceMs, language)),
      more: texts.endpointAdvice,
    })),
    ...firstOf(dead.items, (one) => deadNeed(one, language), { language, href: '/desk/payments' }),
    ...firstOf(
      expiring,
      (link) => ({ text: texts.expiringOne(linkText(link, language)), href: `/desk/links/${link.userPosPaymentId}` }),
      { language, href: '/desk/links' },
    ),
  ];
};
