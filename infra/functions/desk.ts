import { contract as actAtDesk } from '../../functions/desk/act-at-desk/contract.ts';
import { contract as changeDeskAccount } from '../../functions/desk/change-desk-account/contract.ts';
import { contract as showDesk } from '../../functions/desk/show-desk/contract.ts';
import { contract as signInAtDesk } from '../../functions/desk/sign-in-at-desk/contract.ts';
import { type FunctionDefinition, LONGEST_TIMEOUT_SECONDS } from './function-definition.ts';

/** What the users of the desk have in the table: users, sessions, mailed links, and the memberships of dealers. */
const OF_USERS = ['DESK-*', 'DEALER#*#DESK', 'COMMAND#*', 'AUDIT#*', 'COUNT#desk-*', 'OUTBOX#*'] as const;

/** Payments, and what a dealer knows of its payers. */
const OF_PAYERS = ['PAY#*', ...['CARD', 'CUSTOMER', 'PAYMENT', 'PLAN', 'SALE'].map((one) => `DEALER#*#${one}*`)];

/** What the rest of the service has of a dealer: its programs, virtual POS, sub-dealers, limits, links, sales, statements. */
const OF_DEALERS = [
  'DEFINITIONS',
  'LIMIT',
  'LINK',
  'LOST-ORDERS',
  'PRODUCT',
  'SCHEDULE',
  'STATEMENT',
  'SUB-DEALERS',
  'VIRTUAL-POS',
  'WEBHOOKS',
].map((one) => `DEALER#*#${one}*`);

/** What leads into the desk: mailed links, their mails, and sign-ins that wait for a code. */
const OF_ENTRIES = ['DESK-LINK#*', 'DESK-MAIL#*', 'DESK-SIGN-IN#*'] as const;

/** Limits of each route: a dealer has few people, and a press waits for a person. */
const SHOWS = { ratePerSecond: 50, burst: 100 } as const;
const CHANGES = { ratePerSecond: 20, burst: 40 } as const;
/** Each try costs a tenth of a second of a processor, whoever tries. */
const SIGNS_IN = { ratePerSecond: 10, burst: 20 } as const;

/** The Lambdas of the pages for dealers' people (rule 55). */
export const deskFunctions: readonly FunctionDefinition[] = [
  {
    ...signInAtDesk,
    stack: 'desk',
    throttle: SIGNS_IN,
    timeoutSeconds: 20,
    // scrypt takes 32 MB and a tenth of a second of a whole processor.
    memoryMb: 1769,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    writes: OF_USERS,
    closedPartitions: [...OF_PAYERS, ...OF_DEALERS],
    indexes: [],
    seals: ['desk-mail'],
    opens: ['desk-code'],
  },
  {
    ...showDesk,
    inParts: true,
    stack: 'desk',
    throttle: SHOWS,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 1024,
    table: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
    writes: ['DESK-SESSION#*'],
    closedPartitions: OF_ENTRIES,
    indexes: ['listing'],
    seals: [],
    opens: [],
    messaging: 'knows',
  },
  {
    ...actAtDesk,
    inParts: true,
    stack: 'desk',
    throttle: CHANGES,
    timeoutSeconds: LONGEST_TIMEOUT_SECONDS,
    memoryMb: 1024,
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem'],
    closedPartitions: OF_ENTRIES,
    // Who moves money makes nobody a manager: users and memberships are read here alone.
    unwrittenPartitions: ['DESK-USER#*', 'DEALER#*#DESK'],
    indexes: [],
    seals: ['code-for-hash'],
    opens: ['merchant-key'],
    callsBanks: true,
    messaging: 'knows',
    joinsDeliveries: true,
  },
  {
    ...changeDeskAccount,
    inParts: true,
    stack: 'desk',
    throttle: CHANGES,
    timeoutSeconds: 20,
    memoryMb: 1769,
    // A change of users asks, as a part of it, whether whoever makes it still is a manager.
    table: ['GetItem', 'Query', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    // The looks of the payer's page stand in a version with the dealer's record.
    writes: [...OF_USERS, 'DEALER#*', 'DEALERS'],
    closedPartitions: [...OF_PAYERS, ...OF_DEALERS],
    indexes: [],
    seals: ['desk-code', 'desk-mail'],
    opens: ['desk-code'],
  },
];
