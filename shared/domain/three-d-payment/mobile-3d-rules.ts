import type { DayText } from '../calendar.ts';
import { holdsCardNumber } from '../card/card-number-in-text.ts';
import { badEmail } from '../customer/contact.ts';
import type { Dealer } from '../dealer/dealer.ts';
import { foreignIntegrator, integratorSentence } from '../dealer/integrator.ts';
import { parseRedirectUrl, redirectUrlSentences } from '../link/redirect-url.ts';
import {
  allowedCountsSentence,
  askedCurrency,
  askedInstallmentCount,
  dealerCountsSentence,
  SINGLE_PAYMENT,
} from '../money/asked-terms.ts';
import { isCurrency, UNKNOWN_CURRENCY } from '../money/money.ts';
import { oneOf, type Rule, refuseFirstBroken } from '../ordered-rules.ts';
import { Refusal } from '../refusal.ts';
import type { Mobile3DReason } from '../refusal-reasons.ts';
import { readBankCode } from '../virtual-pos/bank-list.ts';
import { canBePaid } from '../virtual-pos/can-be-paid.ts';
import type { VirtualPos } from '../virtual-pos/virtual-pos.ts';
import type { Mobile3DFields } from './mobile-3d-fields.ts';

/** Input of the rules. `today` is the day in Istanbul. */
export interface Mobile3DContext {
  readonly fields: Mobile3DFields;
  readonly dealer: Dealer;
  readonly today: DayText;
  readonly loopbackHttpAllowed: boolean;
}

type RuleOf<Context> = Rule<Mobile3DReason | 'InvalidRequest', Context>;

const MIN_INSTALLMENTS = 2;
const MAX_INSTALLMENTS = 9;

/** Required fields, in the order of the code table (dealer interface 7.3). */
const requiredFields: readonly RuleOf<Mobile3DContext>[] = [
  { reason: 'AmountRequired', sentence: 'Amount is required.', broken: ({ fields }) => fields.amount === undefined },
  {
    reason: 'OtherTrxCodeRequired',
    sentence: 'OtherTrxCode is required.',
    broken: ({ fields }) => fields.otherTrxCode === undefined,
  },
  {
    reason: 'RedirectUrlRequired',
    sentence: 'RedirectUrl is required.',
    broken: ({ fields }) => fields.redirectUrl === undefined,
  },
  {
    reason: 'PaymentTypeRequired',
    sentence: 'PaymentType is required.',
    broken: ({ fields }) => fields.paymentType === undefined,
  },
];

const isInRange = (count: number): boolean =>
  count === SINGLE_PAYMENT || (count >= MIN_INSTALLMENTS && count <= MAX_INSTALLMENTS);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** True if an address contains the code, as it is or percent-encoded as in addresses and forms. */
const addressHolds = (address: string, code: string): boolean =>
  [address, decoded(address), decoded(address.replaceAll('+', ' '))].some((text) => text.includes(code));

/**
 * Value ranges, in the order of the code table (dealer interface 7.3). An unknown currency does not count as a foreign
 * one.
 */
const valueRules: readonly RuleOf<Mobile3DContext>[] = [
  {
    reason: 'InstallmentNotAvailableForForeignCurrencyTransaction',
    sentence: 'InstallmentNumber must be a single payment when Currency is not TL.',
    broken: ({ fields }) => askedCurrency(fields) !== 'TL' && askedInstallmentCount(fields) !== SINGLE_PAYMENT,
  },
  {
    reason: 'InvalidInstallmentNumber',
    sentence: 'InstallmentNumber must be 2 to 9, or 0 or 1 for a single payment.',
    broken: ({ fields }) => !isInRange(askedInstallmentCount(fields)),
  },
  {
    reason: 'InvalidPaymentType',
    sentence: 'PaymentType must be the code of a bank that the service knows.',
    broken: ({ fields }) => readBankCode(fields.paymentType ?? '') === undefined,
  },
  {
    reason: 'InvalidCurrencyCode',
    sentence: UNKNOWN_CURRENCY,
    broken: ({ fields }) => fields.currency !== undefined && !isCurrency(fields.currency),
  },
  {
    reason: 'RedirectUrlCannotContainOtherTrxCode',
    sentence: 'RedirectUrl must contain the OtherTrxCode.',
    broken: ({ fields }) => !addressHolds(fields.redirectUrl ?? '', fields.otherTrxCode ?? ''),
  },
];

const invalid = (sentence: string, broken: RuleOf<Mobile3DContext>['broken']): RuleOf<Mobile3DContext> => ({
  reason: 'InvalidRequest',
  sentence,
  broken,
});

/** Value ranges without a code of their own: InvalidRequest, naming the field. */
const uncodedValueRules: readonly RuleOf<Mobile3DContext>[] = [
  invalid('Amount must be above 0.', ({ fields }) => fields.amount === 0),
  invalid('RedirectType must be 0 or 1.', ({ fields }) => !oneOf(fields.redirectType, [0, 1])),
  invalid('IsPoolPayment must be 0 or 1.', ({ fields }) => !oneOf(fields.isPoolPayment, [0, 1])),
  invalid('BuyerEmail is not an e-mail address.', ({ fields }) => badEmail(fields.buyer.email)),
];

