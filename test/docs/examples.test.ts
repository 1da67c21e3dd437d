import { describe, expect, test } from 'vitest';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { expectDocumented } from '../support/operations/example-calls.ts';
import { validatorOf } from './schemas.ts';

// An app in memory answers the examples of all refusals (test/operations/every-operation). In the running service those are
// refused whose functions use a right that no success needs: whoever takes the right from the role finds it here.
const REFUSED_BY_A_RIGHT_OF_ITS_OWN = [
  'Add a payment plan: otherCard',
  'Add a payment plan: SaleCodeDoesntMatchDealerSaleId',
  'Delete a product: ProductCodeDoesntMatchDealerProductId',
  'Delete a sale: SaleCodeDoesntMatchDealerSaleId',
  'List reusable links: unknownPlace',
  'Remove a customer: CustomerCodeDoesntMatchDealerCustomerId',
  'Start mobile 3D payment: aboveLimit',
];

describe.each(documentedOperations)('The published examples of $document.title', (operation) => {
  const { examples, title } = operation.document;
  const called = examples.filter(
    (example) => 'data' in example || REFUSED_BY_A_RIGHT_OF_ITS_OWN.includes(`${title}: ${example.name}`),
  );

  test.each(called)('$name: a call of the running service gets the documented answer', async (example) => {
    const envelope = await expectDocumented(operation, example);
    if (!('data' in example)) return;
    const validator = validatorOf(`${operation.contract.operation}Success`);
    expect(validator.safeParse(envelope).error?.issues).toBeUndefined();
  });
});

test('each refusal that is called here is an example', () => {
  const names = documentedOperations.flatMap(({ document: { title, examples } }) =>
    examples.map(({ name }) => `${title}: ${name}`),
  );
  expect(names).toEqual(expect.arrayContaining(REFUSED_BY_A_RIGHT_OF_ITS_OWN));
});
