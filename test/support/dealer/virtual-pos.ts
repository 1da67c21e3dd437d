import type { PaymentTerms } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { parseRate, type Rate } from '../../../shared/domain/money/rate.ts';
import type { VirtualPos, VirtualPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';

/** Percentages by count, as operators write them. */
export const ratesOf = (percentages: Readonly<Record<string, string>>): Readonly<Record<string, Rate>> =>
  Object.fromEntries(
    Object.entries(percentages).map(([count, text]) => {
      const rate = parseRate(text);
      if (rate === undefined) throw new Error(`${text} is not a rate`);
      return [count, rate];
    }),
  );

const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

const isbank: VirtualPosOf<'nestpay'> = {
  dealerCode: 'D1',
  posId: 'isbank',
  version: 1,
  enabled: true,
  bankCode: '64',
  bankName: 'Isbank',
  kind: 'nestpay',
  gateway: 'https://bank.example',
  merchant: {
    clientId: '190100000',
    apiUser: 'api',
    apiPassword: { sealed: 'v1.sealed', version: 1 },
    storeKey: { sealed: 'v1.sealed', version: 1 },
  },
  currencies: ['TL', 'USD', 'EUR', 'GBP'],
  installmentCounts: COUNTS,
  rates: ratesOf(Object.fromEntries([1, ...COUNTS].map((count) => [String(count), `${count}.5`]))),
  isDefault: true,
  attemptedThreeDAllowed: false,
  serverStart: true,
  withoutCvc: true,
  noRecordHorizonHours: 24,
  dayEndsAt: '22:00',
};

/** A virtual POS at Isbank that takes everything. Tests remove what they are about, and leave its kind. */
export const posWith = (changes: Partial<VirtualPos> = {}): VirtualPosOf<'nestpay'> =>
  ({ ...isbank, ...changes }) as VirtualPosOf<'nestpay'>;

/** Terms under which the payer chooses among all counts and the dealer bears every commission. */
export const termsWith = (changes: Partial<PaymentTerms> = {}): PaymentTerms => ({
  amount: minor(10_000),
  currency: 'TL',
  installments: { by: 'payer' },
  allowedCounts: [1, ...COUNTS],
  commissionByDealer: 12,
  commissionDifferenceOnly: false,
  preAuthorisation: false,
  pooled: false,
  threeDMandatory: true,
  cardStorage: 'never',
  ...changes,
});
