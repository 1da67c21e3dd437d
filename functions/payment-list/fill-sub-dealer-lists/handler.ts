import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSubDealerLists } from '../../../shared/adapters/dynamodb/payment-list/sub-dealer-lists.ts';
import { readEnvironment } from '../../../shared/adapters/runtime/environment.ts';
import { powertoolsLog } from '../../../shared/observability/powertools.ts';
import { fillSubDealerLists } from './fill-sub-dealer-lists.ts';

const environment = readEnvironment(process.env);
const store = table(documentClient(), environment.tableName);

export const handler = fillSubDealerLists({
  payments: dynamoPayments(store, hmacPaymentNames(environment.stage)),
  lists: dynamoSubDealerLists(store),
  log: powertoolsLog(),
});
