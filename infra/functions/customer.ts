import { contract as addCustomer } from '../../functions/customer/add-customer/contract.ts';
import { contract as addCustomerWithCard } from '../../functions/customer/add-customer-with-card/contract.ts';
import { contract as getCustomer } from '../../functions/customer/get-customer/contract.ts';
import { contract as listCustomers } from '../../functions/customer/list-customers/contract.ts';
import { contract as removeCustomer } from '../../functions/customer/remove-customer/contract.ts';
import { contract as updateCustomer } from '../../functions/customer/update-customer/contract.ts';
import type { FunctionDefinition } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambdas of customers; a customer's password is opened by get-customer alone. */
export const customerFunctions: readonly FunctionDefinition[] = [
  {
    ...getCustomer,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: ['customer-password'],
  },
  {
    ...addCustomer,
    ...SETTINGS,
    table: ['Query', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['customer-password'],
    opens: [],
  },
  {
    ...updateCustomer,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem'],
    indexes: [],
    seals: ['customer-password'],
    opens: [],
  },
  {
    ...listCustomers,
    ...SETTINGS,
    table: ['Query', 'BatchGetItem'],
    indexes: ['listing'],
    seals: [],
    opens: [],
  },
  {
    ...removeCustomer,
    ...SETTINGS,
    // What it puts is an event that somebody wants.
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
  {
    ...addCustomerWithCard,
    ...SETTINGS,
    table: ['Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['customer-password', 'card'],
    opens: [],
    hashesCards: true,
  },
];
