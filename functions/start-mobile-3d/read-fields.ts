import type { Mobile3DFields } from '../../shared/domain/link/mobile-3d-fields.ts';
import { buyerOfPaymentFieldsOf } from '../../shared/http/buyer-fields.ts';
import type { Mobile3DRequest } from './contract.ts';

/** From the wire's names to the domain's. */
export const fieldsOf = ({ BuyerInformation: buyer, ...request }: Mobile3DRequest): Mobile3DFields => ({
  paymentType: request.PaymentType,
  amount: request.Amount,
  currency: request.Currency,
  installmentNumber: request.InstallmentNumber,
  clientIp: request.ClientIP,
  redirectUrl: request.RedirectURL ?? request.RedirectUrl,
  redirectType: request.RedirectType,
  otherTrxCode: request.OtherTrxCode,
  isPoolPayment: request.IsPoolPayment,
  integratorId: request.IntegratorId,
  software: request.Software,
  subMerchantName: request.SubMerchantName,
  description: request.Description,
  buyer: buyerOfPaymentFieldsOf(buyer),
});
