import { randomUUID } from 'node:crypto';
import type { OperateAnswer } from '../../../functions/operator/operate/contract.ts';
import { operate } from '../../../functions/operator/operate/operate.ts';
import { hashPassword, newPassword } from '../../../shared/adapters/accounts/password-hash.ts';
import { accountTrial } from '../../../shared/adapters/bank/account-trial.ts';
import { dynamoDealerLooks } from '../../../shared/adapters/dynamodb/dealer/dealer-looks.ts';
import { dynamoDealerDirectory } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoServiceAccounts } from '../../../shared/adapters/dynamodb/dealer/service-accounts.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoOperatorRecords } from '../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { dynamoEndedDays } from '../../../shared/adapters/dynamodb/sandbox/ended-days.ts';
import { dynamoWebhookEndpoints } from '../../../shared/adapters/dynamodb/webhook/webhook-endpoints.ts';
import { lateOperatorAdapters } from '../../../shared/adapters/runtime/operator-late.ts';
import { tellingRuntime } from '../../../shared/adapters/runtime/telling.ts';
import { newWebhookSecret } from '../../../shared/adapters/webhook/sign-webhook.ts';
import { sandboxGateways } from '../bank/bank-calls.ts';
import type { PortsInMemory } from './ports-in-memory.ts';

const STAGE = 'local';

const passwords = {
  issue: () => {
    const password = newPassword();
    return { password, ...hashPassword(password) };
  },
};

/** The operators' commands, composed as in their handler, over ports in memory. */
export const operatorInMemory = (
  ports: PortsInMemory,
  { table, tableName }: { readonly table: Table; readonly tableName: string },
): ((event: unknown) => Promise<OperateAnswer>) => {
  const { clock, sandbox, baseUrl, posVersions } = ports;
  const { host: ownHost } = new URL(baseUrl);
  const allowedHosts = [ownHost];
  const { events } = tellingRuntime({ store: table, clock, dealerCacheMs: 0 });
  const carryOut = operate({
    ...ports,
    ...lateOperatorAdapters({ store: table, events, stage: STAGE, clock }),
    looks: dynamoDealerLooks(table),
    dealerDirectory: dynamoDealerDirectory(table),
    linkMaking: ports,
    records: dynamoOperatorRecords(table),
    serviceAccounts: dynamoServiceAccounts(table),
    stepping: async () => ({ ...ports, endedDays: dynamoEndedDays(table, { posVersions, ownHost }) }),
    accountTrial: accountTrial((reportDefect) => sandboxGateways({ clock, allowedHosts, sandbox, reportDefect })),
    passwords,
    webhooks: dynamoWebhookEndpoints(table),
    webhookSecrets: { issue: newWebhookSecret },
    stage: STAGE,
    gateways: { sandbox, allowedHosts },
    garantiHosts: allowedHosts,
    embeddedBank: baseUrl,
    outgoing: { ownAddresses: [baseUrl], loopback: sandbox },
    deskUrl: baseUrl,
    tableName,
  });
  return (event) => carryOut(event, randomUUID());
};
