import type { Rate } from '../../../../shared/domain/money/rate.ts';
import { installmentsInEuro, liraWrittenTry } from '../../../../shared/openapi/examples-in-common.ts';
import type { RefusalExample } from '../../../../shared/openapi/operation-document.ts';
import { type Reason, refused } from './example-requests.ts';

/** Values out of range. */
export const values: readonly RefusalExample<Reason>[] = [
  refused(
    'InvalidGsmNumber',
    {
      summary: 'A number of a fixed line',
      message: 'GsmNumber must be a mobile number of 10 digits that starts with 5.',
    },
    { GsmNumber: '2121112233' },
  ),
  refused(
    'InvalidEmailFormat',
    { summary: 'An address without a domain', message: 'Email is not an e-mail address.' },
    { Email: 'elif@' },
  ),
  refused(
    'InvalidCustomerGsmNumber',
    {
      summary: 'A number that is too short',
      message: 'CustomerGsmNumber must be a mobile number of 10 digits that starts with 5.',
    },
    { CustomerGsmNumber: '530111' },
  ),
  refused(
    'InvalidCustomerEmailFormat',
    { summary: 'Not an address', message: 'CustomerEmail is not an e-mail address.' },
    { CustomerEmail: 'elif at example.com' },
  ),
  refused(...liraWrittenTry),
  refused(...installmentsInEuro),
  refused(
    'InvalidTokenizationPermissionValue',
    { summary: 'A value that does not exist', message: 'IsTokenized must be 0, 1 or 2.' },
    { IsTokenized: 3 },
  ),
  refused(
    'InvalidCommissionByDealerValue',
    { summary: 'A value that does not exist', message: 'CommissionByDealer must be a whole number from 0 to 12.' },
    { CommissionByDealer: 13 },
  ),
  refused(
    'InvalidCommissionDiffByDealerValue',
    { summary: 'A value that does not exist', message: 'IsCommissionDiffByDealer must be 0 or 1.' },
    { IsCommissionDiffByDealer: 2 },
  ),
  refused(
    'SetInstallmentByAndInstallmentNumberInconsistent',
    {
      summary: 'The payer is to choose, and the dealer has chosen',
      message:
        'InstallmentNumber must be a single payment when the payer chooses the installments (SetInstallmentBy 0).',
    },
    { SetInstallmentBy: 0, InstallmentNumber: 3 },
  ),
  refused(
    'InvalidInstallmentNumber',
    {
      summary: 'The definition has 2 and 3 installments only',
      message: 'InstallmentNumber must be 1 to 3: the payment-request definition and this dealer allow no other count.',
      setUp: { definition: { installmentCounts: [2, 3] } },
    },
    { InstallmentNumber: 6 },
  ),
  refused(
    'SetInstallmentByInconsistent',
    {
      summary: 'The definition leaves the choice to the payer',
      message: 'SetInstallmentBy differs from the side that the payment-request definition fixes.',
      setUp: { definition: { installmentsSetBy: 'payer' } },
    },
    { SetInstallmentBy: 1 },
  ),
  refused(
    'InvalidBirthDateFormat',
    { summary: 'A day that does not exist', message: 'BirthDate must be a real day in the past, written YYYYMMDD.' },
    { BirthDate: '19850230' },
  ),
  refused(
    'InvalidBuyerGsmNumber',
    {
      summary: 'A number that is too short',
      message: 'BuyerGsmNumber must be a phone number of 7 to 15 digits.',
    },
    { BuyerInformation: { BuyerGsmNumber: '530111' } },
  ),
  refused(
    'InvalidBuyerEmailFormat',
    { summary: 'Not an address', message: 'BuyerEmail is not an e-mail address.' },
    { BuyerInformation: { BuyerEmail: '@example.com' } },
  ),
];

/** What dealer or definition forbid. */
export const permissions: readonly RefusalExample<Reason>[] = [
  refused(
    'ForeignCurrencyUnavailable',
    {
      summary: 'The dealer takes TL only',
      message: 'Currency is not permitted for this dealer.',
      setUp: { dealer: { currencies: ['TL'] } },
    },
    { Currency: 'USD' },
  ),
  refused(
    'InvalidPaymentPermission',
    {
      summary: 'The definition knows no pre-authorisation',
      message: 'IsPreAuth asks for a kind of payment that the payment-request definition does not permit.',
      setUp: { definition: { preAuthorisation: false } },
    },
    { IsPreAuth: 1 },
  ),
  refused(
    'InvalidPoolPermission',
    {
      summary: 'The dealer may not use the pool',
      message: 'IsPoolPayment 1 is not permitted.',
      setUp: { dealer: { pool: 'forbidden' } },
    },
    { IsPoolPayment: 1 },
  ),
  refused(
    'InvalidTokenizationPermission',
    {
      summary: 'The dealer may not store cards',
      message: 'IsTokenized asks for card storage, which is not permitted.',
      setUp: { dealer: { cardStorage: false } },
    },
    { IsTokenized: 1, CustomerCode: 'C-2001', FirstName: 'Deniz' },
  ),
  refused(
    'ThreeDRequired',
    {
      summary: 'The definition makes 3D Secure mandatory',
      message: 'IsThreeD must be 1: the payment-request definition makes 3D mandatory.',
      setUp: { definition: { threeDMandatory: true } },
    },
    { IsThreeD: 0 },
  ),
];

/** Members of our own: until when a link can be paid, and in which language. */
export const ownMembers: readonly RefusalExample<Reason>[] = [
  refused(
    'InvalidRequest',
    {
      name: 'expireDateUnreadable',
      summary: 'ExpireDate is written in another way',
      message: 'ExpireDate must be a time in Istanbul, written yyyy-MM-dd HH:mm, or a day, written YYYYMMDD.',
    },
    { ExpireDate: '31.12.2049 18:00' },
  ),
  refused(
    'InvalidRequest',
    {
      name: 'expireDateTooLate',
      summary: 'The definition lets links live for an hour',
      message: 'ExpireDate must be in the future and within 60 minutes, which the payment-request definition permits.',
      setUp: { definition: { linkLifeMinutes: 60 } },
    },
    { ExpireDate: '2049-12-31 18:00' },
  ),
  refused(
    'InvalidRequest',
    { name: 'otherLanguage', summary: 'There is no page in German', message: 'Language must be TR or EN.' },
    { Language: 'DE' },
  ),
];

/** What no virtual POS of the dealer takes. */
export const virtualPos: readonly RefusalExample<Reason>[] = [
  refused(
    'InvalidRequest',
    {
      name: 'currencyOfNoVirtualPos',
      summary: 'The virtual POS takes TL only',
      message: 'No virtual POS of this dealer takes this Currency.',
      setUp: { virtualPos: [{ bankCode: '64', currencies: ['TL'] }] },
    },
    { Currency: 'USD' },
  ),
  refused('InvalidRequest', {
    name: 'noVirtualPos',
    summary: 'The dealer has no virtual POS yet',
    message: 'This dealer has no virtual POS, so nothing can be paid in any Currency.',
    setUp: { virtualPos: [] },
  }),
  refused(
    'InvalidInstallmentNumber',
    {
      name: 'countOfNoVirtualPos',
      summary: 'The virtual POS takes 3 installments, and has no commission rate for them',
      message: 'InstallmentNumber must be 1: the virtual POS of this dealer take no other count.',
      setUp: { virtualPos: [{ bankCode: '64', rates: { '1': 17_900 as Rate } }] },
    },
    { InstallmentNumber: 3 },
  ),
];
