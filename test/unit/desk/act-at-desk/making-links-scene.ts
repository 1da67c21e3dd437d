import { randomUUID } from 'node:crypto';
import { dynamoCustomers } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import { blockIdentifiers } from '../../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { definitionItem, dynamoDefinitions } from '../../../../shared/adapters/dynamodb/link/definitions.ts';
import { dynamoOperatorLinks } from '../../../../shared/adapters/dynamodb/link/operator-links.ts';
import { dynamoMessages } from '../../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoPayments } from '../../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoReusableLinks } from '../../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import type { DeskRole } from '../../../../shared/domain/desk/roles.ts';
import type { StageMessaging } from '../../../../shared/domain/message/messaging-settings.ts';
import { DEFAULT_MESSAGING } from '../../../../shared/domain/message/messaging-settings.ts';
import { clearVault } from '../../../fakes/clear-vault.ts';
import { dealerWith, definitionWith } from '../../../support/dealer/dealers.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { deskCallWith } from '../../../support/desk/desk-calls.ts';
import { paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';
import { putRows } from '../../../support/store/store.ts';

export const NOW = Date.UTC(2026, 10, 22, 9, 30);

/** Who posts to what. */
export interface Posted {
  readonly typed?: Readonly<Record<string, string>>;
  readonly once?: string | undefined;
  readonly role?: DeskRole;
}

/** A dealer with one definition, and all that makes links over a table in memory. */
export const makingLinks = async (dealerChanges: Partial<Dealer> = {}) => {
  const table = new MemoryTable();
  const clock = { now: () => NOW };
  const dealer = dealerWith({ dealerCode: 'D1', ...dealerChanges });
  const definition = definitionWith('D1', { displayName: 'Usual' });
  await putRows(table, [definitionItem(definition)]);
  const messaging: StageMessaging = { email: { from: 'pay@example.com' }, recipients: 'any recipient' };
  const deps = {
    changes: dynamoOperatorChanges(table),
    payments: dynamoPayments(table, paymentNames),
    links: dynamoOperatorLinks(table),
    reusableLinks: dynamoReusableLinks(table, paymentNames),
    definitions: dynamoDefinitions(table),
    records: {
      definitionIds: async () => ({ records: [definition.dealerCustomerTypeId] }),
    },
    messages: dynamoMessages(table),
    dealerMessaging: { of: async () => DEFAULT_MESSAGING },
    messaging,
    virtualPosDirectory: { ofDealer: async () => [posWith({ dealerCode: 'D1' })] },
    customers: dynamoCustomers(table),
    subDealers: { find: async () => [] },
    limitUsage: dynamoLimitUsage(table),
    identifiers: blockIdentifiers(table),
    paymentNames,
    randomness: systemRandomness,
    sealer: clearVault,
    clock,
    sandbox: false,
  };
  return {
    table,
    deps,
    dealer,
    definition,
    callOf: ({ typed = {}, once = randomUUID(), role = 'manager' }: Posted = {}) =>
      deskCallWith({ dealer, nowMs: NOW, role, posted: { once, ...typed } }),
  };
};
