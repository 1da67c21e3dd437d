import type {
  DirectCardFields,
  DirectCustomerFields,
  DirectPaymentFields,
} from '../domain/direct-payment/direct-payment-fields.ts';
import type { SplitEntry } from '../domain/split/payment-split.ts';
import { basketOf, buyerOfPaymentFieldsOf } from './buyer-fields.ts';
import type { DirectPaymentMembers } from './direct-payment-members.ts';
import { type EveryField, noneLeft } from './read-members.ts';

type CardMembers = Pick<
  DirectPaymentMembers,
  'CardHolderFullName' | 'CardNumber' | 'ExpMonth' | 'ExpYear' | 'CvcNumber' | 'CardToken'
>;

const cardOf = (request: CardMembers): EveryField<DirectCardFields> => ({
  holderName: request.CardHolderFullName,
  number: request.CardNumber,
  expiryMonth: request.ExpMonth,
  expiryYear: request.ExpYear,
  cvc: request.CvcNumber,
  token: request.CardToken,
});

/** Maps a SubDealer entry. */
export const splitEntry = (entry: DirectPaymentMembers['SubDealer'][number]): EveryField<SplitEntry> => ({
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

const customerOf = (customer: DirectPaymentMembers['CustomerInformation']): EveryField<DirectCustomerFields> => ({
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

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: DirectPaymentMembers): EveryField<DirectPaymentFields> => {
  const { CardHolderFullName, CardNumber, ExpMonth, ExpYear, CvcNumber, CardToken, ...payment } = request;
  const { Amount, Currency, InstallmentNumber, ClientIP, OtherTrxCode, IsPreAuth, IsPoolPayment, ...told } = payment;
  const { IntegratorId, Software, SubMerchantName, Description, CommissionScenario, ...blocks } = told;
  const { SubDealer, BuyerInformation, BasketProduct, CustomerInformation, ...others } = blocks;
  noneLeft(others);
  return {
    card: cardOf({ CardHolderFullName, CardNumber, ExpMonth, ExpYear, CvcNumber, CardToken }),
    amount: Amount,
    currency: Currency,
    installmentNumber: InstallmentNumber,
    clientIp: ClientIP,
    otherTrxCode: OtherTrxCode,
    isPreAuth: IsPreAuth,
    isPoolPayment: IsPoolPayment,
    integratorId: IntegratorId,
    software: Software,
    subMerchantName: SubMerchantName,
    description: Description,
    commissionScenario: CommissionScenario,
    subDealers: SubDealer.map(splitEntry),
    buyer: buyerOfPaymentFieldsOf(BuyerInformation),
    basket: basketOf({ BuyerInformation, BasketProduct }),
    customer: customerOf(CustomerInformation),
  };
};
