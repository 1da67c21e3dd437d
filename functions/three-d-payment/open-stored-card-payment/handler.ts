import { postToGate } from '../../../shared/adapters/bank/server-start.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { documentClient } from '../../../shared/adapters/dynamodb/engine/client.ts';
import { table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoBoxes } from '../../../shared/adapters/dynamodb/three-d-payment/boxes.ts';
import { dynamoShopPayments } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import { cardTakingRuntime } from '../../../shared/adapters/runtime/charging.ts';
import { breakersRuntime } from '../../../shared/adapters/runtime/gate-breaker.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { doubleBoxOpener } from '../../../shared/adapters/vault/box-vault.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { openBox } from '../../../shared/payment-flow/open-box.ts';
import { answerPayer } from './answer-payer.ts';
import { beginWithStoredCard } from './begin-with-stored-card.ts';
import { contract } from './contract.ts';

const runtime = pageRuntime(process.env);
const { store, events, clock, baseUrl, boxesTableName = '' } = runtime;
const charging = { ...cardTakingRuntime(process.env, { ...runtime, postToGate }), ...breakersRuntime(runtime) };
const shopPayments = dynamoShopPayments(store, events);
const storedCards = dynamoStoredCards(store);

const open = openBox({
  ...charging,
  shopPayments,
  begin: (opened) => beginWithStoredCard(opened, { ...charging, shopPayments, storedCards, baseUrl }),
  boxes: dynamoBoxes(table(documentClient(), boxesTableName)),
  boxOpener: doubleBoxOpener(charging.opener),
  links: dynamoLinkClosing(store, events),
  baseUrl,
});

export const handler = pageHandler({ ...runtime, name: contract.name, show: answerPayer({ open, clock }) });
