import { contract as addCard } from '../../functions/card/add-card/contract.ts';
import { document as addCardDocument } from '../../functions/card/add-card/docs/examples.ts';
import { contract as getCard } from '../../functions/card/get-card/contract.ts';
import { document as getCardDocument } from '../../functions/card/get-card/docs/examples.ts';
import { contract as listCards } from '../../functions/card/list-cards/contract.ts';
import { document as listCardsDocument } from '../../functions/card/list-cards/docs/examples.ts';
import { contract as removeCard } from '../../functions/card/remove-card/contract.ts';
import { document as removeCardDocument } from '../../functions/card/remove-card/docs/examples.ts';
import { contract as updateCard } from '../../functions/card/update-card/contract.ts';
import { document as updateCardDocument } from '../../functions/card/update-card/docs/examples.ts';
import { contract as addCustomer } from '../../functions/customer/add-customer/contract.ts';
import { document as addCustomerDocument } from '../../functions/customer/add-customer/docs/examples.ts';
import { contract as addCustomerWithCard } from '../../functions/customer/add-customer-with-card/contract.ts';
import { document as addCustomerWithCardDocument } from '../../functions/customer/add-customer-with-card/docs/examples.ts';
import { contract as getCustomer } from '../../functions/customer/get-customer/contract.ts';
import { document as getCustomerDocument } from '../../functions/customer/get-customer/docs/examples.ts';
import { contract as listCustomers } from '../../functions/customer/list-customers/contract.ts';
import { document as listCustomersDocument } from '../../functions/customer/list-customers/docs/examples.ts';
import { contract as removeCustomer } from '../../functions/customer/remove-customer/contract.ts';
import { document as removeCustomerDocument } from '../../functions/customer/remove-customer/docs/examples.ts';
import { contract as updateCustomer } from '../../functions/customer/update-customer/contract.ts';
import { document as updateCustomerDocument } from '../../functions/customer/update-customer/docs/examples.ts';
import { contract as getDealer } from '../../functions/dealer/get-dealer/contract.ts';
import { document as getDealerDocument } from '../../functions/dealer/get-dealer/docs/examples.ts';
import { contract as makeDirectPayment } from '../../functions/direct-payment/make-direct-payment/contract.ts';
import { document as makeDirectPaymentDocument } from '../../functions/direct-payment/make-direct-payment/docs/examples.ts';
import { contract as cancelPaymentRequest } from '../../functions/link/cancel-payment-request/contract.ts';
import { document as cancelPaymentRequestDocument } from '../../functions/link/cancel-payment-request/docs/examples.ts';
import { contract as createPaymentRequest } from '../../functions/link/create-payment-request/contract.ts';
import { document as createPaymentRequestDocument } from '../../functions/link/create-payment-request/docs/examples.ts';
import { contract as getPaymentRequest } from '../../functions/link/get-payment-request/contract.ts';
import { document as getPaymentRequestDocument } from '../../functions/link/get-payment-request/docs/examples.ts';
import { contract as resendPaymentRequest } from '../../functions/link/resend-payment-request/contract.ts';
import { document as resendPaymentRequestDocument } from '../../functions/link/resend-payment-request/docs/examples.ts';
import { contract as approvePoolPayment } from '../../functions/payment/approve-pool-payment/contract.ts';
import { document as approvePoolPaymentDocument } from '../../functions/payment/approve-pool-payment/docs/examples.ts';
import { contract as capturePayment } from '../../functions/payment/capture-payment/contract.ts';
import { document as capturePaymentDocument } from '../../functions/payment/capture-payment/docs/examples.ts';
import { contract as refundPayment } from '../../functions/payment/refund-payment/contract.ts';
import { document as refundPaymentDocument } from '../../functions/payment/refund-payment/docs/examples.ts';
import { contract as undoPoolApproval } from '../../functions/payment/undo-pool-approval/contract.ts';
import { document as undoPoolApprovalDocument } from '../../functions/payment/undo-pool-approval/docs/examples.ts';
import { contract as updatePayment } from '../../functions/payment/update-payment/contract.ts';
import { document as updatePaymentDocument } from '../../functions/payment/update-payment/docs/examples.ts';
import { contract as updatePaymentShares } from '../../functions/payment/update-payment-shares/contract.ts';
import { document as updatePaymentSharesDocument } from '../../functions/payment/update-payment-shares/docs/examples.ts';
import { contract as voidPayment } from '../../functions/payment/void-payment/contract.ts';
import { document as voidPaymentDocument } from '../../functions/payment/void-payment/docs/examples.ts';
import { contract as getPaymentDetail } from '../../functions/payment-list/get-payment-detail/contract.ts';
import { document as getPaymentDetailDocument } from '../../functions/payment-list/get-payment-detail/docs/examples.ts';
import { contract as listPayments } from '../../functions/payment-list/list-payments/contract.ts';
import { document as listPaymentsDocument } from '../../functions/payment-list/list-payments/docs/examples.ts';
import { contract as listTransactions } from '../../functions/payment-list/list-transactions/contract.ts';
import { document as listTransactionsDocument } from '../../functions/payment-list/list-transactions/docs/examples.ts';
import { contract as calculatePaymentAmount } from '../../functions/price-inquiry/calculate-payment-amount/contract.ts';
import { document as calculatePaymentAmountDocument } from '../../functions/price-inquiry/calculate-payment-amount/docs/examples.ts';
import { contract as calculatePaymentTable } from '../../functions/price-inquiry/calculate-payment-table/contract.ts';
import { document as calculatePaymentTableDocument } from '../../functions/price-inquiry/calculate-payment-table/docs/examples.ts';
import { contract as getBankCard } from '../../functions/price-inquiry/get-bank-card/contract.ts';
import { document as getBankCardDocument } from '../../functions/price-inquiry/get-bank-card/docs/examples.ts';
import { contract as createReusableLink } from '../../functions/reusable-link/create-reusable-link/contract.ts';
import { document as createReusableLinkDocument } from '../../functions/reusable-link/create-reusable-link/docs/examples.ts';
import { contract as getLinkFunnel } from '../../functions/reusable-link/get-link-funnel/contract.ts';
import { document as getLinkFunnelDocument } from '../../functions/reusable-link/get-link-funnel/docs/examples.ts';
import { contract as getReusableLink } from '../../functions/reusable-link/get-reusable-link/contract.ts';
import { document as getReusableLinkDocument } from '../../functions/reusable-link/get-reusable-link/docs/examples.ts';
import { contract as listReusableLinks } from '../../functions/reusable-link/list-reusable-links/contract.ts';
import { document as listReusableLinksDocument } from '../../functions/reusable-link/list-reusable-links/docs/examples.ts';
import { contract as updateReusableLink } from '../../functions/reusable-link/update-reusable-link/contract.ts';
import { document as updateReusableLinkDocument } from '../../functions/reusable-link/update-reusable-link/docs/examples.ts';
import { contract as addPaymentPlan } from '../../functions/sale/add-payment-plan/contract.ts';
import { document as addPaymentPlanDocument } from '../../functions/sale/add-payment-plan/docs/examples.ts';
import { contract as addProduct } from '../../functions/sale/add-product/contract.ts';
import { document as addProductDocument } from '../../functions/sale/add-product/docs/examples.ts';
import { contract as addSale } from '../../functions/sale/add-sale/contract.ts';
import { document as addSaleDocument } from '../../functions/sale/add-sale/docs/examples.ts';
import { contract as addSchedule } from '../../functions/sale/add-schedule/contract.ts';
import { document as addScheduleDocument } from '../../functions/sale/add-schedule/docs/examples.ts';
import { contract as deletePaymentPlan } from '../../functions/sale/delete-payment-plan/contract.ts';
import { document as deletePaymentPlanDocument } from '../../functions/sale/delete-payment-plan/docs/examples.ts';
import { contract as deleteProduct } from '../../functions/sale/delete-product/contract.ts';
import { document as deleteProductDocument } from '../../functions/sale/delete-product/docs/examples.ts';
import { contract as deleteSale } from '../../functions/sale/delete-sale/contract.ts';
import { document as deleteSaleDocument } from '../../functions/sale/delete-sale/docs/examples.ts';
import { contract as deleteSchedule } from '../../functions/sale/delete-schedule/contract.ts';
import { document as deleteScheduleDocument } from '../../functions/sale/delete-schedule/docs/examples.ts';
import { contract as getPaymentPlan } from '../../functions/sale/get-payment-plan/contract.ts';
import { document as getPaymentPlanDocument } from '../../functions/sale/get-payment-plan/docs/examples.ts';
import { contract as getSale } from '../../functions/sale/get-sale/contract.ts';
import { document as getSaleDocument } from '../../functions/sale/get-sale/docs/examples.ts';
import { contract as getSchedule } from '../../functions/sale/get-schedule/contract.ts';
import { document as getScheduleDocument } from '../../functions/sale/get-schedule/docs/examples.ts';
import { contract as listPaymentPlans } from '../../functions/sale/list-payment-plans/contract.ts';
import { document as listPaymentPlansDocument } from '../../functions/sale/list-payment-plans/docs/examples.ts';
import { contract as listPlanTries } from '../../functions/sale/list-plan-tries/contract.ts';
import { document as listPlanTriesDocument } from '../../functions/sale/list-plan-tries/docs/examples.ts';
import { contract as listProducts } from '../../functions/sale/list-products/contract.ts';
import { document as listProductsDocument } from '../../functions/sale/list-products/docs/examples.ts';
import { contract as listSales } from '../../functions/sale/list-sales/contract.ts';
import { document as listSalesDocument } from '../../functions/sale/list-sales/docs/examples.ts';
import { contract as listSchedules } from '../../functions/sale/list-schedules/contract.ts';
import { document as listSchedulesDocument } from '../../functions/sale/list-schedules/docs/examples.ts';
import { contract as reportPaymentPlans } from '../../functions/sale/report-payment-plans/contract.ts';
import { document as reportPaymentPlansDocument } from '../../functions/sale/report-payment-plans/docs/examples.ts';
import { contract as updatePaymentPlan } from '../../functions/sale/update-payment-plan/contract.ts';
import { document as updatePaymentPlanDocument } from '../../functions/sale/update-payment-plan/docs/examples.ts';
import { contract as updateSale } from '../../functions/sale/update-sale/contract.ts';
import { document as updateSaleDocument } from '../../functions/sale/update-sale/docs/examples.ts';
import { contract as updateSchedule } from '../../functions/sale/update-schedule/contract.ts';
import { document as updateScheduleDocument } from '../../functions/sale/update-schedule/docs/examples.ts';
import { contract as getStatements } from '../../functions/statement/get-statements/contract.ts';
import { document as getStatementsDocument } from '../../functions/statement/get-statements/docs/examples.ts';
import { contract as listTransfers } from '../../functions/statement/list-transfers/contract.ts';
import { document as listTransfersDocument } from '../../functions/statement/list-transfers/docs/examples.ts';
import { contract as start3DPayment } from '../../functions/three-d-payment/start-3d-payment/contract.ts';
import { document as start3DPaymentDocument } from '../../functions/three-d-payment/start-3d-payment/docs/examples.ts';
import { contract as startMobile3D } from '../../functions/three-d-payment/start-mobile-3d/contract.ts';
import { document as startMobile3DDocument } from '../../functions/three-d-payment/start-mobile-3d/docs/examples.ts';
import type { AnyOperationContract } from '../../shared/http/contract.ts';
import type { OperationDocument } from '../../shared/openapi/operation-document.ts';

