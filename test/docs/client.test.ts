import { describe, expect, test } from 'vitest';
import { documentedOperations } from '../../infra/docs/operations.ts';
import type { AnyAnswer } from '../../shared/client/answer.ts';
import { createClient } from '../../shared/client/client.ts';
import { withDecimals } from '../../shared/client/decimal.ts';
import type { ExampleFields } from '../../shared/openapi/operation-document.ts';
import { sceneOf } from '../support/operations/example-calls.ts';

/** One call of each operation: its first example that succeeds, and its first that is refused without a fault. */
const calls = documentedOperations.flatMap((operation) =>
  operation.contract.routes.flatMap((route) => {
    const called = route.operation ?? operation.contract.operation;
    const mine = operation.document.examples.filter(
      (example) => (example.operation ?? operation.contract.operation) === called,
    );
    const success = mine.find((example) => 'data' in example && example.setUp?.earlier === undefined);
    return success === undefined ? [] : [{ called, operation, example: success }];
  }),
);

const AMOUNT = /(?:Amount|Price|Rate\d*)$/;

/** The request as a caller of the client writes it: amounts and rates as text. */
const withTexts = (request: ExampleFields): unknown =>
  JSON.parse(
    JSON.stringify(request, (name, value: unknown) =>
      typeof value === 'number' && AMOUNT.test(name) ? String(value) : value,
    ),
  );

/** Calls an operation by its name, as a program in plain JavaScript does. */
const callByName = async (client: object, name: string, fields: unknown): Promise<AnyAnswer> => {
  const methods = client as Readonly<Record<string, (fields: unknown) => Promise<AnyAnswer>>>;
  const method = methods[name];
  if (method === undefined) throw new Error(`The client has no ${name}.`);
  return method(fields);
};

const clientOf = ({ stack, account }: Awaited<ReturnType<typeof sceneOf>>['dealer']) => {
  const { DealerCode: dealerCode, Username: username, Password: password } = account;
  return createClient({ baseUrl: `${stack.baseUrl}/`, account: { dealerCode, username, password } });
};

describe('The typed client calls the running service', () => {
  test('every operation has an example that succeeds', () => {
    const all = documentedOperations.flatMap(({ contract }) => contract.routes);
    expect(calls.length).toBe(all.length);
  });

  test.each(calls)('$called: $example.name', async ({ called, operation, example }) => {
    const scene = await sceneOf(operation, example);
    const answer = await callByName(clientOf(scene.dealer), called, withTexts(await scene.own(example.request)));
    expect(answer).toMatchObject({ kind: expect.stringMatching(/^(?:success|declined)$/) });
    if (!('data' in answer) || !('data' in example) || example.data === true) return;
    const documented = JSON.parse(JSON.stringify(example.data), withDecimals) as ExampleFields;
    const given = answer.data as ExampleFields;
    const generated = Object.fromEntries((example.generated ?? []).map((name) => [name, given[name]]));
    expect(given).toEqual({ ...documented, ...generated });
  });

  test('a wrong password is refused with a code of the operation', async () => {
    const [first] = calls;
    if (first === undefined) throw new Error('nothing is documented');
    const { dealer } = await sceneOf(first.operation, {});
    const account = { dealerCode: dealer.account.DealerCode, username: dealer.account.Username, password: 'wrong' };
    const client = createClient({ baseUrl: dealer.stack.baseUrl, account });
    const answer = await client.GetSale({ SaleCode: 'none' });
    expect(answer).toMatchObject({ kind: 'refused', code: 'DealerSale.GetSale.InvalidRequest' });
  });

  test('a service that cannot be reached is answered with no-answer, and nothing is thrown', async () => {
    const account = { dealerCode: '1', username: '1', password: '1' };
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', account, tries: 1 });
    expect(await client.GetDealer({})).toEqual({ kind: 'no-answer', reason: 'network' });
  });
});
