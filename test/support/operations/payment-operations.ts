import { contract as getDealerContract } from '../../../functions/dealer/get-dealer/contract.ts';
import { getDealer } from '../../../functions/dealer/get-dealer/get-dealer.ts';
import { contract as makeDirectPaymentContract } from '../../../functions/direct-payment/make-direct-payment/contract.ts';
import { makeDirectPayment } from '../../../functions/direct-payment/make-direct-payment/make-direct-payment.ts';
import { cancelPaymentRequest } from '../../../functions/link/cancel-payment-request/cancel-payment-request.ts';
import { contract as cancelPaymentRequestContract } from '../../../functions/link/cancel-payment-request/contract.ts';
import { contract as createPaymentRequestContract } from '../../../functions/link/create-payment-request/contract.ts';
import { createPaymentRequest } from '../../../functions/link/create-payment-request/create-payment-request.ts';
import { contract as getPaymentRequestContract } from '../../../functions/link/get-payment-request/contract.ts';
import { getPaymentRequest } from '../../../functions/link/get-payment-request/get-payment-request.ts';
import { contract as resendPaymentRequestContract } from '../../../functions/link/resend-payment-request/contract.ts';
import { resendPaymentRequest } from '../../../functions/link/resend-payment-request/resend-payment-request.ts';
import { approvePoolPayment } from '../../../functions/payment/approve-pool-payment/approve-pool-payment.ts';
import { contract as approvePoolPaymentContract } from '../../../functions/payment/approve-pool-payment/contract.ts';
import { capturePayment } from '../../../functions/payment/capture-payment/capture-payment.ts';
import { contract as capturePaymentContract } from '../../../functions/payment/capture-payment/contract.ts';
import { contract as refundPaymentContract } from '../../../functions/payment/refund-payment/contract.ts';
import { refundPayment } from '../../../functions/payment/refund-payment/refund-payment.ts';
import { contract as undoApprovalContract } from '../../../functions/payment/undo-pool-approval/contract.ts';
import { undoApproval } from '../../../functions/payment/undo-pool-approval/undo-pool-approval.ts';
import { contract as updatePaymentContract } from '../../../functions/payment/update-payment/contract.ts';
import { updatePayment } from '../../../functions/payment/update-payment/update-payment.ts';
import { contract as updatePaymentSharesContract } from '../../../functions/payment/update-payment-shares/contract.ts';
import { updatePaymentShares } from '../../../functions/payment/update-payment-shares/update-payment-shares.ts';
import { contract as voidPaymentContract } from '../../../functions/payment/void-payment/contract.ts';
import { voidPayment } from '../../../functions/payment/void-payment/void-payment.ts';
import { contract as getPaymentDetailContract } from '../../../functions/payment-list/get-payment-detail/contract.ts';
import { getPaymentDetail } from '../../../functions/payment-list/get-payment-detail/get-payment-detail.ts';
import { contract as listPaymentsContract } from '../../../functions/payment-list/list-payments/contract.ts';
import { listPayments } from '../../../functions/payment-list/list-payments/list-payments.ts';
import { contract as listTransactionsContract } from '../../../functions/payment-list/list-transactions/contract.ts';
import { listTransactions } from '../../../functions/payment-list/list-transactions/list-transactions.ts';
import { calculatePaymentAmount } from '../../../functions/price-inquiry/calculate-payment-amount/calculate-payment-amount.ts';
import { contract as calculatePaymentAmountContract } from '../../../functions/price-inquiry/calculate-payment-amount/contract.ts';
import { calculatePaymentTable } from '../../../functions/price-inquiry/calculate-payment-table/calculate-payment-table.ts';
import { contract as calculatePaymentTableContract } from '../../../functions/price-inquiry/calculate-payment-table/contract.ts';
import { contract as getBankCardContract } from '../../../functions/price-inquiry/get-bank-card/contract.ts';
import { getBankCard } from '../../../functions/price-inquiry/get-bank-card/get-bank-card.ts';
import { contract as makeReusableLinkContract } from '../../../functions/reusable-link/create-reusable-link/contract.ts';
import { makeReusableLink } from '../../../functions/reusable-link/create-reusable-link/create-reusable-link.ts';
import { contract as getLinkFunnelContract } from '../../../functions/reusable-link/get-link-funnel/contract.ts';
import { getLinkFunnel } from '../../../functions/reusable-link/get-link-funnel/get-link-funnel.ts';
import { contract as getReusableLinkContract } from '../../../functions/reusable-link/get-reusable-link/contract.ts';
import { getReusableLink } from '../../../functions/reusable-link/get-reusable-link/get-reusable-link.ts';
import { contract as listReusableLinksContract } from '../../../functions/reusable-link/list-reusable-links/contract.ts';
import { listReusableLinks } from '../../../functions/reusable-link/list-reusable-links/list-reusable-links.ts';
import { contract as updateReusableLinkContract } from '../../../functions/reusable-link/update-reusable-link/contract.ts';
import { updateReusableLink } from '../../../functions/reusable-link/update-reusable-link/update-reusable-link.ts';
import { contract as getStatementsContract } from '../../../functions/statement/get-statements/contract.ts';
import { getStatements } from '../../../functions/statement/get-statements/get-statements.ts';
import { contract as listTransfersContract } from '../../../functions/statement/list-transfers/contract.ts';
import { listTransfers } from '../../../functions/statement/list-transfers/list-transfers.ts';
import { contract as start3DPaymentContract } from '../../../functions/three-d-payment/start-3d-payment/contract.ts';
import { start3DPayment } from '../../../functions/three-d-payment/start-3d-payment/start-3d-payment.ts';
import { contract as startMobile3DContract } from '../../../functions/three-d-payment/start-mobile-3d/contract.ts';
import { startMobile3D } from '../../../functions/three-d-payment/start-mobile-3d/start-mobile-3d.ts';
import type { PortsInMemory } from './ports-in-memory.ts';
import { type ServedOperation, serving } from './served-operation.ts';

