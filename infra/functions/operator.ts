import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** The Lambda of the operator's commands. */
export const operatorFunctions: readonly FunctionDefinition[] = [
  {
    name: 'operate',
    inParts: true,
    routes: [],
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    indexes: ['listing', 'due'],
    seals: [
      'customer-password',
      'merchant-key',
      'webhook-secret',
      'provider-key',
      'canary-account',
      'code-for-hash',
      'desk-mail',
    ],
    sealsInSandbox: ['demo-shop'],
    // Captures and voids on an operator's command call the bank here, by the same code as for dealers. The alternative, to
    // invoke the dealers' functions, would take no right away from operators, and give functions on the API a second
    // kind of caller.
    opens: ['merchant-key'],
    callsBanks: true,
    putsVirtualPos: true,
    outgoing: 'checks',
    messaging: 'knows',
  },
];
