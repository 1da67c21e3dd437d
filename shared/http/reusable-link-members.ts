import * as z from 'zod/mini';
import type { QuestionFields, ReusableLinkFields, SharedEntry } from '../domain/reusable-link/link-fields.ts';
import { MAX_SUB_DEALERS } from '../domain/split/payment-split.ts';
import { splitEntry } from './direct-payment-fields.ts';
import { splitMembers } from './direct-payment-members.ts';
import { amount, amounts, codedInteger, integer, list, nested, rate, text } from './fields.ts';
import { type EveryField, noneLeft } from './read-members.ts';

/** Longer than any valid value, so that a wrong one is refused by its own rule and not for its length. */
const anyLength = () => text({ max: 1000 });

const MOST_QUESTIONS = 6;
const MOST_SUGGESTED = 4;

/** Members that say what a reusable link is, of requests that make one or change one (decisions: reusable links). */
export const reusableLinkMembers = () => ({
  DealerCustomerTypeId: integer(),
  CurrencyCode: anyLength(),
  Amount: amount(),
  OpenAmount: nested(z.object({ Min: amount(), Max: amount(), Suggested: amounts(MOST_SUGGESTED) })),
  Title: text({ max: 100 }),
  Description: text({ max: 500 }),
  MaxPayments: integer(),
  ExpireDate: text({ max: 30 }),
  Ask: list(z.object({ Field: text({ max: 30 }), Need: text({ max: 30 }), Label: anyLength() }), {
    max: MOST_QUESTIONS,
    orOne: true,
  }),
  Language: text({ max: 10 }),
  RedirectUrl: text({ max: 2048 }),
  ReturnHash: integer(),
  IsThreeD: integer(),
  IsPreAuth: integer(),
  IsPoolPayment: integer(),
  InstallmentNumber: codedInteger(),
  SetInstallmentBy: integer(),
  CommissionByDealer: codedInteger(),
  IsCommissionDiffByDealer: codedInteger(),
  CommissionScenario: integer(),
  SubDealer: list(z.object({ ...splitMembers(), Rate: rate() }), { max: MAX_SUB_DEALERS, orOne: true }),
});

const membersObject = z.object(reusableLinkMembers());

/** The members as they were read. */
export type ReusableLinkMembers = z.output<typeof membersObject>;

const sharedEntry = ({ Rate, ...entry }: ReusableLinkMembers['SubDealer'][number]): EveryField<SharedEntry> => ({
  ...splitEntry(entry),
  rate: Rate,
});

const questionOf = ({ Field, Need, Label }: ReusableLinkMembers['Ask'][number]): EveryField<QuestionFields> => ({
  field: Field,
  need: Need,
  label: Label,
});

/** Members that are those of a payment request. */
const sharedIn = (request: ReusableLinkMembers) => {
  const { IsThreeD, IsPreAuth, IsPoolPayment, InstallmentNumber, SetInstallmentBy, CommissionByDealer, ...rest } =
    request;
  const { IsCommissionDiffByDealer, CommissionScenario, Language, RedirectUrl, ReturnHash, ...own } = rest;
  const shared = {
    isThreeD: IsThreeD,
    isPreAuth: IsPreAuth,
    isPoolPayment: IsPoolPayment,
    installmentNumber: InstallmentNumber,
    setInstallmentBy: SetInstallmentBy,
    commissionByDealer: CommissionByDealer,
    isCommissionDiffByDealer: IsCommissionDiffByDealer,
    commissionScenario: CommissionScenario,
    language: Language,
    redirectUrl: RedirectUrl,
    returnHash: ReturnHash,
  };
  return { shared, own };
};

/** Maps the names of the wire to those of the domain. */
export const reusableLinkFieldsOf = (
  request: ReusableLinkMembers,
): EveryField<Omit<ReusableLinkFields, 'linkCode'>> => {
  const { shared, own } = sharedIn(request);
  const { DealerCustomerTypeId, CurrencyCode, Amount, OpenAmount, Title, Description, ...rest } = own;
  const { MaxPayments, ExpireDate, Ask, SubDealer, ...others } = rest;
  noneLeft(others);
  const { Min, Max, Suggested } = OpenAmount;
  return {
    dealerCustomerTypeId: DealerCustomerTypeId,
    currency: CurrencyCode,
    amount: Amount,
    openAmount: { min: Min, max: Max, suggested: Suggested },
    title: Title,
    description: Description,
    maxPayments: MaxPayments,
    expireDate: ExpireDate,
    questions: Ask.map(questionOf),
    subDealers: SubDealer.map(sharedEntry),
    ...shared,
  };
};
