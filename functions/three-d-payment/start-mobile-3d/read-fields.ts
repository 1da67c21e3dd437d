import type { Mobile3DFields } from '../../../shared/domain/three-d-payment/mobile-3d-fields.ts';
import { buyerOfPaymentFieldsOf } from '../../../shared/http/buyer-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { Mobile3DRequest } from './contract.ts';

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: Mobile3DRequest): EveryField<Mobile3DFields> => {
  const {
    PaymentType,
    Amount,
    Currency,
    InstallmentNumber,
    ClientIP,
    RedirectURL,
    RedirectUrl,
    RedirectType,
    OtherTrxCode,
    IsPoolPayment,
    IntegratorId,
    Software,
    SubMerchantName,
    Description,
    BuyerInformation,
    ...others
  } = request;
  noneLeft(others);
  return {
    paymentType: PaymentType,
    amount: Amount,
    currency: Currency,
    installmentNumber: InstallmentNumber,
    clientIp: ClientIP,
    redirectUrl: RedirectURL ?? RedirectUrl,
    redirectType: RedirectType,
    otherTrxCode: OtherTrxCode,
    isPoolPayment: IsPoolPayment,
    integratorId: IntegratorId,
    software: Software,
    subMerchantName: SubMerchantName,
    description: Description,
    buyer: buyerOfPaymentFieldsOf(BuyerInformation),
  };
};
