import type { Command } from './command.ts';

type Loaders = Readonly<Record<string, () => Promise<Command>>>;

/**
 * Loads every command of a production stage, by their names and in the order in which the help lists them. A start of the
 * function then pays for none but the one that is called.
 */
const working: Loaders = {
  'put-dealer': async () => (await import('./commands/dealer.ts')).putDealer,
  'show-dealer': async () => (await import('./commands/dealer.ts')).showDealer,
  'list-dealers': async () => (await import('./commands/dealer.ts')).listDealers,
  'issue-credential': async () => (await import('./commands/credential.ts')).issueCredential,
  'revoke-credential': async () => (await import('./commands/credential.ts')).revokeCredential,
  'put-sub-dealer': async () => (await import('./commands/sub-dealer.ts')).putSubDealer,
  'show-sub-dealer': async () => (await import('./commands/sub-dealer.ts')).showSubDealer,
  'put-virtual-pos': async () => (await import('./commands/virtual-pos.ts')).putVirtualPos,
  'show-virtual-pos': async () => (await import('./commands/virtual-pos.ts')).showVirtualPos,
  'try-virtual-pos': async () => (await import('./commands/try-virtual-pos.ts')).tryVirtualPos,
  'import-bins': async () => (await import('./commands/bin.ts')).importBins,
  'remove-other-bins': async () => (await import('./commands/bin.ts')).removeOtherBins,
  'show-bin': async () => (await import('./commands/bin.ts')).showBin,
  'put-definition': async () => (await import('./commands/definition.ts')).putDefinition,
  'show-definition': async () => (await import('./commands/definition.ts')).showDefinition,
  'put-customer': async () => (await import('./commands/customer.ts')).putCustomer,
  'show-customer': async () => (await import('./commands/customer.ts')).showCustomer,
  'show-customer-cards': async () => (await import('./commands/customer-cards.ts')).showCustomerCards,
  'put-sale': async () => (await import('./commands/sale.ts')).putSale,
  'show-sale': async () => (await import('./commands/sale.ts')).showSale,
  'pause-sale': async () => (await import('./commands/sale.ts')).pauseSale,
  'resume-sale': async () => (await import('./commands/sale.ts')).resumeSale,
  'preview-schedule': async () => (await import('./commands/preview-schedule.ts')).previewSchedule,
  'create-link': async () => (await import('./commands/create-link.ts')).createLinkCommand,
  'list-payment-requests': async () => (await import('./commands/payment-request.ts')).listPaymentRequests,
  'show-payment-request': async () => (await import('./commands/payment-request.ts')).showPaymentRequest,
  'cancel-payment-request': async () => (await import('./commands/payment-request.ts')).cancelPaymentRequest,
  'resend-link': async () => (await import('./commands/resend-link.ts')).resendLink,
  'put-link': async () => (await import('./commands/reusable-link.ts')).putLink,
  'show-link': async () => (await import('./commands/reusable-link.ts')).showLink,
  'list-links': async () => (await import('./commands/reusable-link.ts')).listLinks,
  'deactivate-link': async () => (await import('./commands/reusable-link.ts')).deactivateLink,
  'put-messaging': async () => (await import('./commands/messaging.ts')).putMessaging,
  'show-messaging': async () => (await import('./commands/messaging.ts')).showMessaging,
  'put-sms-provider': async () => (await import('./commands/sms-provider.ts')).putSmsProvider,
  'remove-sms-provider': async () => (await import('./commands/sms-provider.ts')).removeSmsProvider,
  'put-opt-out': async () => (await import('./commands/messaging.ts')).putOptOut,
  'list-payments': async () => (await import('./commands/payment.ts')).listPayments,
  'show-payment': async () => (await import('./commands/payment.ts')).showPayment,
  'find-payments': async () => (await import('./commands/find-payments.ts')).findPayments,
  'show-day': async () => (await import('./commands/show-day.ts')).showDay,
  'list-in-doubt': async () => (await import('./commands/in-doubt.ts')).listInDoubt,
  'export-payments': async () => (await import('./commands/export-payments.ts')).exportPayments,
  'check-ledger': async () => (await import('./commands/check-ledger.ts')).checkLedgerCommand,
  'show-funnel': async () => (await import('./commands/funnel.ts')).showFunnel,
  statement: async () => (await import('./commands/statement.ts')).statementCommand,
  'list-differences': async () => (await import('./commands/differences.ts')).listDifferences,
  'list-settled': async () => (await import('./commands/settlement.ts')).listSettled,
  'show-orders': async () => (await import('./commands/settlement.ts')).showOrders,
  'record-differences': async () => (await import('./commands/settlement.ts')).recordDifferences,
  'redrive-deliveries': async () => (await import('./commands/redrive-deliveries.ts')).redriveDeliveries,
  capture: async () => (await import('./commands/payment-step.ts')).capture,
  void: async () => (await import('./commands/payment-step.ts')).voidCommand,
  refund: async () => (await import('./commands/payment-step.ts')).refund,
  'approve-pool': async () => (await import('./commands/payment-step.ts')).approvePool,
  'undo-pool': async () => (await import('./commands/payment-step.ts')).undoPool,
  'put-webhook': async () => (await import('./commands/webhook.ts')).putWebhook,
  'list-webhooks': async () => (await import('./commands/webhook.ts')).listWebhooks,
  'rotate-webhook-secret': async () => (await import('./commands/webhook.ts')).rotateWebhookSecret,
  'test-webhook': async () => (await import('./commands/delivery.ts')).testWebhook,
  'list-deliveries': async () => (await import('./commands/delivery.ts')).listDeliveries,
  'resend-delivery': async () => (await import('./commands/delivery.ts')).resendDelivery,
  'remove-webhook': async () => (await import('./commands/webhook.ts')).removeWebhook,
  'put-desk-user': async () => (await import('./commands/desk-user.ts')).putDeskUser,
  'list-desk-users': async () => (await import('./commands/desk-user.ts')).listDeskUsers,
  'remove-desk-user': async () => (await import('./commands/desk-user.ts')).removeDeskUser,
  'pause-stage': async () => (await import('./commands/stage.ts')).pauseStage,
  'resume-stage': async () => (await import('./commands/stage.ts')).resumeStage,
  'show-stage': async () => (await import('./commands/stage.ts')).showStage,
  'show-breakers': async () => (await import('./commands/breakers.ts')).showBreakers,
  'put-canary-account': async () => (await import('./commands/canary.ts')).putCanaryAccount,
  'show-canary': async () => (await import('./commands/canary.ts')).showCanary,
  'import-lost-orders': async () => (await import('./commands/lost-orders.ts')).importLostOrders,
  'list-lost-orders': async () => (await import('./commands/lost-orders.ts')).listLostOrders,
  'decide-lost-order': async () => (await import('./commands/decide-lost-order.ts')).decideLostOrder,
  'show-audit': async () => (await import('./commands/audit.ts')).showAudit,
};

