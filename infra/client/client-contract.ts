import { eventTypes } from '../../shared/domain/outbox/event.ts';
import type { OperationRoute } from '../../shared/http/contract.ts';
import type { JsonSchema } from '../../shared/openapi/operation-document.ts';
import { membersOf, objectSchema } from '../docs/field-schemas.ts';
import { type DocumentedOperation, documentedOperations } from '../docs/operations.ts';
import { reportSchemas } from '../docs/reports.ts';
import { codesOf } from '../docs/result-codes.ts';
import { webhookSchemas } from '../docs/webhook-operations.ts';
import { functionDefinitions } from '../functions/all-functions.ts';
import { comment, quoted, typeOf } from './schema-types.ts';

const HEAD = `// Generated from the contracts of the operations by "node infra/client/generate-client.ts".
import type { AtLeastOne, Decimal, OperationFacts } from './wire-types.ts';
`;

/** Named types that the package shows its callers. */
const isShared = (name: string): boolean => name === 'BankCode' || name === 'ResultReport';

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'] as const;

/** True of an operation whose function has no right to write: it may be called any number of times. */
const isLookUp = ({ contract }: DocumentedOperation): boolean => {
  const definition = functionDefinitions.find(({ name }) => name === contract.name);
  if (definition === undefined) throw new Error(`${contract.name} is no function.`);
  const rights: readonly string[] = [...definition.table, ...(definition.boxes ?? [])];
  return !WRITES.some((action) => rights.includes(action));
};

/** Which calls may be sent again (decisions: refunds; rule 6). */
const repeatOf = (operation: DocumentedOperation): string => {
  if (isLookUp(operation)) return 'look-up';
  if (operation.contract.codes.OtherTrxCodeAlreadyUsed !== undefined) return 'OtherTrxCode';
  return membersOf(operation.contract.request).RefundCode === undefined ? 'never' : 'RefundCode';
};

const fieldsOf = ({ contract, document }: DocumentedOperation): JsonSchema =>
  objectSchema(contract.requestBlock, contract.request, document.fields);

const typesOf = (operation: DocumentedOperation): string => {
  const { operation: name } = operation.contract;
  const { anyOfFields, data } = operation.document;
  const fields = typeOf(fieldsOf(operation));
  const codes = codesOf(operation).map(({ code }) => `  ${quoted(code)},`);
  const asked =
    anyOfFields === undefined
      ? [`type ${name}Fields = ${fields};`]
      : [
          `type Any${name}Fields = ${fields};`,
          `type ${name}Fields = AtLeastOne<Any${name}Fields, ${anyOfFields.map(quoted).join(' | ')}>;`,
        ];
  return [...asked, `type ${name}Data = ${typeOf(data)};`, `const codesOf${name} = [`, ...codes, '] as const;'].join(
    '\n',
  );
};

interface CalledOperation {
  readonly operation: DocumentedOperation;
  readonly route: OperationRoute;
  readonly called: string;
}

const calledOperations: readonly CalledOperation[] = documentedOperations.flatMap((operation) =>
  operation.contract.routes.map((route) => ({
    operation,
    route,
    called: route.operation ?? operation.contract.operation,
  })),
);

const factsOf = ({ operation, route, called }: CalledOperation): string => {
  const { authenticationBlocks, requestBlock, operation: name } = operation.contract;
  const [block = ''] = authenticationBlocks;
  const members = [
    `path: ${quoted(route.path)}`,
    `authentication: ${quoted(block)}`,
    `request: ${quoted(requestBlock)}`,
    `repeat: ${quoted(repeatOf(operation))}`,
    `codes: codesOf${name}`,
  ];
  return `  ${called}: { ${members.join(', ')} },`;
};

const signatureOf = ({ operation, called }: CalledOperation): string => {
  const { contract, document } = operation;
  const { title, description } =
    Object.entries(document.further ?? {}).find(([name]) => name === called)?.[1] ?? document;
  const { operation: name } = contract;
  return `${comment(`${title}. ${description}`)}  readonly ${called}: { readonly fields: ${name}Fields; readonly data: ${name}Data; readonly code: (typeof codesOf${name})[number] };`;
};

/** Names of members that are decimal numbers in answers. A name that is sometimes an integer has no one meaning. */
const decimalMembers = (): { readonly money: readonly string[]; readonly rates: readonly string[] } => {
  const kinds = new Map<string, string>();
  const walk = (schema: unknown, name: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, properties, items, oneOf, anyOf } = schema as JsonSchema;
    if (type === 'number' || type === 'integer') {
      if ((kinds.get(name) ?? type) !== type) throw new Error(`${name} is a number here and an integer there.`);
      kinds.set(name, type);
    }
    for (const [member, one] of Object.entries(properties ?? {})) walk(one, member);
    for (const one of [oneOf, anyOf].flat()) walk(one, name);
    walk(items, name);
  };
  for (const { document } of documentedOperations) walk(document.data, '');
  for (const schema of Object.values(webhookSchemas)) walk(schema, '');
  const names = [...kinds].flatMap(([name, type]) => (type === 'number' ? [name] : [])).toSorted();
  const isRate = (name: string): boolean => /Rate\d*$/.test(name);
  return { money: names.filter((name) => !isRate(name)), rates: names.filter(isRate) };
};

/** Types that others refer to by name. */
const namedTypes = Object.entries({ ...reportSchemas, ...webhookSchemas }).map(
  ([name, schema]) =>
    `${comment(schema.description)}${isShared(name) ? 'export ' : ''}type ${name} = ${typeOf(schema)};\n`,
);

const dataMembers = Object.keys(webhookSchemas).map((name) => `  readonly ${name.slice('Webhook'.length)}?: ${name};`);

const listed = (names: readonly string[]): string => `[\n${names.map((name) => `  ${quoted(name)},`).join('\n')}\n]`;

/** What the client knows of the contract, as TypeScript. */
export const clientContractText = (): string => {
  const { money, rates } = decimalMembers();
  return [
    HEAD,
    ...namedTypes,
    ...documentedOperations.map((operation) => `${typesOf(operation)}\n`),
    '/** The operations by name: what is asked, `Data` of a successful answer, and the codes of refusals. */',
    'export interface Operations {',
    ...calledOperations.map(signatureOf),
    '}\n',
    '/** The operations by name: how each is called, and what it may refuse with. */',
    // The type stands here, so that declarations of the package are made file by file.
    'export const operations: Readonly<Record<keyof Operations, OperationFacts>> = {',
    ...calledOperations.map(factsOf),
    '};\n',
    '/** Members of answers and webhooks that are amounts. */',
    `export const moneyMembers: readonly string[] = ${listed(money)};\n`,
    '/** Members of answers that are percentages. */',
    `export const rateMembers: readonly string[] = ${listed(rates)};\n`,
    '/** What a webhook may tell. */',
    `export type WebhookType = ${eventTypes.map(quoted).join(' | ')};\n`,
    '/** What was true when it happened. Members that were not known are absent. */',
    `export interface WebhookData {\n${dataMembers.join('\n')}\n}\n`,
  ].join('\n');
};
