import type { PaymentRequestFields } from '../../shared/domain/link/payment-request-fields.ts';
import { basketOf, buyerFieldsOf } from '../../shared/http/buyer-fields.ts';
import type { PaymentUserPosRequest } from './contract.ts';

/** From the wire's names to the domain's. */
export const fieldsOf = (request: PaymentUserPosRequest): PaymentRequestFields => {
  return {
    otherTrxCode: request.OtherTrxCode,
    dealerCustomerTypeId: request.DealerCustomerTypeId,
    fullName: request.FullName,
    gsmNumber: request.GsmNumber,
    email: request.Email,
    isPoolPayment: request.IsPoolPayment,
    isPreAuth: request.IsPreAuth,
    isTokenized: request.IsTokenized,
    dealerCustomerId: request.DealerCustomerId,
    customerCode: request.CustomerCode,
    firstName: request.FirstName,
    lastName: request.LastName,
    gender: request.Gender,
    birthDate: request.BirthDate,
    customerGsmNumber: request.CustomerGsmNumber,
    customerEmail: request.CustomerEmail,
    address: request.Address,
    amount: request.Amount,
    currency: request.Currency,
    installmentNumber: request.InstallmentNumber,
    setInstallmentBy: request.SetInstallmentBy,
    commissionByDealer: request.CommissionByDealer,
    isCommissionDiffByDealer: request.IsCommissionDiffByDealer,
    isThreeD: request.IsThreeD,
    description: request.Description,
    returnHash: request.ReturnHash,
    redirectUrl: request.RedirectUrl ?? request.RedirectURL,
    buyer: buyerFieldsOf(request.BuyerInformation),
    basket: basketOf(request),
  };
};
