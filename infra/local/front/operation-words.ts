import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { refusalAdvice } from '../../../shared/domain/refusal-advice.ts';
import type { JsonSchema } from '../../../shared/openapi/operation-document.ts';
import { openApiDocument } from '../../docs/openapi-document.ts';
import { documentedOperations } from '../../docs/operations.ts';
import { stepsOf } from '../../docs/result-codes.ts';
import type { ReasonView } from './request-view.ts';

/** One reason for a refusal, with the code that it is answered by. */
export interface RefusalWords extends ReasonView {
  readonly code: string;
}

/** What the published documents say of the operation at one path. */
export interface OperationWords {
  readonly operation: OperationName;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Accepted names of the authentication block, the documented one first. */
  readonly authenticationBlocks: readonly string[];
  readonly requestBlock: string;
  /** Schemas of the members of a body, by their names. */
  readonly members: Readonly<Record<string, JsonSchema>>;
  /** Schema of `Data` of an answer. */
  readonly data: JsonSchema;
  /** In the order in which they are checked. */
  readonly refusals: readonly RefusalWords[];
}

/** The words of every operation by its path, and the named parts of the document that its schemas refer to. */
export interface Words {
  readonly operations: ReadonlyMap<string, OperationWords>;
  readonly parts: Readonly<Record<string, JsonSchema>>;
}

type Documented = (typeof documentedOperations)[number];

const refusalsOf = (operation: Documented): readonly RefusalWords[] => [
  ...stepsOf(operation).flatMap(({ step, codes }) =>
    codes.map(({ code, conditions, advice }) => ({
      code,
      step,
      condition: conditions.join(' '),
      advice: advice.join(' '),
    })),
  ),
  { code: 'EX', step: 'The service', condition: 'The service failed unexpectedly.', advice: refusalAdvice.EX },
];

const wordsOf = (operation: Documented, parts: Words['parts']): readonly OperationWords[] => {
  const { contract, document } = operation;
  const request = parts[`${contract.operation}Request`]?.properties as OperationWords['members'];
  const block = request[contract.requestBlock] ?? {};
  const others = (contract.furtherRequestBlocks ?? []).map((name) => [name, block] as const);
  const refusals = refusalsOf(operation);
  return contract.routes.map(({ path, operation: called = contract.operation }) => {
    const { title, description } = document.further?.[called] ?? document;
    return {
      operation: called,
      path,
      title,
      description,
      authenticationBlocks: contract.authenticationBlocks,
      requestBlock: contract.requestBlock,
      members: { ...request, ...Object.fromEntries(others) },
      data: parts[`${contract.operation}Data`] ?? {},
      refusals,
    };
  });
};

/** Reads the words of all operations from the published document and the contracts behind it. */
export const readWords = (): Words => {
  const { schemas: parts } = openApiDocument().components as { readonly schemas: Words['parts'] };
  const words = documentedOperations.flatMap((operation) => wordsOf(operation, parts));
  return { operations: new Map(words.map((one) => [one.path, one])), parts };
};
