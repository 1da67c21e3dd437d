import type { Command } from './command.ts';
import { showAudit } from './commands/audit.ts';
import { closeBankDay } from './commands/bank-day.ts';
import { importBins, removeOtherBins, showBin } from './commands/bin.ts';
import { showBreakers } from './commands/breakers.ts';
import { putCanaryAccount, showCanary } from './commands/canary.ts';
import { checkLedgerCommand } from './commands/check-ledger.ts';
import { issueCredential, revokeCredential } from './commands/credential.ts';
import { putCustomer, showCustomer } from './commands/customer.ts';
import { showCustomerCards } from './commands/customer-cards.ts';
import { listDealers, putDealer, showDealer } from './commands/dealer.ts';
import { decideLostOrder } from './commands/decide-lost-order.ts';
import { putDefinition, showDefinition } from './commands/definition.ts';
import { listDeliveries, resendDelivery, testWebhook } from './commands/delivery.ts';
import { listDifferences } from './commands/differences.ts';
import { exportPayments } from './commands/export-payments.ts';
import { findPayments } from './commands/find-payments.ts';
import { helpCommand } from './commands/help.ts';
import { listInDoubt } from './commands/in-doubt.ts';
import { importLostOrders, listLostOrders } from './commands/lost-orders.ts';
import { putMessaging, putOptOut, showMessaging } from './commands/messaging.ts';
import { listPayments, showPayment } from './commands/payment.ts';
import { cancelPaymentRequest, listPaymentRequests, showPaymentRequest } from './commands/payment-request.ts';
import { approvePool, capture, refund, undoPool, voidCommand } from './commands/payment-step.ts';
import { previewSchedule } from './commands/preview-schedule.ts';
import { redriveDeliveries } from './commands/redrive-deliveries.ts';
import { resendLink } from './commands/resend-link.ts';
import { pauseSale, putSale, resumeSale, showSale } from './commands/sale.ts';
import { listSettled, recordDifferences, showOrders } from './commands/settlement.ts';
import { putShop, showShop } from './commands/shop.ts';
import { showDay } from './commands/show-day.ts';
import { putSmsProvider, removeSmsProvider } from './commands/sms-provider.ts';
import { pauseStage, resumeStage, showStage } from './commands/stage.ts';
import { statementCommand } from './commands/statement.ts';
import { putSubDealer, showSubDealer } from './commands/sub-dealer.ts';
import { putVirtualPos, showVirtualPos } from './commands/virtual-pos.ts';
import { listWebhooks, putWebhook, removeWebhook, rotateWebhookSecret } from './commands/webhook.ts';

const working: readonly Command[] = [
  putDealer,
  showDealer,
  listDealers,
  issueCredential,
  revokeCredential,
  putSubDealer,
  showSubDealer,
  putVirtualPos,
  showVirtualPos,
  importBins,
  removeOtherBins,
  showBin,
  putDefinition,
  showDefinition,
  putCustomer,
  showCustomer,
  showCustomerCards,
  putSale,
  showSale,
  pauseSale,
  resumeSale,
  previewSchedule,
  listPaymentRequests,
  showPaymentRequest,
  cancelPaymentRequest,
  resendLink,
  putMessaging,
  showMessaging,
  putSmsProvider,
  removeSmsProvider,
  putOptOut,
  listPayments,
  showPayment,
  findPayments,
  showDay,
  listInDoubt,
  exportPayments,
  checkLedgerCommand,
  statementCommand,
  listDifferences,
  listSettled,
  showOrders,
  recordDifferences,
  redriveDeliveries,
  capture,
  voidCommand,
  refund,
  approvePool,
  undoPool,
  putWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  resendDelivery,
  removeWebhook,
  pauseStage,
  resumeStage,
  showStage,
  showBreakers,
  putCanaryAccount,
  showCanary,
  importLostOrders,
  listLostOrders,
  decideLostOrder,
  showAudit,
];

const withHelp = (all: readonly Command[]): readonly Command[] => [...all, helpCommand(all)];

/** Every command of a production stage, in the order in which the help lists them. */
const productionCommands = withHelp(working);

/** Every command, with those that only sandbox stages have. */
export const commands: readonly Command[] = withHelp([...working, putShop, showShop, closeBankDay]);

/** The commands of a stage. */
export const commandsOf = ({ sandbox }: { readonly sandbox: boolean }): readonly Command[] =>
  sandbox ? commands : productionCommands;
