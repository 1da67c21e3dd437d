import { istanbulMomentOf } from '../domain/calendar.ts';
import { askedInstallmentCount } from '../domain/money/asked-terms.ts';
import { DEFAULT_CURRENCY } from '../domain/money/money.ts';
import type { ReusableLinkFields, SharedEntry } from '../domain/reusable-link/link-fields.ts';
import { splitsPart } from './direct-payment-fingerprint.ts';
import { type EachField, fingerprintOf } from './fingerprint.ts';

const byDealerId = (a: SharedEntry, b: SharedEntry): number => (a.dealerId ?? 0) - (b.dealerId ?? 0);

const questionsPart = ({ questions }: ReusableLinkFields): readonly unknown[] =>
  questions.map(({ field, need, label }) => [field, need, label]);

/**
 * Every field of a new reusable link in a fixed order and one spelling, so that a repeat in another spelling is the same
 * request (rule 13).
 */
export const reusableLinkFingerprint = (fields: ReusableLinkFields): string =>
  fingerprintOf('CreateUserPosLink', {
    linkCode: fields.linkCode,
    dealerCustomerTypeId: fields.dealerCustomerTypeId,
    currency: fields.currency ?? DEFAULT_CURRENCY,
    amount: fields.amount,
    openAmount: [fields.openAmount.min, fields.openAmount.max, fields.openAmount.suggested],
    title: fields.title,
    description: fields.description,
    maxPayments: fields.maxPayments,
    expireDate:
      fields.expireDate === undefined ? undefined : (istanbulMomentOf(fields.expireDate) ?? fields.expireDate),
    questions: questionsPart(fields),
    language: fields.language?.trim().toLowerCase(),
    redirectUrl: fields.redirectUrl,
    returnHash: fields.returnHash,
    isThreeD: fields.isThreeD,
    isPreAuth: fields.isPreAuth ?? 0,
    isPoolPayment: fields.isPoolPayment ?? 0,
    installmentNumber: askedInstallmentCount(fields),
    setInstallmentBy: fields.setInstallmentBy,
    commissionByDealer: fields.commissionByDealer,
    isCommissionDiffByDealer: fields.isCommissionDiffByDealer ?? 0,
    commissionScenario: fields.commissionScenario,
    subDealers: [splitsPart(fields.subDealers), fields.subDealers.toSorted(byDealerId).map(({ rate }) => rate)],
  } satisfies EachField<ReusableLinkFields>);
