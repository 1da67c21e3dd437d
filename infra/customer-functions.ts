import { contract as addCard } from '../functions/card/add-card/contract.ts';
import { contract as getCard } from '../functions/card/get-card/contract.ts';
import { contract as listCards } from '../functions/card/list-cards/contract.ts';
import { contract as removeCard } from '../functions/card/remove-card/contract.ts';
import { contract as updateCard } from '../functions/card/update-card/contract.ts';
import { contract as addCustomer } from '../functions/customer/add-customer/contract.ts';
import { contract as addCustomerWithCard } from '../functions/customer/add-customer-with-card/contract.ts';
import { contract as getCustomer } from '../functions/customer/get-customer/contract.ts';
import { contract as listCustomers } from '../functions/customer/list-customers/contract.ts';
import { contract as removeCustomer } from '../functions/customer/remove-customer/contract.ts';
import { contract as updateCustomer } from '../functions/customer/update-customer/contract.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambdas of customers and stored cards; the password of a customer is opened by get-customer alone. */
export const customerFunctions = [
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
  {
    ...addCard,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: ['card'],
    opens: ['card'],
    hashesCards: true,
  },
  {
    ...updateCard,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    indexes: [],
    seals: [],
    opens: ['card'],
  },
  {
    ...getCard,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: ['card'],
  },
  {
    ...listCards,
    ...SETTINGS,
    table: ['Query', 'GetItem', 'BatchGetItem'],
    indexes: [],
    seals: [],
    opens: ['card'],
  },
  {
    ...removeCard,
    ...SETTINGS,
    table: ['Query', 'PutItem', 'DeleteItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
] as const;
