import { describe, expect, test } from 'vitest';
import { exampleAnswer } from '../../infra/docs/example-values.ts';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { expectedData } from '../support/operations/example-scene.ts';
import { execute } from './scenes.ts';
import { validatorOf } from './schemas.ts';

describe.each(documentedOperations)('The published examples of $document.title', (operation) => {
  const { examples } = operation.document;
  const executable = examples.filter((example) => 'data' in example || example.fault === undefined);

  test.each(executable)('$name: a real call gets the documented answer', async (example) => {
    const { answer, earlier } = await execute(operation, example);
    const { status, headers, ...envelope } = answer;
    const documented = exampleAnswer(operation, example);
    expect(status).toBe(200);
    if (!('data' in example)) {
      expect(envelope).toEqual(documented);
      return;
    }
    expect(envelope).toEqual({ ...documented, Data: expectedData(example, envelope.Data) });
    expect(headers.get('idempotent-replayed')).toBe(example.replayed === true ? 'true' : null);
    if (example.replayed === true) expect(envelope.Data).toEqual(earlier?.Data);
    const validator = validatorOf(`${operation.contract.operation}Success`);
    expect(validator.safeParse(envelope).error?.issues).toBeUndefined();
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
