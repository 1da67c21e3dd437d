import { documentedOperations } from '../../../infra/docs/operations.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { type Answer, authenticationOf, type TestDealer } from './dealers.ts';

/** Calls any documented operation as a dealer; path and blocks are those of its contract. */
export const callOperation = (
  { post, account }: Pick<TestDealer, 'post' | 'account'>,
  operation: OperationName,
  fields: unknown,
): Promise<Answer> => {
  for (const { contract } of documentedOperations) {
    const route = contract.routes.find((one) => (one.operation ?? contract.operation) === operation);
    if (route === undefined) continue;
    const [block = ''] = contract.authenticationBlocks;
    const body = { [block]: authenticationOf(account), [contract.requestBlock]: fields };
    return post(route.path, JSON.stringify(body));
  }
  throw new Error(`${operation} is not documented`);
};