/**
 * Texts that are stored and shown, so no card number may stand in them (rule 32). Codes and addresses are not among
 * them.
 */
const freeTexts = ({ fields }: Mobile3DContext): readonly (readonly [string, string | undefined])[] => [
  ['ClientIP', fields.clientIp],
  ['Software', fields.software],
  ['SubMerchantName', fields.subMerchantName],
  ['Description', fields.description],
  ['BuyerFullName', fields.buyer.fullName],
  ['BuyerAddress', fields.buyer.address],
];

/** Permissions of the dealer, in the order of the code table (dealer interface 7.3). */
const permissionRules: readonly RuleOf<Mobile3DContext>[] = [
  {
    reason: 'ForeignCurrencyNotAvailableForThisDealer',
    sentence: 'Currency is not permitted for this dealer.',
    broken: ({ fields, dealer }) => !dealer.currencies.includes(askedCurrency(fields)),
  },
  {
    reason: 'PoolPaymentNotAvailableForDealer',
    sentence: 'IsPoolPayment 1 is not permitted for this dealer.',
    broken: ({ fields, dealer }) => fields.isPoolPayment === 1 && dealer.pool === 'forbidden',
  },
  {
    reason: 'PoolPaymentRequiredForDealer',
    sentence: 'IsPoolPayment must be 1 for this dealer.',
    broken: ({ fields, dealer }) => fields.isPoolPayment !== 1 && dealer.pool === 'required',
  },
  {
    reason: 'InvalidInstallmentNumber',
    sentence: ({ dealer }) => dealerCountsSentence(dealer.installmentCounts),
    broken: ({ fields, dealer }) => {
      const count = askedInstallmentCount(fields);
      return count !== SINGLE_PAYMENT && !dealer.installmentCounts.includes(count);
    },
  },
  {
    reason: 'AgreementDateNotFound',
    sentence: 'This dealer has no agreement that is in force.',
    broken: ({ dealer, today }) => dealer.agreementDate === undefined || dealer.agreementDate > today,
  },
  invalid(integratorSentence, ({ fields, dealer }) => foreignIntegrator(fields.integratorId, dealer)),
];

const refuseBadRedirectUrl = ({ fields, dealer, loopbackHttpAllowed }: Mobile3DContext): void => {
  const policy = { loopbackHttpAllowed, allowedHosts: dealer.allowedRedirectHosts };
  const url = parseRedirectUrl(fields.redirectUrl ?? '', policy);
  if (typeof url === 'string') throw new Refusal('InvalidRequest', redirectUrlSentences[url]);
};

const refuseCardNumbers = (context: Mobile3DContext): void => {
  const found = freeTexts(context).find(([, text]) => text !== undefined && holdsCardNumber(text));
  if (found !== undefined) throw new Refusal('InvalidRequest', `${found[0]} must not hold a card number.`);
};

/**
 * Applies the rules that need no virtual POS (dealer interface 2.7): required fields, value ranges, permissions
 * (decisions: order of refusals). Throws the Refusal of the first broken rule.
 */
export const checkMobile3D = (context: Mobile3DContext): void => {
  refuseFirstBroken(requiredFields, context);
  refuseFirstBroken(valueRules, context);
  refuseBadRedirectUrl(context);
  refuseFirstBroken(uncodedValueRules, context);
  refuseCardNumbers(context);
  refuseFirstBroken(permissionRules, context);
};

/**
 * Refuses a checked request that no virtual POS of the dealer can take: because of the bank of PaymentType, the
 * currency, the count, or a missing commission rate for the count.
 */
export const requireMobile3DPos = (
  fields: Mobile3DFields,
  ofDealer: readonly VirtualPos[],
  { preferCheapest }: { readonly preferCheapest?: boolean } = {},
): void => {
  const found = canBePaid({
    ofDealer,
    preferCheapest: preferCheapest === true,
    currency: askedCurrency(fields),
    counts: [askedInstallmentCount(fields)],
    by: { kind: 'card-of-bank', bankCode: readBankCode(fields.paymentType ?? '') ?? '' },
  });
  switch (found.kind) {
    case 'payable':
      return;
    case 'no-virtual-pos':
      throw new Refusal('VirtualPosNotAvailable', 'This dealer has no virtual POS.');
    case 'not-taken':
      throw new Refusal(
        'VirtualPosNotAvailable',
        'This dealer has no virtual POS for the bank of PaymentType that takes the Currency.',
      );
    case 'no-rate':
      throw new Refusal(
        'VirtualPosCommissionRateNotFound',
        'The virtual POS of PaymentType has no commission rate for this InstallmentNumber.',
      );
    case 'count-not-taken':
      throw new Refusal(
        'InvalidInstallmentNumber',
        allowedCountsSentence(found.taken, 'the virtual POS of PaymentType takes no other count'),
      );
  }
};
