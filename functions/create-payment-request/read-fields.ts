import { given } from '../../shared/domain/given.ts';
import type { BasketProduct } from '../../shared/domain/payment-request.ts';
import type { PaymentRequestFields } from '../../shared/domain/payment-request-fields.ts';
import type { PaymentUserPosRequest } from './contract.ts';

type BasketLine = PaymentUserPosRequest['BasketProduct'][number];

const basketProduct = (line: BasketLine): BasketProduct =>
  given({
    productId: line.ProductId,
    productCode: line.ProductCode,
    unitPrice: line.UnitPrice,
    quantity: line.Quantity,
  });

/** From the wire's names to the domain's. */
export const fieldsOf = (request: PaymentUserPosRequest): PaymentRequestFields => {
  const { BuyerInformation: buyer } = request;
  const basket = buyer.BasketProduct.length > 0 ? buyer.BasketProduct : request.BasketProduct;
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
    buyer: {
      fullName: buyer.BuyerFullName,
      email: buyer.BuyerEmail,
      gsmNumber: buyer.BuyerGsmNumber,
      address: buyer.BuyerAddress,
    },
    basket: basket.map(basketProduct),
  };
};