/** The operations about links, payments, statements, prices and the dealer itself, over ports in memory. */
export const paymentOperations = (ports: PortsInMemory): readonly ServedOperation[] => {
  const served = serving(ports);
  return [
    served(createPaymentRequestContract, createPaymentRequest(ports)),
    served(getPaymentRequestContract, getPaymentRequest(ports)),
    served(cancelPaymentRequestContract, cancelPaymentRequest(ports)),
    served(resendPaymentRequestContract, resendPaymentRequest(ports)),
    served(makeReusableLinkContract, makeReusableLink(ports)),
    served(getReusableLinkContract, getReusableLink(ports)),
    served(listReusableLinksContract, listReusableLinks(ports)),
    served(updateReusableLinkContract, updateReusableLink(ports)),
    served(getLinkFunnelContract, getLinkFunnel(ports)),
    served(startMobile3DContract, startMobile3D(ports)),
    served(makeDirectPaymentContract, makeDirectPayment(ports)),
    served(start3DPaymentContract, start3DPayment(ports)),
    served(getPaymentDetailContract, getPaymentDetail(ports)),
    served(listPaymentsContract, listPayments(ports)),
    served(listTransactionsContract, listTransactions(ports)),
    served(updatePaymentContract, updatePayment(ports)),
    served(updatePaymentSharesContract, updatePaymentShares({ ...ports, isOn: true })),
    served(capturePaymentContract, capturePayment(ports)),
    served(voidPaymentContract, voidPayment(ports)),
    served(refundPaymentContract, refundPayment(ports)),
    served(approvePoolPaymentContract, approvePoolPayment(ports)),
    served(undoApprovalContract, undoApproval(ports)),
    served(getDealerContract, getDealer(ports)),
    served(getStatementsContract, getStatements(ports)),
    served(listTransfersContract, listTransfers(ports)),
    served(getBankCardContract, getBankCard(ports)),
    served(calculatePaymentAmountContract, calculatePaymentAmount(ports)),
    served(calculatePaymentTableContract, calculatePaymentTable(ports)),
  ];
};
