import type { Command } from './command.ts';
import { importBins, showBin } from './commands/bin.ts';
import { issueCredential, revokeCredential } from './commands/credential.ts';
import { putCustomer, showCustomer } from './commands/customer.ts';
import { putDealer, showDealer } from './commands/dealer.ts';
import { putDefinition, showDefinition } from './commands/definition.ts';
import { helpCommand } from './commands/help.ts';
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
  putSale,
  showSale,
  listPaymentRequests,
  showPaymentRequest,
  cancelPaymentRequest,
  pauseStage,
  resumeStage,
  showStage,
];

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [...working, helpCommand(working)];
