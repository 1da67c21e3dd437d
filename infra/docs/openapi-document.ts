import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { OperationRoute } from '../../shared/http/contract.ts';
import { fieldDocuments } from '../../shared/http/fields.ts';
import type { JsonSchema } from '../../shared/openapi/operation-document.ts';
import { authenticationSchema, httpErrors, INTRODUCTION, replayedHeader } from './common-parts.ts';
import { requestExamples, responseExamples } from './example-values.ts';
import { membersOf, objectSchema } from './field-schemas.ts';
import { type DocumentedOperation, documentedOperations } from './operations.ts';
import { callbacksOf, reportSchemas } from './reports.ts';
import { codesOf, stepsOf } from './result-codes.ts';
import { type Schemas, validatorsOf } from './schema-validity.ts';
import { tagOf, tagsOf } from './tags.ts';
import { WEBHOOK_TAG, webhookOperations, webhookSchemas } from './webhook-operations.ts';

const manifest = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

const reference = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });

const PATHS = documentedOperations.flatMap(({ contract }) => contract.routes.map(({ path }) => path));

/** The whole document. It is made from the contracts and their words alone, so it is the same on every machine. */
export const openApiDocument = (): JsonSchema => documentOf(componentSchemas());

const componentSchemas = (): Schemas => ({
  Authentication: authenticationSchema,
  ...reportSchemas,
  ...webhookSchemas,
  ...Object.fromEntries(documentedOperations.flatMap(schemasOf)),
});

const documentOf = (schemas: Schemas): JsonSchema => ({
  openapi: '3.1.1',
  info: {
    title: 'Payment links for dealers',
    version: manifest.version,
    summary:
      'Charge cards, create payment links, start mobile payments, capture, void and refund payments, and read payments, sales and customers.',
    description: INTRODUCTION,
    contact: { name: 'The operator of the service that you call' },
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
  tags: [...tagsOf(PATHS), WEBHOOK_TAG],
  paths: Object.fromEntries(
    documentedOperations.flatMap((operation) => {
      const isValid = requestValidator(operation, schemas);
      return operation.contract.routes.map((route) => [route.path, pathItem(operation, { route, isValid })]);
    }),
  ),
  webhooks: webhookOperations(),
  components: {
    schemas,
    headers: { 'Idempotent-Replayed': replayedHeader },
    responses: httpErrors,
  },
});

/** The document as text of its file. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), undefined, 2)}\n`;

/** Says whether a request is one that the schema describes. Examples that are refused for their shape are not shown. */
const requestValidator = ({ contract }: DocumentedOperation, schemas: Schemas): ((body: unknown) => boolean) => {
  const validator = validatorsOf(schemas)(`${contract.operation}Request`);
  return (body) => validator.safeParse(body).success;
};

interface PathContext {
  readonly route: OperationRoute;
  readonly isValid: (body: unknown) => boolean;
}

const pathItem = (operation: DocumentedOperation, { route, isValid }: PathContext): JsonSchema => {
  const { contract, document } = operation;
  const { operation: name } = contract;
  const called = route.operation ?? name;
  const { title, description } = document.further?.[called] ?? document;
  return {
    post: {
      operationId: called,
      tags: [tagOf(route.path)],
      summary: title,
      description: [description, orderText(operation)].join('\n\n'),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: reference('schemas', `${name}Request`),
            examples: requestExamples(operation, { called, isValid }),
          },
          ...formContent(operation),
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
      ...callbacksOf(operation, { called, tag: tagOf(route.path) }),
    },
  };
};

const DEEP_OBJECT = { style: 'deepObject', explode: true };

/**
 * The form of a request, for operations whose blocks hold values alone. OpenAPI has no word for brackets behind brackets,
 * so the forms of other operations are told by the introduction and not promised to generators.
 */
const formContent = ({ contract }: DocumentedOperation): Readonly<Record<string, JsonSchema>> => {
  const isFlat = Object.values(membersOf(contract.request)).every((reader) => {
    const type = fieldDocuments.get(reader)?.type;
    return type !== 'array' && type !== 'object';
  });
  if (!isFlat) return {};
  const blocks = [...contract.authenticationBlocks, contract.requestBlock];
  return {
    'application/x-www-form-urlencoded': {
      schema: reference('schemas', `${contract.operation}Request`),
      encoding: Object.fromEntries(blocks.map((name) => [name, DEEP_OBJECT])),
    },
  };
};

const claimsCodes = ({ document }: DocumentedOperation): boolean => document.fields.OtherTrxCode !== undefined;

const orderText = (operation: DocumentedOperation): string => {
  const steps = stepsOf(operation).map(({ step, codes }, index) => {
    // Four blanks: a list under `10.` needs them, and one under `9.` takes them.
    const lines = codes.map(({ code, conditions }) => `    - \`${code}\`: ${conditions.join(' ')}`);
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
          oneOf: codesOf(operation).map(({ code, conditions, advice }) => ({
            const: code,
            description: `${conditions.join(' Or: ')} To mend it: ${advice.join(' ')}`,
          })),
        },
        ResultMessage: { type: 'string', minLength: 1, description: 'One sentence: what was wrong, with which field.' },
      }),
    ],
  ];
};

/** Validators that read types look at `required` only where the member is a property too. */
const objectWith = (name: string): JsonSchema => ({ type: 'object', properties: { [name]: {} }, required: [name] });

const requestSchema = ({ contract, document }: DocumentedOperation): JsonSchema => {
  const [block = '', ...others] = contract.authenticationBlocks;
  const { requestBlock, furtherRequestBlocks = [], requestBlockOptional = false } = contract;
  const fields = objectSchema(requestBlock, contract.request, document.fields);
  const oneNeeded = document.anyOfFields?.map(objectWith);
  const needed = [...(others.length === 0 ? [block] : []), ...(requestBlockOptional ? [] : [requestBlock])];
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
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(others.length === 0 ? {} : { anyOf: contract.authenticationBlocks.map(objectWith) }),
  };
};
