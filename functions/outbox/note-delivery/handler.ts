import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOptOuts } from '../../../shared/adapters/dynamodb/message/opt-outs.ts';
import { readEnvironment } from '../../../shared/adapters/runtime/environment.ts';
import { systemClock as clock } from '../../../shared/adapters/runtime/system.ts';
import { noteDelivery } from './note-delivery.ts';

const store = table(documentClient(), readEnvironment(process.env).tableName);

export const handler = noteDelivery({ messages: dynamoMessages(store), optOuts: dynamoOptOuts(store), clock });
