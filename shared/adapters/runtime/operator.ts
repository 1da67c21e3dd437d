import { hashPassword, newPassword } from '../accounts/password-hash.ts';
import { dynamoAttempts } from '../dynamodb/attempts.ts';
import { dynamoBankDays } from '../dynamodb/bank-ledger.ts';
import { dynamoCustomers } from '../dynamodb/customers.ts';
import { dynamoDealers } from '../dynamodb/dealers.ts';
import { dynamoDefinitions } from '../dynamodb/definitions.ts';
import { documentClient } from '../dynamodb/engine/client.ts';
import { table } from '../dynamodb/engine/table.ts';
import { dynamoIdempotencyRecords } from '../dynamodb/idempotency-records.ts';
import { blockIdentifiers } from '../dynamodb/identifiers.ts';
import { dynamoOperatorChanges } from '../dynamodb/operator-changes.ts';
import { dynamoOperatorLinks } from '../dynamodb/operator-links.ts';
import { dynamoOperatorPayments } from '../dynamodb/operator-payments.ts';
import { dynamoOperatorRecords } from '../dynamodb/operator-records.ts';
import { dynamoPaymentRequests } from '../dynamodb/payment-requests.ts';
import { dynamoSales } from '../dynamodb/sales.ts';
import { dynamoStoredCards } from '../dynamodb/stored-cards.ts';
import { kmsClient, kmsSealer } from '../vault/kms-vault.ts';
import { readEnvironment, readGatewayHosts, readVaultKeyArn } from './environment.ts';
import { systemClock as clock, systemRandomness } from './system.ts';

const passwords = {
  issue: () => {
    const password = newPassword();
    return { password, ...hashPassword(password) };
  },
};

/** What the function of the operators' commands is composed from. */
export const operatorRuntime = (variables: NodeJS.ProcessEnv) => {
  const { stage, sandbox, tableName } = readEnvironment(variables);
  const store = table(documentClient(), tableName);
  return {
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
    passwords,
    sealer: kmsSealer({ kms: kmsClient(), keyArn: readVaultKeyArn(variables), clock }),
    clock,
    stage,
    gateways: { sandbox, allowedHosts: readGatewayHosts(variables) },
    tableName,
  };
};
