import type { PaymentRequestFields } from '../../../shared/domain/link/payment-request-fields.ts';
import { basketOf, buyerFieldsOf } from '../../../shared/http/buyer-fields.ts';
import { splitEntry } from '../../../shared/http/direct-payment-fields.ts';
import { type EveryField, noneLeft } from '../../../shared/http/read-members.ts';
import type { PaymentUserPosRequest } from './contract.ts';

type AddedField = 'expireDate' | 'language' | 'commissionScenario' | 'subDealers';

/** Members beside those of the interface's payment request: ours, and those of a split. */
const addedIn = (request: PaymentUserPosRequest) => {
  const { ExpireDate, Language, CommissionScenario, SubDealer, ...ofInterface } = request;
  const added: EveryField<Pick<PaymentRequestFields, AddedField>> = {
    expireDate: ExpireDate,
    language: Language,
    commissionScenario: CommissionScenario,
    subDealers: SubDealer.map(splitEntry),
  };
  return { added, ofInterface };
};

/** Maps the names of the wire to those of the domain. */
export const fieldsOf = (request: PaymentUserPosRequest): EveryField<PaymentRequestFields> => {
  const { added, ofInterface } = addedIn(request);
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
  } = ofInterface;
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
    ...added,
    buyer: buyerFieldsOf(BuyerInformation),
    basket: basketOf({ BuyerInformation, BasketProduct }),
  };
};
