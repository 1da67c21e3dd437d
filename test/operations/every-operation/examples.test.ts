import { describe, expect, test } from 'vitest';
import { documentedOperations } from '../../../infra/docs/operations.ts';
import { execute, expectDocumented } from '../../support/operations/example-calls.ts';

describe.each(documentedOperations)('The published examples of $document.title', (operation) => {
  const { examples } = operation.document;
  const executable = examples.filter((example) => 'data' in example || example.fault === undefined);

  test.each(executable)('$name: a real call gets the documented answer', async (example) => {
    await expectDocumented(operation, example);
  });

  test('an earlier request of an example succeeds by itself', async () => {
    for (const { setUp } of examples) {
      if (setUp?.earlier === undefined) continue;
      const { earlier: request, ...scene } = setUp;
      const { answer } = await execute(operation, { name: '', summary: '', setUp: scene, request, data: {} });
      expect(answer.ResultCode).toBe('Success');
    }
  });
});
