import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { hashPassword, newPassword } from '../../shared/adapters/accounts/password-hash.ts';
import { dynamoAttempts } from '../../shared/adapters/dynamodb/attempts.ts';
import { dynamoBankDays } from '../../shared/adapters/dynamodb/bank-ledger.ts';
import { dynamoCustomers } from '../../shared/adapters/dynamodb/customers.ts';
import { dynamoDealers } from '../../shared/adapters/dynamodb/dealers.ts';
import { dynamoDefinitions } from '../../shared/adapters/dynamodb/definitions.ts';
import { documentClient } from '../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoIdempotencyRecords } from '../../shared/adapters/dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoOperatorChanges } from '../../shared/adapters/dynamodb/operator-changes.ts';
import { dynamoOperatorLinks } from '../../shared/adapters/dynamodb/operator-links.ts';
import { dynamoOperatorPayments } from '../../shared/adapters/dynamodb/operator-payments.ts';
import { dynamoOperatorRecords } from '../../shared/adapters/dynamodb/operator-records.ts';
import { dynamoPaymentRequests } from '../../shared/adapters/dynamodb/payment-requests.ts';
import { dynamoSales } from '../../shared/adapters/dynamodb/sales.ts';
import { dynamoStoredCards } from '../../shared/adapters/dynamodb/stored-cards.ts';
import { readEnvironment, readGatewayHosts, readVaultKeyArn } from '../../shared/adapters/runtime/environment.ts';
import { systemClock, systemRandomness } from '../../shared/adapters/runtime/system.ts';
import { kmsClient, kmsSealer } from '../../shared/adapters/vault/kms-vault.ts';
import { powertoolsLog } from '../../shared/observability/powertools.ts';
import { operate } from './operate.ts';

const { stage, sandbox, tableName } = readEnvironment(process.env);
const store = table(documentClient(), tableName);

const carryOut = operate({
  dealers: dynamoDealers(store),
  definitions: dynamoDefinitions(store),
  customers: dynamoCustomers(store),
  sales: dynamoSales(store),
  storedCards: dynamoStoredCards(store),
  paymentRequests: dynamoPaymentRequests(store),
  idempotencyRecords: dynamoIdempotencyRecords(store),
  records: dynamoOperatorRecords(store),
  links: dynamoOperatorLinks(store),
  payments: dynamoOperatorPayments(store),
  attempts: dynamoAttempts(store),
  changes: dynamoOperatorChanges(store),
  bankDays: dynamoBankDays(store),
  identifiers: blockIdentifiers(store),
  randomness: systemRandomness,
  passwords: {
    issue: () => {
      const password = newPassword();
      return { password, ...hashPassword(password) };
    },
  },
  sealer: kmsSealer({ kms: kmsClient(), keyArn: readVaultKeyArn(process.env), clock: systemClock }),
  clock: systemClock,
  stage,
  gateways: { sandbox, allowedHosts: readGatewayHosts(process.env) },
  tableName,
  log: powertoolsLog(),
});

export const handler = (event: unknown, context?: Context) => carryOut(event, context?.awsRequestId ?? randomUUID());
