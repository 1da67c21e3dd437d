import { askedCurrency } from '../../../shared/domain/money/asked-terms.ts';
import { toWireRate } from '../../../shared/domain/money/rate.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { LinkCounts } from '../../../shared/domain/reusable-link/link-counts.ts';
import { placeCounts } from '../../../shared/domain/reusable-link/places.ts';
import { type ReusableLink, reusableLinkStateAt } from '../../../shared/domain/reusable-link/reusable-link.ts';
import type { LinkWithPlaces } from '../../../shared/ports/reusable-links.ts';
import type { Result } from './command.ts';
import { shownAmount, shownTime } from './values-in-views.ts';

const shownAmounts = ({ amount }: ReusableLink): Result =>
  amount.kind === 'fixed'
    ? { amount: shownAmount(amount.amount) }
    : {
        min: shownAmount(amount.min),
        max: shownAmount(amount.max),
        suggested: amount.suggested.map((one) => shownAmount(one)),
      };

/** A link in a list. */
export const summaryOfLink = ({ link, places }: LinkWithPlaces, nowMs: number): Result => ({
  userPosLinkId: link.userPosLinkId,
  linkCode: link.linkCode,
  title: link.title,
  state: reusableLinkStateAt(link, places, nowMs),
  ...shownAmounts(link),
  currency: askedCurrency(link.template),
  ...omitUndefined({
    maxPayments: link.maxPayments,
    paid: link.maxPayments === undefined ? undefined : placeCounts(places).paid,
    expiresAt: link.expiresAtMs === undefined ? undefined : shownTime(link.expiresAtMs),
  }),
  createdAt: shownTime(link.createdAtMs),
});

const shownSplit = ({ rates, template }: ReusableLink): Result => {
  if (rates !== undefined) {
    return { subDealers: rates.map(({ dealerId, rate }) => ({ subDealerId: dealerId, rate: toWireRate(rate) })) };
  }
  if (template.subDealers.length === 0) return {};
  return {
    subDealers: template.subDealers.map(({ dealerId, amount }) =>
      omitUndefined({ subDealerId: dealerId, amount: amount === undefined ? undefined : shownAmount(amount) }),
    ),
  };
};

/** A link without its address, the key of its forms and the digest of its request: the first two are secrets (rule 30). */
export const shownReusableLink = (found: LinkWithPlaces, nowMs: number): Result => {
  const { link, places } = found;
  const { buyer: _buyer, basket: _basket, subDealers: _subDealers, currency: _currency, ...terms } = link.template;
  return {
    ...summaryOfLink(found, nowMs),
    version: link.version,
    active: link.active,
    ...omitUndefined({ description: link.description }),
    ...(link.maxPayments === undefined ? {} : { places: placeCounts(places) }),
    ask: link.questions,
    terms,
    ...shownSplit(link),
  };
};

export const shownCounts = ({ sums, ...counts }: LinkCounts): Result => ({
  ...counts,
  sums: sums.map(({ currency, paid, givenBack }) => ({
    currency,
    paid: shownAmount(paid),
    givenBack: shownAmount(givenBack),
  })),
});
