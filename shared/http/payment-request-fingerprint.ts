import { istanbulMomentOf } from '../domain/calendar.ts';
import { spelledGsm } from '../domain/customer/contact.ts';
import type { PaymentRequestFields } from '../domain/link/payment-request-fields.ts';
import { askedInstallmentCount } from '../domain/money/asked-terms.ts';
import { DEFAULT_CURRENCY } from '../domain/money/money.ts';
import { splitsPart } from './direct-payment-fingerprint.ts';
import { basketPart, buyerPart, type EachField, fingerprintOf } from './fingerprint.ts';

type AddedField = 'expireDate' | 'language' | 'commissionScenario' | 'subDealers';

/** What the operation got later. A repeat in another spelling names the same moment and language, and the two paths make the same request. */
const addedPart = ({ expireDate, language, commissionScenario, subDealers }: PaymentRequestFields) =>
  ({
    expireDate: expireDate === undefined ? undefined : (istanbulMomentOf(expireDate) ?? expireDate),
    language: language?.trim().toLowerCase(),
    commissionScenario,
    subDealers: subDealers.length === 0 ? undefined : splitsPart(subDealers),
  }) satisfies EachField<Pick<PaymentRequestFields, AddedField>>;

/**
 * Every field in a fixed order and one spelling, so that a repeat in another spelling is the same request (rule 13).
 */
export const paymentRequestFingerprint = (fields: PaymentRequestFields): string =>
  fingerprintOf(
    'CreateUserPosPayment',
    {
      otherTrxCode: fields.otherTrxCode,
      dealerCustomerTypeId: fields.dealerCustomerTypeId,
      fullName: fields.fullName,
      gsmNumber: spelledGsm(fields.gsmNumber),
      email: fields.email,
      isPoolPayment: fields.isPoolPayment ?? 0,
      isPreAuth: fields.isPreAuth ?? 0,
      isTokenized: fields.isTokenized ?? 0,
      dealerCustomerId: fields.dealerCustomerId,
      customerCode: fields.customerCode,
      firstName: fields.firstName,
      lastName: fields.lastName,
      gender: fields.gender ?? 0,
      birthDate: fields.birthDate,
      customerGsmNumber: spelledGsm(fields.customerGsmNumber),
      customerEmail: fields.customerEmail,
      address: fields.address,
      amount: fields.amount,
      currency: fields.currency ?? DEFAULT_CURRENCY,
      installmentNumber: askedInstallmentCount(fields),
      setInstallmentBy: fields.setInstallmentBy,
      commissionByDealer: fields.commissionByDealer,
      isCommissionDiffByDealer: fields.isCommissionDiffByDealer ?? 0,
      isThreeD: fields.isThreeD,
      description: fields.description,
      returnHash: fields.returnHash,
      redirectUrl: fields.redirectUrl,
      buyer: buyerPart(fields.buyer),
      basket: basketPart(fields.basket),
    } satisfies EachField<PaymentRequestFields, AddedField>,
    addedPart(fields),
  );
