import type { Command } from './command.ts';
import { importBins, showBin } from './commands/bin.ts';
import { issueCredential, revokeCredential } from './commands/credential.ts';
import { putCustomer, showCustomer } from './commands/customer.ts';
import { showCustomerCards } from './commands/customer-cards.ts';
import { putDealer, showDealer } from './commands/dealer.ts';
import { putDefinition, showDefinition } from './commands/definition.ts';
import { exportPayments } from './commands/export-payments.ts';
import { helpCommand } from './commands/help.ts';
import { listInDoubt } from './commands/in-doubt.ts';
import { listPayments, showPayment } from './commands/payment.ts';
import { cancelPaymentRequest, listPaymentRequests, showPaymentRequest } from './commands/payment-request.ts';
import { putSale, showSale } from './commands/sale.ts';
import { pauseStage, resumeStage, showStage } from './commands/stage.ts';
import { putSubDealer, showSubDealer } from './commands/sub-dealer.ts';
import { putVirtualPos, showVirtualPos } from './commands/virtual-pos.ts';

const working: readonly Command[] = [
  putDealer,
  showDealer,
  issueCredential,
  revokeCredential,
  putSubDealer,
  showSubDealer,
  putVirtualPos,
  showVirtualPos,
  importBins,
  showBin,
  putDefinition,
  showDefinition,
  putCustomer,
  showCustomer,
  showCustomerCards,
  putSale,
  showSale,
  listPaymentRequests,
  showPaymentRequest,
  cancelPaymentRequest,
  listPayments,
  showPayment,
  listInDoubt,
  exportPayments,
  pauseStage,
  resumeStage,
  showStage,
];

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [...working, helpCommand(working)];
