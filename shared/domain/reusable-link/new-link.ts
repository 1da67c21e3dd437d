import { istanbulMomentOf } from '../calendar.ts';
import { type MinorUnits, minor } from '../money/money.ts';
import type { Rate } from '../money/rate.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { SplitEntry } from '../split/payment-split.ts';
import type { QuestionFields, ReusableLinkFields, SharedEntry } from './link-fields.ts';
import { hasOpenAmount } from './link-rules.ts';
import {
  type AskableField,
  askableFields,
  type LinkAmount,
  type Question,
  type RequestTemplate,
  type ReusableLink,
  type SharedRate,
} from './reusable-link.ts';

/** What a request says of its link: all of it but its names, its secrets, and who made it when. */
export type ReusableLinkTerms = Pick<
  ReusableLink,
  'title' | 'description' | 'amount' | 'questions' | 'template' | 'rates' | 'maxPayments' | 'expiresAtMs'
>;

const amountOf = ({ amount, openAmount: { min, max, suggested } }: ReusableLinkFields): LinkAmount =>
  amount === undefined
    ? { kind: 'open', min: min ?? minor(0), max: max ?? minor(0), suggested }
    : { kind: 'fixed', amount };

const askableFieldOf = (field: string | undefined): AskableField | undefined =>
  askableFields.find((one) => one === field);

const questionOf = ({ field, need, label }: QuestionFields): readonly Question[] => {
  const asked = askableFieldOf(field);
  return asked === undefined ? [] : [{ field: asked, required: need === 'required', ...omitUndefined({ label }) }];
};

/** An entry as a payment request has it. */
const entryOf = (shared: SharedEntry): SplitEntry => {
  const { rate: _, ...entry } = shared;
  return omitUndefined(entry);
};

const ratesOf = ({ subDealers }: ReusableLinkFields): readonly SharedRate[] | undefined =>
  subDealers.length === 0 ? undefined : subDealers.map(({ dealerId = 0, rate = 0 as Rate }) => ({ dealerId, rate }));

const templateOf = (fields: ReusableLinkFields, open: boolean): RequestTemplate => ({
  ...omitUndefined({
    dealerCustomerTypeId: fields.dealerCustomerTypeId,
    currency: fields.currency,
    language: fields.language,
    redirectUrl: fields.redirectUrl,
    returnHash: fields.returnHash,
    isThreeD: fields.isThreeD,
    isPreAuth: fields.isPreAuth,
    isPoolPayment: fields.isPoolPayment,
    installmentNumber: fields.installmentNumber,
    setInstallmentBy: fields.setInstallmentBy,
    commissionByDealer: fields.commissionByDealer,
    isCommissionDiffByDealer: fields.isCommissionDiffByDealer,
    commissionScenario: fields.commissionScenario,
  }),
  buyer: {},
  basket: [],
  subDealers: open ? [] : fields.subDealers.map(entryOf),
});

/** The terms of a link whose own rules hold. */
export const reusableLinkTermsOf = (fields: ReusableLinkFields): ReusableLinkTerms => {
  const open = hasOpenAmount(fields);
  return {
    title: fields.title ?? '',
    amount: amountOf(fields),
    questions: fields.questions.flatMap(questionOf),
    template: templateOf(fields, open),
    ...omitUndefined({
      description: fields.description,
      rates: open ? ratesOf(fields) : undefined,
      maxPayments: fields.maxPayments,
      expiresAtMs: fields.expireDate === undefined ? undefined : istanbulMomentOf(fields.expireDate),
    }),
  };
};

/** The amounts that a request of the link is tried with: whatever payers choose lies between them. */
export const triedAmountsOf = ({ amount }: Pick<ReusableLink, 'amount'>): readonly MinorUnits[] => {
  if (amount.kind === 'fixed') return [amount.amount];
  return amount.min === amount.max ? [amount.min] : [amount.min, amount.max];
};
