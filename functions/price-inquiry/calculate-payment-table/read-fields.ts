import type { PaymentTableFields } from '../../../shared/domain/price-inquiry/price-fields.ts';
import { priceFieldsOf } from '../../../shared/http/price-members.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { PaymentTableRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: PaymentTableRequest): EveryField<PaymentTableFields> => {
  const { BinNumber, Currency, OrderAmount, IsThreeD, IsIncludedCommissionAmount, ...others } = request;
  noneLeft(others);
  return {
    ...priceFieldsOf({ BinNumber, Currency, OrderAmount, IsThreeD }),
    isIncludedCommissionAmount: IsIncludedCommissionAmount,
  };
};