/** The commands that only sandbox stages have. */
const inSandbox: Loaders = {
  'put-shop': async () => (await import('./commands/shop.ts')).putShop,
  'show-shop': async () => (await import('./commands/shop.ts')).showShop,
  'close-bank-day': async () => (await import('./commands/bank-day.ts')).closeBankDay,
};

const loadAll = (loaders: Loaders): Promise<readonly Command[]> =>
  Promise.all(Object.values(loaders).map((load) => load()));

const withHelp = (others: Loaders): Loaders => ({
  ...others,
  help: async () => (await import('./commands/help.ts')).helpCommand(await loadAll(others)),
});

const ofProduction = withHelp(working);
const ofSandbox = withHelp({ ...working, ...inSandbox });

interface Stage {
  readonly sandbox: boolean;
}

const loadersOf = ({ sandbox }: Stage): Loaders => (sandbox ? ofSandbox : ofProduction);

/** The names of a stage's commands. */
export const commandNames = (stage: Stage): readonly string[] => Object.keys(loadersOf(stage));

/** One command of a stage; undefined for a name that none has. */
export const loadCommand = async (name: string, stage: Stage): Promise<Command | undefined> => {
  const loaders = loadersOf(stage);
  return Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined;
};

/** All commands of a stage. */
export const loadCommands = (stage: Stage): Promise<readonly Command[]> => loadAll(loadersOf(stage));
