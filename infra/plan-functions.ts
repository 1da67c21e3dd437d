import { contract as addPaymentPlan } from '../functions/sale/add-payment-plan/contract.ts';
import { contract as deletePaymentPlan } from '../functions/sale/delete-payment-plan/contract.ts';
import { contract as getPaymentPlan } from '../functions/sale/get-payment-plan/contract.ts';
import { contract as listPaymentPlans } from '../functions/sale/list-payment-plans/contract.ts';
import { contract as listPlanTries } from '../functions/sale/list-plan-tries/contract.ts';
import { contract as reportPaymentPlans } from '../functions/sale/report-payment-plans/contract.ts';
import { contract as updatePaymentPlan } from '../functions/sale/update-payment-plan/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

const RECORDS = { stack: 'records', memoryMb: 512, seals: [], opens: [] } as const;
const CHANGE = { ...RECORDS, timeoutSeconds: 10, indexes: [] } as const;
// A list reads up to 5,000 entries, and a report as many plans.
const LIST = { ...RECORDS, timeoutSeconds: LONGEST_TIMEOUT_SECONDS, indexes: ['listing'] } as const;

/** The Lambdas of the payment plans of recurring sales. None of them charges: they call no bank and open no card. */
export const planFunctions: readonly FunctionDefinition[] = [
  { ...addPaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  { ...updatePaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'] },
  { ...deletePaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'] },
  { ...getPaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem'] },
  { ...listPaymentPlans, ...LIST, table: ['GetItem', 'Query', 'BatchGetItem'] },
  { ...listPlanTries, ...LIST, table: ['GetItem', 'Query', 'BatchGetItem'] },
  { ...reportPaymentPlans, ...LIST, table: ['Query', 'BatchGetItem'] },
];
