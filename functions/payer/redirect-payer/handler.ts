import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { pageRuntime } from '../../../shared/adapters/runtime/page.ts';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { contract } from './contract.ts';
import { redirectPayer } from './redirect-payer.ts';

const { store, ...runtime } = pageRuntime(process.env);

export const handler = pageHandler({
  ...runtime,
  name: contract.name,
  show: redirectPayer({ links: dynamoLinkClosing(store), baseUrl: runtime.baseUrl }),
});
