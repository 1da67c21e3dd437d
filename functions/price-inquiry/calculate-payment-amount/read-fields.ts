import type { PaymentAmountFields } from '../../../shared/domain/price-inquiry/price-fields.ts';
import { priceFieldsOf } from '../../../shared/http/price-members.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { PaymentAmountRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: PaymentAmountRequest): EveryField<PaymentAmountFields> => {
  const { BinNumber, Currency, OrderAmount, IsThreeD, ...more } = request;
  const { InstallmentNumber, GroupRevenueRate, GroupRevenueAmount, ...others } = more;
  noneLeft(others);
  return {
    ...priceFieldsOf({ BinNumber, Currency, OrderAmount, IsThreeD }),
    installmentNumber: InstallmentNumber,
    groupRevenueRate: GroupRevenueRate,
    groupRevenueAmount: GroupRevenueAmount,
  };
};
