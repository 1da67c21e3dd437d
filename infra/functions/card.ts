import { contract as addCard } from '../../functions/card/add-card/contract.ts';
import { contract as getCard } from '../../functions/card/get-card/contract.ts';
import { contract as listCards } from '../../functions/card/list-cards/contract.ts';
import { contract as reencryptCards } from '../../functions/card/reencrypt-cards/contract.ts';
import { contract as removeCard } from '../../functions/card/remove-card/contract.ts';
import { contract as updateCard } from '../../functions/card/update-card/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

const SETTINGS = { stack: 'records', timeoutSeconds: 10, memoryMb: 512 } as const;

/** The Lambdas of stored cards. */
export const cardFunctions: readonly FunctionDefinition[] = [
  {
    ...reencryptCards,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 512,
    table: ['GetItem', 'PutItem'],
    indexes: ['listing'],
    seals: ['card'],
    opens: ['card'],
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
    table: ['Query', 'GetItem', 'PutItem', 'DeleteItem'],
    indexes: [],
    seals: [],
    opens: [],
  },
];
