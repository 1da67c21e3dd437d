import { contract as addCard } from '../../functions/add-card/contract.ts';
import { document as addCardDocument } from '../../functions/add-card/docs/examples.ts';
import { contract as addCustomer } from '../../functions/add-customer/contract.ts';
import { document as addCustomerDocument } from '../../functions/add-customer/docs/examples.ts';
import { contract as addCustomerWithCard } from '../../functions/add-customer-with-card/contract.ts';
import { document as addCustomerWithCardDocument } from '../../functions/add-customer-with-card/docs/examples.ts';
import { contract as addPaymentPlan } from '../../functions/add-payment-plan/contract.ts';
import { document as addPaymentPlanDocument } from '../../functions/add-payment-plan/docs/examples.ts';
import { contract as addProduct } from '../../functions/add-product/contract.ts';
import { document as addProductDocument } from '../../functions/add-product/docs/examples.ts';
import { contract as addSale } from '../../functions/add-sale/contract.ts';
import { document as addSaleDocument } from '../../functions/add-sale/docs/examples.ts';
import { contract as addSchedule } from '../../functions/add-schedule/contract.ts';
import { document as addScheduleDocument } from '../../functions/add-schedule/docs/examples.ts';
import { contract as approvePoolPayment } from '../../functions/approve-pool-payment/contract.ts';
import { document as approvePoolPaymentDocument } from '../../functions/approve-pool-payment/docs/examples.ts';
import { contract as calculatePaymentAmount } from '../../functions/calculate-payment-amount/contract.ts';
import { document as calculatePaymentAmountDocument } from '../../functions/calculate-payment-amount/docs/examples.ts';
import { contract as calculatePaymentTable } from '../../functions/calculate-payment-table/contract.ts';
import { document as calculatePaymentTableDocument } from '../../functions/calculate-payment-table/docs/examples.ts';
import { contract as cancelPaymentRequest } from '../../functions/cancel-payment-request/contract.ts';
import { document as cancelPaymentRequestDocument } from '../../functions/cancel-payment-request/docs/examples.ts';
import { contract as capturePayment } from '../../functions/capture-payment/contract.ts';
import { document as capturePaymentDocument } from '../../functions/capture-payment/docs/examples.ts';
import { contract as createPaymentRequest } from '../../functions/create-payment-request/contract.ts';
import { document as createPaymentRequestDocument } from '../../functions/create-payment-request/docs/examples.ts';
import { contract as deletePaymentPlan } from '../../functions/delete-payment-plan/contract.ts';
import { document as deletePaymentPlanDocument } from '../../functions/delete-payment-plan/docs/examples.ts';
import { contract as deleteProduct } from '../../functions/delete-product/contract.ts';
import { document as deleteProductDocument } from '../../functions/delete-product/docs/examples.ts';
import { contract as deleteSale } from '../../functions/delete-sale/contract.ts';
import { document as deleteSaleDocument } from '../../functions/delete-sale/docs/examples.ts';
import { contract as deleteSchedule } from '../../functions/delete-schedule/contract.ts';
import { document as deleteScheduleDocument } from '../../functions/delete-schedule/docs/examples.ts';
import { contract as getBankCard } from '../../functions/get-bank-card/contract.ts';
import { document as getBankCardDocument } from '../../functions/get-bank-card/docs/examples.ts';
import { contract as getCard } from '../../functions/get-card/contract.ts';
import { document as getCardDocument } from '../../functions/get-card/docs/examples.ts';
import { contract as getCustomer } from '../../functions/get-customer/contract.ts';
import { document as getCustomerDocument } from '../../functions/get-customer/docs/examples.ts';
import { contract as getDealer } from '../../functions/get-dealer/contract.ts';
import { document as getDealerDocument } from '../../functions/get-dealer/docs/examples.ts';
import { contract as getPaymentDetail } from '../../functions/get-payment-detail/contract.ts';
import { document as getPaymentDetailDocument } from '../../functions/get-payment-detail/docs/examples.ts';
import { contract as getPaymentPlan } from '../../functions/get-payment-plan/contract.ts';
import { document as getPaymentPlanDocument } from '../../functions/get-payment-plan/docs/examples.ts';
import { contract as getPaymentRequest } from '../../functions/get-payment-request/contract.ts';
import { document as getPaymentRequestDocument } from '../../functions/get-payment-request/docs/examples.ts';
import { contract as getSale } from '../../functions/get-sale/contract.ts';
import { document as getSaleDocument } from '../../functions/get-sale/docs/examples.ts';
import { contract as getSchedule } from '../../functions/get-schedule/contract.ts';
import { document as getScheduleDocument } from '../../functions/get-schedule/docs/examples.ts';
import { contract as getStatements } from '../../functions/get-statements/contract.ts';
import { document as getStatementsDocument } from '../../functions/get-statements/docs/examples.ts';
import { contract as listCards } from '../../functions/list-cards/contract.ts';
import { document as listCardsDocument } from '../../functions/list-cards/docs/examples.ts';
import { contract as listCustomers } from '../../functions/list-customers/contract.ts';
import { document as listCustomersDocument } from '../../functions/list-customers/docs/examples.ts';
import { contract as listPaymentPlans } from '../../functions/list-payment-plans/contract.ts';
import { document as listPaymentPlansDocument } from '../../functions/list-payment-plans/docs/examples.ts';
import { contract as listPayments } from '../../functions/list-payments/contract.ts';
import { document as listPaymentsDocument } from '../../functions/list-payments/docs/examples.ts';
import { contract as listPlanTries } from '../../functions/list-plan-tries/contract.ts';
import { document as listPlanTriesDocument } from '../../functions/list-plan-tries/docs/examples.ts';
import { contract as listProducts } from '../../functions/list-products/contract.ts';
import { document as listProductsDocument } from '../../functions/list-products/docs/examples.ts';
import { contract as listSales } from '../../functions/list-sales/contract.ts';
import { document as listSalesDocument } from '../../functions/list-sales/docs/examples.ts';
import { contract as listSchedules } from '../../functions/list-schedules/contract.ts';
import { document as listSchedulesDocument } from '../../functions/list-schedules/docs/examples.ts';
import { contract as listTransactions } from '../../functions/list-transactions/contract.ts';
import { document as listTransactionsDocument } from '../../functions/list-transactions/docs/examples.ts';
import { contract as listTransfers } from '../../functions/list-transfers/contract.ts';
import { document as listTransfersDocument } from '../../functions/list-transfers/docs/examples.ts';
import { contract as makeDirectPayment } from '../../functions/make-direct-payment/contract.ts';
import { document as makeDirectPaymentDocument } from '../../functions/make-direct-payment/docs/examples.ts';
import { contract as refundPayment } from '../../functions/refund-payment/contract.ts';
import { document as refundPaymentDocument } from '../../functions/refund-payment/docs/examples.ts';
import { contract as removeCard } from '../../functions/remove-card/contract.ts';
import { document as removeCardDocument } from '../../functions/remove-card/docs/examples.ts';
import { contract as removeCustomer } from '../../functions/remove-customer/contract.ts';
import { document as removeCustomerDocument } from '../../functions/remove-customer/docs/examples.ts';
import { contract as reportPaymentPlans } from '../../functions/report-payment-plans/contract.ts';
import { document as reportPaymentPlansDocument } from '../../functions/report-payment-plans/docs/examples.ts';
import { contract as resendPaymentRequest } from '../../functions/resend-payment-request/contract.ts';
import { document as resendPaymentRequestDocument } from '../../functions/resend-payment-request/docs/examples.ts';
import { contract as start3DPayment } from '../../functions/start-3d-payment/contract.ts';
import { document as start3DPaymentDocument } from '../../functions/start-3d-payment/docs/examples.ts';
import { contract as startMobile3D } from '../../functions/start-mobile-3d/contract.ts';
import { document as startMobile3DDocument } from '../../functions/start-mobile-3d/docs/examples.ts';
import { contract as undoPoolApproval } from '../../functions/undo-pool-approval/contract.ts';
import { document as undoPoolApprovalDocument } from '../../functions/undo-pool-approval/docs/examples.ts';
import { contract as updateCard } from '../../functions/update-card/contract.ts';
import { document as updateCardDocument } from '../../functions/update-card/docs/examples.ts';
import { contract as updateCustomer } from '../../functions/update-customer/contract.ts';
import { document as updateCustomerDocument } from '../../functions/update-customer/docs/examples.ts';
import { contract as updatePayment } from '../../functions/update-payment/contract.ts';
import { document as updatePaymentDocument } from '../../functions/update-payment/docs/examples.ts';
import { contract as updatePaymentPlan } from '../../functions/update-payment-plan/contract.ts';
import { document as updatePaymentPlanDocument } from '../../functions/update-payment-plan/docs/examples.ts';
import { contract as updatePaymentShares } from '../../functions/update-payment-shares/contract.ts';
import { document as updatePaymentSharesDocument } from '../../functions/update-payment-shares/docs/examples.ts';
import { contract as updateSale } from '../../functions/update-sale/contract.ts';
import { document as updateSaleDocument } from '../../functions/update-sale/docs/examples.ts';
import { contract as updateSchedule } from '../../functions/update-schedule/contract.ts';
import { document as updateScheduleDocument } from '../../functions/update-schedule/docs/examples.ts';
import { contract as voidPayment } from '../../functions/void-payment/contract.ts';
import { document as voidPaymentDocument } from '../../functions/void-payment/docs/examples.ts';
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
