import * as z from 'zod/mini';
import type { DirectPayment } from '../../../domain/direct-payment/direct-payment.ts';
import { currencies, minor } from '../../../domain/money/money.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import {
  optionalText,
  optionalWhole,
  storedAmount,
  storedDay,
  storedFlag,
  storedText,
  storedWhole,
} from '../engine/row.ts';
import { basketRow, buyerRow, callerRow } from './payment-request-row.ts';

const splitRow = z.object({
  subDealerId: storedWhole,
  amount: storedAmount,
  commission: storedAmount,
  net: storedAmount,
  topDealerCommission: storedAmount,
  // The one amount that may be below zero: the top dealer pays more than it earns (wire facts).
  topDealerIncome: z.pipe(storedWhole, z.transform(minor)),
});

export const directPaymentRow = z.object({
  operation: z.enum(['DoDirectPaymentMarketPlace', 'DoDirectPayment']),
  otherTrxCode: optionalText,
  cardToken: optionalText,
  cardHolderName: optionalText,
  pooled: storedFlag,
  commissionScenario: optionalWhole,
  splits: z.array(splitRow),
  description: optionalText,
  buyer: buyerRow,
  basket: basketRow,
  caller: callerRow,
  customer: z.optional(z.object({ dealerCustomerId: storedWhole, customerCode: storedText })),
  cardReservation: z.optional(z.object({ day: storedDay, currency: z.enum(currencies), amount: storedAmount })),
});

export const directPaymentOf = ({
  buyer,
  basket,
  caller,
  ...direct
}: z.output<typeof directPaymentRow>): DirectPayment =>
  omitUndefined({
    ...direct,
    buyer: omitUndefined(buyer),
    basket: basket.map(omitUndefined),
    caller: omitUndefined(caller),
  });
