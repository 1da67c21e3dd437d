import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleAnswer } from '../../infra/docs/example-values.ts';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { type FaultyStack, startFaultyStack } from '../support/own-stack.ts';
import { execute } from './scenes.ts';

/** More often than the client repeats a call. */
const ALWAYS = 100;

let stack: FaultyStack;
beforeAll(async () => {
  stack = await startFaultyStack();
});
afterAll(() => stack.stop());

const CORRELATION_ID = /correlation id \S+\.$/;
const withoutId = (text: string): string => text.replace(CORRELATION_ID, 'correlation id.');

describe.each(documentedOperations)('The published examples of faults of $document.title', (operation) => {
  const faults = operation.document.examples.filter((example) => 'fault' in example);

  test.each(faults)('$name: a real call gets the documented answer', async (example) => {
    stack.proxy.reset();
    const refused = { kind: 'refuse', error: 'ProvisionedThroughputExceededException' } as const;
    const beforeCall = (): void => {
      if ('reason' in example && example.reason === 'DealerCustomerNotCreated') {
        stack.proxy.inject({ on: 'TransactWriteItems', times: ALWAYS, action: refused });
      } else stack.proxy.inject({ times: ALWAYS, action: { ...refused, error: 'InternalServerError', status: 500 } });
    };
    const { answer } = await execute(operation, example, { stack: stack.address, beforeCall });
    const documented = exampleAnswer(operation, example);
    expect({ ...answer, ResultMessage: withoutId(answer.ResultMessage) }).toMatchObject({
      ...documented,
      status: 200,
      ResultMessage: withoutId(documented.ResultMessage),
    });
  });

  test('every operation documents the unexpected', () => {
    expect(faults.map((example) => exampleAnswer(operation, example).ResultCode)).toContain('EX');
  });
});
