import { contract as calculatePaymentAmount } from '../../functions/price-inquiry/calculate-payment-amount/contract.ts';
import { contract as calculatePaymentTable } from '../../functions/price-inquiry/calculate-payment-table/contract.ts';
import { contract as getBankCard } from '../../functions/price-inquiry/get-bank-card/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambdas that tell what a card pays, and whose it is. They write nothing. */
export const priceInquiryFunctions: readonly FunctionDefinition[] = [
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
