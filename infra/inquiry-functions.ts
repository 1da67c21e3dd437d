import { contract as getDealer } from '../functions/dealer/get-dealer/contract.ts';
import { contract as calculatePaymentAmount } from '../functions/price-inquiry/calculate-payment-amount/contract.ts';
import { contract as calculatePaymentTable } from '../functions/price-inquiry/calculate-payment-table/contract.ts';
import { contract as getBankCard } from '../functions/price-inquiry/get-bank-card/contract.ts';
import { contract as getStatements } from '../functions/statement/get-statements/contract.ts';
import { contract as listTransfers } from '../functions/statement/list-transfers/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambdas that tell a dealer about itself, a card or a price, and write nothing. */
export const inquiryFunctions: readonly FunctionDefinition[] = [
  {
    ...getDealer,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...getStatements,
    ...SETTINGS,
    table: ['Query', 'GetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...listTransfers,
    ...SETTINGS,
    table: ['Query'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...getBankCard,
    ...SETTINGS,
    table: ['Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...calculatePaymentAmount,
    ...SETTINGS,
    table: ['Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...calculatePaymentTable,
    ...SETTINGS,
    table: ['Query', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
];
