import type { PaymentRequestFields } from '../../shared/domain/link/payment-request-fields.ts';
import { basketOf, buyerFieldsOf } from '../../shared/http/buyer-fields.ts';
import { type EveryField, noneLeft } from '../../shared/http/read-members.ts';
import type { PaymentUserPosRequest } from './contract.ts';

/** From the wire's names to the domain's. */
export const fieldsOf = (request: PaymentUserPosRequest): EveryField<PaymentRequestFields> => {
  const {
    OtherTrxCode,
    DealerCustomerTypeId,
    FullName,
    GsmNumber,
    Email,
    IsPoolPayment,
    IsPreAuth,
    IsTokenized,
    DealerCustomerId,
    CustomerCode,
    FirstName,
    LastName,
    Gender,
    BirthDate,
    CustomerGsmNumber,
    CustomerEmail,
    Address,
    Amount,
    Currency,
    InstallmentNumber,
    SetInstallmentBy,
    CommissionByDealer,
    IsCommissionDiffByDealer,
    IsThreeD,
    Description,
    ReturnHash,
    RedirectUrl,
    RedirectURL,
    BuyerInformation,
    BasketProduct,
    ...others
  } = request;
  noneLeft(others);
  return {
    otherTrxCode: OtherTrxCode,
    dealerCustomerTypeId: DealerCustomerTypeId,
    fullName: FullName,
    gsmNumber: GsmNumber,
    email: Email,
    isPoolPayment: IsPoolPayment,
    isPreAuth: IsPreAuth,
    isTokenized: IsTokenized,
    dealerCustomerId: DealerCustomerId,
    customerCode: CustomerCode,
    firstName: FirstName,
    lastName: LastName,
    gender: Gender,
    birthDate: BirthDate,
    customerGsmNumber: CustomerGsmNumber,
    customerEmail: CustomerEmail,
    address: Address,
    amount: Amount,
    currency: Currency,
    installmentNumber: InstallmentNumber,
    setInstallmentBy: SetInstallmentBy,
    commissionByDealer: CommissionByDealer,
    isCommissionDiffByDealer: IsCommissionDiffByDealer,
    isThreeD: IsThreeD,
    description: Description,
    returnHash: ReturnHash,
    redirectUrl: RedirectUrl ?? RedirectURL,
    buyer: buyerFieldsOf(BuyerInformation),
    basket: basketOf({ BuyerInformation, BasketProduct }),
  };
};
