import type {
  DirectCardFields,
  DirectCustomerFields,
  DirectPaymentFields,
} from '../../shared/domain/direct-payment/direct-payment-fields.ts';
import type { SplitEntry } from '../../shared/domain/split/payment-split.ts';
import { basketOf, buyerOfPaymentFieldsOf } from '../../shared/http/buyer-fields.ts';
import type { DirectPaymentRequest } from './contract.ts';

const cardOf = (request: DirectPaymentRequest): DirectCardFields => ({
  holderName: request.CardHolderFullName,
  number: request.CardNumber,
  expiryMonth: request.ExpMonth,
  expiryYear: request.ExpYear,
  cvc: request.CvcNumber,
  token: request.CardToken,
});

const splitEntry = (entry: DirectPaymentRequest['SubDealer'][number]): SplitEntry => ({
  dealerId: entry.DealerId,
  amount: entry.Amount,
  dealerCommissionRate: entry.DealerCommissionRate,
  dealerCommissionAmount: entry.DealerCommissionAmount,
  dealerCommissionFixedAmount: entry.DealerCommissionFixedAmount,
  groupRevenueRate: entry.GroupRevenueRate,
  groupRevenueAmount: entry.GroupRevenueAmount,
  amountToBeCommissioned: entry.AmountToBeCommissioned,
  isIncludedFixedAmount: entry.IsIncludedFixedAmount,
});

const customerOf = ({ CustomerInformation: customer }: DirectPaymentRequest): DirectCustomerFields => ({
  dealerCustomerId: customer.DealerCustomerId,
  customerCode: customer.CustomerCode,
  firstName: customer.FirstName,
  lastName: customer.LastName,
  gender: customer.Gender,
  birthDate: customer.BirthDate,
  gsmNumber: customer.GsmNumber,
  email: customer.Email,
  address: customer.Address,
  cardName: customer.CardName,
});

/** From the wire's names to the domain's. */
export const fieldsOf = (request: DirectPaymentRequest): DirectPaymentFields => {
  return {
    card: cardOf(request),
    amount: request.Amount,
    currency: request.Currency,
    installmentNumber: request.InstallmentNumber,
    clientIp: request.ClientIP,
    otherTrxCode: request.OtherTrxCode,
    isPreAuth: request.IsPreAuth,
    isPoolPayment: request.IsPoolPayment,
    integratorId: request.IntegratorId,
    software: request.Software,
    subMerchantName: request.SubMerchantName,
    description: request.Description,
    commissionScenario: request.CommissionScenario,
    subDealers: request.SubDealer.map(splitEntry),
    buyer: buyerOfPaymentFieldsOf(request.BuyerInformation),
    basket: basketOf(request),
    customer: customerOf(request),
  };
};