/** A dealer's operation with its words. Reasons and fields are plain strings here. */
export interface DocumentedOperation {
  readonly contract: AnyOperationContract;
  readonly document: OperationDocument<string, string>;
}

/** The operations of the published document, in its order. */
export const documentedOperations: readonly DocumentedOperation[] = [
  { contract: createPaymentRequest, document: createPaymentRequestDocument },
  { contract: getPaymentRequest, document: getPaymentRequestDocument },
  { contract: cancelPaymentRequest, document: cancelPaymentRequestDocument },
  { contract: resendPaymentRequest, document: resendPaymentRequestDocument },
  { contract: createReusableLink, document: createReusableLinkDocument },
  { contract: getReusableLink, document: getReusableLinkDocument },
  { contract: listReusableLinks, document: listReusableLinksDocument },
  { contract: updateReusableLink, document: updateReusableLinkDocument },
  { contract: getLinkFunnel, document: getLinkFunnelDocument },
  { contract: startMobile3D, document: startMobile3DDocument },
  { contract: makeDirectPayment, document: makeDirectPaymentDocument },
  { contract: start3DPayment, document: start3DPaymentDocument },
  { contract: getPaymentDetail, document: getPaymentDetailDocument },
  { contract: listPayments, document: listPaymentsDocument },
  { contract: listTransactions, document: listTransactionsDocument },
  { contract: updatePayment, document: updatePaymentDocument },
  { contract: updatePaymentShares, document: updatePaymentSharesDocument },
  { contract: capturePayment, document: capturePaymentDocument },
  { contract: voidPayment, document: voidPaymentDocument },
  { contract: refundPayment, document: refundPaymentDocument },
  { contract: approvePoolPayment, document: approvePoolPaymentDocument },
  { contract: undoPoolApproval, document: undoPoolApprovalDocument },
  { contract: getDealer, document: getDealerDocument },
  { contract: getStatements, document: getStatementsDocument },
  { contract: listTransfers, document: listTransfersDocument },
  { contract: getBankCard, document: getBankCardDocument },
  { contract: calculatePaymentAmount, document: calculatePaymentAmountDocument },
  { contract: calculatePaymentTable, document: calculatePaymentTableDocument },
  { contract: getSale, document: getSaleDocument },
  { contract: addPaymentPlan, document: addPaymentPlanDocument },
  { contract: updatePaymentPlan, document: updatePaymentPlanDocument },
  { contract: deletePaymentPlan, document: deletePaymentPlanDocument },
  { contract: getPaymentPlan, document: getPaymentPlanDocument },
  { contract: listPaymentPlans, document: listPaymentPlansDocument },
  { contract: listPlanTries, document: listPlanTriesDocument },
  { contract: reportPaymentPlans, document: reportPaymentPlansDocument },
  { contract: addSale, document: addSaleDocument },
  { contract: updateSale, document: updateSaleDocument },
  { contract: deleteSale, document: deleteSaleDocument },
  { contract: listSales, document: listSalesDocument },
  { contract: addProduct, document: addProductDocument },
  { contract: listProducts, document: listProductsDocument },
  { contract: deleteProduct, document: deleteProductDocument },
  { contract: addSchedule, document: addScheduleDocument },
  { contract: updateSchedule, document: updateScheduleDocument },
  { contract: getSchedule, document: getScheduleDocument },
  { contract: listSchedules, document: listSchedulesDocument },
  { contract: deleteSchedule, document: deleteScheduleDocument },
  { contract: getCustomer, document: getCustomerDocument },
  { contract: addCustomer, document: addCustomerDocument },
  { contract: updateCustomer, document: updateCustomerDocument },
  { contract: listCustomers, document: listCustomersDocument },
  { contract: removeCustomer, document: removeCustomerDocument },
  { contract: addCustomerWithCard, document: addCustomerWithCardDocument },
  { contract: addCard, document: addCardDocument },
  { contract: updateCard, document: updateCardDocument },
  { contract: getCard, document: getCardDocument },
  { contract: listCards, document: listCardsDocument },
  { contract: removeCard, document: removeCardDocument },
];
