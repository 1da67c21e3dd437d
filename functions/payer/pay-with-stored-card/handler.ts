import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { storedCardRuntime } from '../../../shared/adapters/runtime/stored-card-taking.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { offeredCards } from '../../../shared/payment-flow/offered-cards.ts';
import { answerPayer } from './answer-payer.ts';
import { contract } from './contract.ts';
import { payWithStoredCard } from './pay-with-stored-card.ts';

const runtime = pageRuntime(process.env);
const { looks, clock, baseUrl } = runtime;
const taking = storedCardRuntime(process.env, runtime);

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: answerPayer({
    pay: payWithStoredCard({ ...taking, baseUrl }),
    offered: async (link) => offeredCards(link, await taking.dealerOf(link.dealerCode), taking),
    looks,
    clock,
    baseUrl,
  }),
});
