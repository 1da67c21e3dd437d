import { contract as addPaymentPlan } from '../../functions/sale/add-payment-plan/contract.ts';
import { contract as addProduct } from '../../functions/sale/add-product/contract.ts';
import { contract as addSale } from '../../functions/sale/add-sale/contract.ts';
import { contract as addSchedule } from '../../functions/sale/add-schedule/contract.ts';
import { contract as chargePlans } from '../../functions/sale/charge-plans/contract.ts';
import { contract as deletePaymentPlan } from '../../functions/sale/delete-payment-plan/contract.ts';
import { contract as deleteProduct } from '../../functions/sale/delete-product/contract.ts';
import { contract as deleteSale } from '../../functions/sale/delete-sale/contract.ts';
import { contract as deleteSchedule } from '../../functions/sale/delete-schedule/contract.ts';
import { contract as getPaymentPlan } from '../../functions/sale/get-payment-plan/contract.ts';
import { contract as getSale } from '../../functions/sale/get-sale/contract.ts';
import { contract as getSchedule } from '../../functions/sale/get-schedule/contract.ts';
import { contract as handOutPlans } from '../../functions/sale/hand-out-plans/contract.ts';
import { contract as listPaymentPlans } from '../../functions/sale/list-payment-plans/contract.ts';
import { contract as listPlanTries } from '../../functions/sale/list-plan-tries/contract.ts';
import { contract as listProducts } from '../../functions/sale/list-products/contract.ts';
import { contract as listSales } from '../../functions/sale/list-sales/contract.ts';
import { contract as listSchedules } from '../../functions/sale/list-schedules/contract.ts';
import { contract as reportPaymentPlans } from '../../functions/sale/report-payment-plans/contract.ts';
import { contract as updatePaymentPlan } from '../../functions/sale/update-payment-plan/contract.ts';
import { contract as updateSale } from '../../functions/sale/update-sale/contract.ts';
import { contract as updateSchedule } from '../../functions/sale/update-schedule/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

const RECORDS = { stack: 'records', memoryMb: 512, seals: [], opens: [] } as const;
const CHANGE = { ...RECORDS, timeoutSeconds: 10, indexes: [] } as const;
// A list reads up to 5,000 entries, and a report as many plans.
const LIST = { ...RECORDS, timeoutSeconds: LONGEST_TIMEOUT_SECONDS, indexes: ['listing'] } as const;

/** The Lambdas of recurring sales: what dealers keep of them, and the lead and the workers that charge what is due. */
export const saleFunctions: readonly FunctionDefinition[] = [
  // What it updates are the number of the dealer's products and the sequence of ids.
  { ...addProduct, ...CHANGE, table: ['Query', 'PutItem', 'UpdateItem'] },
  { ...deleteProduct, ...CHANGE, table: ['Query', 'GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'] },
  { ...listProducts, ...CHANGE, table: ['Query'] },
  // What they update beside the schedule is the number of the dealer's schedules, and the sequence of ids.
  { ...addSchedule, ...CHANGE, table: ['Query', 'PutItem', 'UpdateItem'] },
  { ...updateSchedule, ...CHANGE, table: ['Query', 'GetItem', 'UpdateItem'] },
  { ...getSchedule, ...CHANGE, table: ['Query', 'GetItem'] },
  { ...listSchedules, ...CHANGE, table: ['Query'] },
  { ...deleteSchedule, ...CHANGE, table: ['Query', 'UpdateItem', 'DeleteItem'] },
  { ...getSale, ...CHANGE, table: ['Query', 'GetItem', 'BatchGetItem'] },
  // What it updates are the uses of a schedule and a product, and the sequences of ids.
  { ...addSale, ...CHANGE, table: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  // What it deletes are the markers of what the sale used before.
  {
    ...updateSale,
    ...CHANGE,
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
  {
    ...deleteSale,
    ...CHANGE,
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  },
  { ...listSales, ...CHANGE, table: ['Query', 'BatchGetItem'], indexes: ['listing'] },
  { ...addPaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  { ...updatePaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'] },
  { ...deletePaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem'] },
  { ...getPaymentPlan, ...CHANGE, table: ['GetItem', 'Query', 'BatchGetItem'] },
  { ...listPaymentPlans, ...LIST, table: ['GetItem', 'Query', 'BatchGetItem'] },
  { ...listPlanTries, ...LIST, table: ['GetItem', 'Query', 'BatchGetItem'] },
  { ...reportPaymentPlans, ...LIST, table: ['Query', 'BatchGetItem'] },
  {
    ...handOutPlans,
    timeoutSeconds: 55,
    memoryMb: 512,
    // The stage's row alone: it reads no plan, and marks nothing.
    table: ['GetItem'],
    indexes: ['due'],
    seals: [],
    opens: [],
    everyMinutes: 1,
    starts: 'charge-plans',
  },
  {
    ...chargePlans,
    inParts: true,
    // It begins charges for a minute, and the last one takes half a minute. Less than the lease of a plan.
    timeoutSeconds: 95,
    // Hundreds of plans side by side, most of them waiting for their bank.
    memoryMb: 1024,
    // It deletes nothing: a plan stores no card, so no card waits in its attempts.
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    indexes: [],
    // Of the payment requests of plans without a card.
    seals: ['code-for-hash'],
    opens: ['card', 'merchant-key'],
    hashesCards: true,
    callsBanks: true,
    isWorker: true,
  },
];
