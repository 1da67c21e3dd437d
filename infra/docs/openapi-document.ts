import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { OperationRoute } from '../../shared/http/contract.ts';
import type { JsonSchema } from '../../shared/openapi/operation-document.ts';
import { authenticationSchema, httpErrors, INTRODUCTION, replayedHeader } from './common-parts.ts';
import { requestExamples, responseExamples } from './example-values.ts';
import { objectSchema } from './field-schemas.ts';
import { type DocumentedOperation, documentedOperations } from './operations.ts';
import { codesOf, stepsOf } from './result-codes.ts';

const manifest = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

const reference = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });

/** The whole document. It is made from the contracts and their words alone, so it is the same on every machine. */
export const openApiDocument = (): JsonSchema => ({
  openapi: '3.1.1',
  info: {
    title: 'Payment links for dealers',
    version: manifest.version,
    summary:
      'Charge cards, create payment links, start mobile payments, capture, void and refund payments, and read payments, sales and customers.',
    description: INTRODUCTION,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [
    {
      url: '{baseAddress}',
      description: 'The base address is an output of the deployment; `npm start` prints its own.',
      variables: { baseAddress: { default: 'http://127.0.0.1:3000' } },
    },
  ],
  // The authentication block of each body names the caller, and no scheme of HTTP.
  security: [],
  paths: Object.fromEntries(
    documentedOperations.flatMap((operation) =>
      operation.contract.routes.map((route) => [route.path, pathItem(operation, route)]),
    ),
  ),
  components: {
    schemas: {
      Authentication: authenticationSchema,
      ...Object.fromEntries(documentedOperations.flatMap(schemasOf)),
    },
    headers: { 'Idempotent-Replayed': replayedHeader },
    responses: httpErrors,
  },
});

/** The document as text of its file. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;

const pathItem = (operation: DocumentedOperation, route: OperationRoute): JsonSchema => {
  const { contract, document } = operation;
  const { operation: name } = contract;
  const called = route.operation ?? name;
  const { title, description } = document.further?.[called] ?? document;
  return {
    post: {
      operationId: called,
      summary: title,
      description: [description, orderText(operation)].join('\n\n'),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: reference('schemas', `${name}Request`),
            examples: requestExamples(operation, called),
          },
        },
      },
      responses: {
        '200': {
          description: 'The envelope of every answer, success or failure: ResultCode tells which.',
          ...(claimsCodes(operation)
            ? { headers: { 'Idempotent-Replayed': reference('headers', 'Idempotent-Replayed') } }
            : {}),
          content: {
            'application/json': {
              schema: { oneOf: [reference('schemas', `${name}Success`), reference('schemas', `${name}Failure`)] },
              examples: responseExamples(operation, called),
            },
          },
        },
        '404': reference('responses', 'UnknownPath'),
        '405': reference('responses', 'MethodNotAllowed'),
        '413': reference('responses', 'BodyTooLarge'),
      },
    },
  };
};

const claimsCodes = ({ document }: DocumentedOperation): boolean => document.fields.OtherTrxCode !== undefined;

const orderText = (operation: DocumentedOperation): string => {
  const steps = stepsOf(operation).map(({ step, codes }, index) => {
    const lines = codes.map(({ code, conditions }) => `   - \`${code}\`: ${conditions.join(' ')}`);
    return [`${index + 1}. ${step}`, ...lines].join('\n');
  });
  return `**Order of refusals.** A request that breaks several rules gets the code of the first of them in this order:\n\n${steps.join('\n')}`;
};

const envelope = (members: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: { ...members, Exception: { type: 'null', description: 'Always null.' } },
  required: ['Data', 'ResultCode', 'ResultMessage', 'Exception'],
});

const schemasOf = (operation: DocumentedOperation): [string, JsonSchema][] => {
  const { operation: name } = operation.contract;
  return [
    [`${name}Request`, requestSchema(operation)],
    [`${name}Data`, operation.document.data],
    [
      `${name}Success`,
      envelope({
        Data: reference('schemas', `${name}Data`),
        ResultCode: { const: 'Success' },
        ResultMessage: { const: '', description: 'Empty on success.' },
      }),
    ],
    [
      `${name}Failure`,
      envelope({
        Data: { type: 'null' },
        ResultCode: {
          oneOf: codesOf(operation).map(({ code, conditions }) => ({
            const: code,
            description: conditions.join(' Or: '),
          })),
        },
        ResultMessage: { type: 'string', minLength: 1, description: 'One sentence: what was wrong, with which field.' },
      }),
    ],
  ];
};

const requestSchema = ({ contract, document }: DocumentedOperation): JsonSchema => {
  const [block = '', ...others] = contract.authenticationBlocks;
  const { requestBlock, furtherRequestBlocks = [], requestBlockOptional = false } = contract;
  const fields = objectSchema(requestBlock, contract.request, document.fields);
  const oneNeeded = document.anyOfFields?.map((field) => ({ required: [field] }));
  const names = others.map((name) => [name, reference('schemas', 'Authentication')] as const);
  const spoken = [[block, others] as const, [requestBlock, furtherRequestBlocks] as const].flatMap(([name, further]) =>
    further.length === 0 ? [] : [`\`${name}\` may be called \`${further.join('` or `')}\` as well.`],
  );
  return {
    type: 'object',
    ...(spoken.length === 0 ? {} : { description: spoken.join(' ') }),
    properties: {
      [block]: reference('schemas', 'Authentication'),
      ...Object.fromEntries(names),
      [requestBlock]: oneNeeded === undefined ? fields : { ...fields, anyOf: oneNeeded },
    },
    ...(requestBlockOptional ? {} : { required: [requestBlock] }),
    anyOf: contract.authenticationBlocks.map((name) => ({ required: [name] })),
  };
};
