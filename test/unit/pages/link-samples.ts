import type { DealerLooks } from '../../../shared/domain/dealer/dealer-looks.ts';
import type { Language } from '../../../shared/domain/language.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import type { Page, PageFrame } from '../../../shared/pages/document.ts';
import {
  amountReadPage,
  type LinkRefusal,
  linkRefusalPage,
  type ReusableLinkView,
  reusableLinkPage,
} from '../../../shared/pages/reusable-link-page.ts';
import { asks, asksNote, fixedAmount, openAmount, reusableLinkWith } from '../../support/link/reusable-links.ts';

type Make = (language: Language, link?: PaymentRequest) => Page;

const evil = 'Çocuklar için <b>seramik</b> atölyesi';

/** The link of a page: what a dealer wrote is that of the payment request that a test passes. */
const linkOf = (request: PaymentRequest | undefined, changes: Partial<ReusableLink>): ReusableLink =>
  reusableLinkWith({
    dealerName: request?.dealerName ?? 'Çiçek & <b>Bahçe</b>',
    title: request?.description ?? evil,
    description:
      request?.description ?? 'Cumartesi 14.00, malzemeler dahil.\nYanınıza önlük alın <script>alert(1)</script>',
    formKey: 'k'.repeat(43),
    ...changes,
    template: { currency: 'TL' },
  });

const open = { amount: openAmount({ suggested: [10_000, 25_000, 50_000, 100_000] }) };
const asking = {
  amount: fixedAmount(125_000),
  questions: [
    asks('FullName'),
    asks('Email'),
    asks('GsmNumber', false),
    asksNote('Çocuğun adı ve yaşı <i>'),
    asksNote('Not', false),
  ],
};

/** Every state of the pages of reusable links. */
export const linkSamples = (
  frameIn: (language: Language) => PageFrame,
  looks: DealerLooks,
): Readonly<Record<string, { readonly make: Make }>> => {
  const dressed = (language: Language): PageFrame => ({ ...frameIn(language), looks });
  const form =
    (changes: Partial<ReusableLink>, view: Partial<ReusableLinkView> = {}, frame = frameIn): Make =>
    (language, request) =>
      reusableLinkPage({
        formValue: 'v'.repeat(119),
        ...view,
        link: linkOf(request, changes),
        frame: frame(language),
      });
  const refusal =
    (one: LinkRefusal, frame = frameIn): Make =>
    (language, request) =>
      linkRefusalPage({ link: linkOf(request, {}), refusal: one, frame: frame(language) });
  const answers = ['Elif "E" Deneme <u>', 'elif@', '', '', ''];
  return {
    'link-fixed': { make: form({ amount: fixedAmount(125_000) }) },
    'link-open': { make: form({ amount: openAmount() }) },
    'link-suggested': { make: form(open, { typed: { amount: '250', answers: [] } }, dressed) },
    'link-questions': { make: form(asking, {}, dressed) },
    'link-problems': {
      make: form(
        { ...asking, ...open },
        {
          typed: { amount: '1.25.0', answers },
          problems: [
            { field: 'amount', kind: 'unclear' },
            { field: 1, kind: 'wrong' },
            { field: 3, kind: 'missing' },
          ],
        },
      ),
    },
    'link-too-small': {
      make: form(open, { typed: { amount: '5', answers: [] }, problems: [{ field: 'amount', kind: 'too-small' }] }),
    },
    'link-old-form': { make: form(asking, { typed: { answers }, notice: 'old-form' }) },
    'link-paid-before': { make: form({ amount: fixedAmount(125_000) }, { notice: 'paid-before' }, dressed) },
    'link-amount-read': {
      make: (language, request) =>
        amountReadPage({
          link: linkOf(request, { ...asking, ...open }),
          frame: frameIn(language),
          formValue: 'v'.repeat(119),
          typed: { amount: '1.250,5', answers },
          amount: minor(125_050),
        }),
    },
    'link-inactive': { make: refusal({ kind: 'inactive' }, dressed) },
    'link-expired': { make: refusal({ kind: 'expired' }) },
    'link-sold-out': { make: refusal({ kind: 'sold-out' }) },
    'link-in-a-moment': { make: refusal({ kind: 'in-a-moment' }, dressed) },
    'link-not-now': { make: refusal({ kind: 'not-now' }, dressed) },
    'link-too-many': { make: refusal({ kind: 'too-many', atText: '15:10' }) },
  };
};
