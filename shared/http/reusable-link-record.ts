import { istanbulTimeOf } from '../domain/calendar.ts';
import { askedCurrency, askedInstallmentCount } from '../domain/money/asked-terms.ts';
import { minor, toWireAmount } from '../domain/money/money.ts';
import { toWireRate } from '../domain/money/rate.ts';
import type { LinkCounts } from '../domain/reusable-link/link-counts.ts';
import { placeCounts } from '../domain/reusable-link/places.ts';
import { type ReusableLink, reusableLinkStateAt } from '../domain/reusable-link/reusable-link.ts';
import type { LinkWithPlaces } from '../ports/reusable-links.ts';

const momentOf = (atMs: number | undefined): string => (atMs === undefined ? '' : istanbulTimeOf(atMs));

const amountMembers = ({ amount, template }: ReusableLink) => ({
  CurrencyCode: askedCurrency(template),
  Amount: amount.kind === 'fixed' ? toWireAmount(amount.amount) : 0,
  OpenAmount:
    amount.kind === 'open'
      ? {
          Min: toWireAmount(amount.min),
          Max: toWireAmount(amount.max),
          Suggested: amount.suggested.map(toWireAmount),
        }
      : null,
});

/** Settings that the request left out are null: the definition decides about each request. */
const paymentMembers = ({ template }: ReusableLink) => ({
  DealerCustomerTypeId: template.dealerCustomerTypeId ?? 0,
  Language: template.language?.trim().toUpperCase() ?? '',
  RedirectUrl: template.redirectUrl ?? '',
  IsThreeD: template.isThreeD ?? null,
  IsPreAuth: template.isPreAuth ?? 0,
  IsPoolPayment: template.isPoolPayment ?? 0,
  InstallmentNumber: askedInstallmentCount(template),
  SetInstallmentBy: template.setInstallmentBy ?? null,
  CommissionByDealer: template.commissionByDealer ?? null,
  IsCommissionDiffByDealer: template.isCommissionDiffByDealer ?? 0,
});

const splitMembers = ({ template, rates }: ReusableLink) => ({
  CommissionScenario: template.commissionScenario ?? 0,
  SubDealerList:
    rates === undefined
      ? template.subDealers.map(({ dealerId = 0, amount = minor(0) }) => ({
          DealerId: dealerId,
          Amount: toWireAmount(amount),
          Rate: 0,
        }))
      : rates.map(({ dealerId, rate }) => ({ DealerId: dealerId, Amount: 0, Rate: toWireRate(rate) })),
});

/** The members of a link that its dealer can change, with its state. */
export const changeableMembers = ({ link, places }: LinkWithPlaces, nowMs: number) => ({
  State: reusableLinkStateAt(link, places, nowMs),
  Description: link.description ?? '',
  ExpireDate: momentOf(link.expiresAtMs),
  MaxPayments: link.maxPayments ?? 0,
});

const placesMember = ({ link, places }: LinkWithPlaces) => {
  if (link.maxPayments === undefined) return null;
  const { free, held, paid } = placeCounts(places);
  return { Free: free, Held: held, Paid: paid };
};

/** A reusable link as its dealer is told of it (decisions: reusable links). */
export const reusableLinkRecord = (
  found: LinkWithPlaces,
  { nowMs, urlOf }: { readonly nowMs: number; readonly urlOf: (link: ReusableLink) => string },
) => {
  const { link } = found;
  return {
    UserPosLinkId: link.userPosLinkId,
    LinkCode: link.linkCode,
    Url: urlOf(link),
    Title: link.title,
    ...changeableMembers(found, nowMs),
    Places: placesMember(found),
    CreateDate: istanbulTimeOf(link.createdAtMs),
    ...amountMembers(link),
    AskList: link.questions.map(({ field, required, label }) => ({
      Field: field,
      Need: required ? 'required' : 'optional',
      Label: label ?? '',
    })),
    ...paymentMembers(link),
    ...splitMembers(link),
  };
};

/** What became of a link's requests, in `Counts` of its answer. */
export const countsRecord = ({
  counts,
  countedAtMs,
  isWhole,
}: {
  readonly counts: LinkCounts;
  readonly countedAtMs: number;
  readonly isWhole: boolean;
}) => ({
  Opened: counts.opened,
  Started: counts.started,
  Paid: counts.paid,
  GivenBack: counts.givenBack,
  SumList: counts.sums.map(({ currency, paid, givenBack }) => ({
    CurrencyCode: currency,
    PaidAmount: toWireAmount(paid),
    GivenBackAmount: toWireAmount(givenBack),
  })),
  CountedAt: istanbulTimeOf(countedAtMs),
  IsWhole: isWhole,
});
