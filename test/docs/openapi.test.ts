import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { exampleAccount, exampleAnswer, exampleBody, exampleCheckKey } from '../../infra/docs/example-values.ts';
import { fieldSchema, membersOf, objectSchema } from '../../infra/docs/field-schemas.ts';
import { openApiDocument, openApiText } from '../../infra/docs/openapi-document.ts';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { EXAMPLE_CODE_FOR_HASH } from '../../infra/docs/reports.ts';
import { codeOf, codesOf } from '../../infra/docs/result-codes.ts';
import { tagOf } from '../../infra/docs/tags.ts';
import { webhookVectors } from '../../infra/docs/webhook-vectors.ts';
import { functionsOf } from '../../infra/functions/all-functions.ts';
import { subjectOfFunction } from '../../infra/functions/function-folders.ts';
import { bankCodeAdvice } from '../../shared/domain/attempt/bank-code-advice.ts';
import { bankCodeMessages } from '../../shared/domain/attempt/bank-codes.ts';
import { eventTypes } from '../../shared/domain/outbox/event.ts';
import { UNEXPECTED_ERROR_CODE } from '../../shared/http/contract.ts';
import { text } from '../../shared/http/fields.ts';
import type { JsonSchema } from '../../shared/openapi/operation-document.ts';
import { validatorOf } from './schemas.ts';

const document = openApiDocument();

/** Every value of the document with its place in it. */
const walk = (value: unknown, place = '#'): (readonly [string, unknown])[] => {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[place, value], ...children.flatMap(([name, child]) => walk(child, `${place}/${name}`))];
};

const resolve = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, part) => (value as Readonly<Record<string, unknown>> | undefined)?.[part], document);

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sentAt = (headers: Readonly<Record<string, string>>): Date =>
  new Date(Number(headers['webhook-timestamp']) * 1000);

describe('The published document (OpenAPI 3.1)', () => {
  test('the checked-in file is what the contracts generate', () => {
    const file = readFileSync(new URL('../../shared/openapi/openapi.json', import.meta.url), 'utf8');
    expect(file === openApiText()).toBe(true);
  });

  test('has the members that OpenAPI 3.1 requires', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      paths: expect.any(Object),
    });
    const known = ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'webhooks', 'components'];
    expect(Object.keys(document).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('every $ref leads to something', () => {
    const references = walk(document).filter(([place]) => place.endsWith('/$ref'));
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter(([, reference]) => resolve(String(reference)) === undefined)).toEqual([]);
  });

  test('every component is used', () => {
    const used = new Set(
      walk(document)
        .filter(([place]) => place.endsWith('/$ref'))
        .map(([, reference]) => reference),
    );
    const components = Object.entries(document.components as Record<string, object>).flatMap(([section, parts]) =>
      Object.keys(parts).map((name) => `#/components/${section}/${name}`),
    );
    expect(components.filter((component) => !used.has(component))).toEqual([]);
  });

  test('every response of every operation has a description, and operation ids are unique', () => {
    const operations = Object.values(document.paths as Record<string, { post: JsonSchema }>).map(({ post }) => post);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { responses } of operations) {
      for (const response of Object.values(responses as Record<string, { $ref?: string; description?: string }>)) {
        const resolved = response.$ref === undefined ? response : (resolve(response.$ref) as typeof response);
        expect(resolved.description).toMatch(/\w/);
      }
    }
  });

  test('every example of every content is valid by the schema beside it', () => {
    const contents = walk(document)
      .map(([place, value]) => ({ place, content: value as { schema?: JsonSchema; examples?: unknown } }))
      .filter(({ content }) => isRecord(content) && isRecord(content.schema) && isRecord(content.examples));
    const examples = contents.flatMap(({ place, content: { schema = {}, examples: all } }) =>
      Object.entries(all as Record<string, { value: unknown }>).map(([name, { value }]) => ({
        place: `${place}/${name}`,
        isValid: validatorOf(schema).safeParse(value).success,
      })),
    );
    // Requests and answers of every operation, HTTP errors, results and webhooks.
    expect(examples.length).toBeGreaterThan(500);
    expect(examples.filter(({ isValid }) => !isValid).map(({ place }) => place)).toEqual([]);
  });

  test('every operation, callback and webhook has one tag of the list, and every tag is used', () => {
    const tagged = walk(document).flatMap(([, value]) =>
      isRecord(value) && value.operationId !== undefined ? [value.tags as readonly string[]] : [],
    );
    expect(tagged.filter((tags) => tags?.length !== 1)).toEqual([]);
    const listed = (document.tags as { name: string }[]).map(({ name }) => name);
    expect(new Set(tagged.flat())).toEqual(new Set(listed));
    expect(() => tagOf('/Elsewhere/DoIt')).toThrow('No tag takes /Elsewhere/DoIt');
  });

  test('a tag holds the operations of one subject, all of them', () => {
    const pairs = documentedOperations.flatMap(({ contract }) =>
      contract.routes.map(({ path }) => `${subjectOfFunction(contract.name)}: ${tagOf(path)}`),
    );
    const sides = [...new Set(pairs)].map((pair) => pair.split(': '));
    expect(sides).toContainEqual(['sale', 'Recurring sales']);
    for (const side of [0, 1]) expect(new Set(sides.map((pair) => pair[side])).size).toBe(sides.length);
  });

  test('every webhook has a signed example: blanks left out, its signature holds', () => {
    const { secret } = webhookVectors();
    const webhooks = Object.entries(document.webhooks as Record<string, { post: JsonSchema }>);
    expect(webhooks.map(([type]) => type)).toEqual([...eventTypes]);
    for (const [, { post }] of webhooks) {
      const headers = Object.fromEntries(
        (post.parameters as { name: string; example: string }[]).map(({ name, example }) => [name, example]),
      );
      const { content } = post.requestBody as { content: Record<string, { examples: { signed: { value: unknown } } }> };
      const body = JSON.stringify(content['application/json']?.examples.signed.value);
      const isSigned = () => new Webhook(secret).sign(headers['webhook-id'] ?? '', sentAt(headers), body);
      expect(isSigned()).toBe(headers['webhook-signature']);
    }
  });

  test('every operation that takes a RedirectUrl tells the result that is posted there, with both hashes', () => {
    const operations = Object.values(document.paths as Record<string, { post: JsonSchema }>).map(({ post }) => post);
    const telling = operations.filter(({ callbacks }) => callbacks !== undefined).map(({ operationId }) => operationId);
    expect(telling).toEqual([
      'CreateUserPosPayment',
      'CreateUserPosPaymentMarketPlace',
      'DoDirectPaymentThreeDMobile',
      'DoDirectPaymentThreeD',
      'DoDirectPaymentThreeDMarketPlace',
    ]);
    const hashes = ['T', 'F'].map((result) =>
      createHash('sha256').update(`${EXAMPLE_CODE_FOR_HASH}${result}`).digest('hex'),
    );
    const told = JSON.stringify(operations[0]?.callbacks);
    for (const hash of hashes) expect(told).toContain(`"hashValue":"${hash}"`);
  });

  test('every bank code has a meaning and an advice of whole sentences', () => {
    expect(Object.keys(bankCodeAdvice)).toEqual(Object.keys(bankCodeMessages));
    for (const { advice } of Object.values(bankCodeAdvice)) expect(advice).toMatch(/^[A-Z3].*\.$/);
  });

  test('schemas use the words of JSON Schema that they mean to use', () => {
    const words = new Set(
      'type properties required description $ref oneOf anyOf const enum items default examples pattern format minLength maxLength maxItems minimum maximum exclusiveMinimum'.split(
        ' ',
      ),
    );
    const schemas = walk((document.components as { schemas: object }).schemas).filter(
      ([place, value]) => isRecord(value) && !/(^#|\/properties)$/.test(place),
    );
    const strange = schemas.flatMap(([place, schema]) =>
      Object.keys(schema as object)
        .filter((word) => !words.has(word))
        .map((word) => `${place}: ${word}`),
    );
    expect(strange).toEqual([]);
  });

  test('every route that dealers call is documented, and nothing else', () => {
    // Payers, banks and the embedded bank use addresses of their own, which no dealer calls.
    const routes = functionsOf('production')
      .flatMap(({ routes: all }) => all)
      .filter(({ method, path }) => method === 'POST' && !path.includes('{'));
    expect(Object.keys(document.paths as object).toSorted()).toEqual(routes.map(({ path }) => path).toSorted());
  });

  test('a validator made of a schema refuses what the schema forbids', () => {
    const validator = validatorOf('GetSaleFailure');
    const good = { Data: null, ResultCode: 'EX', ResultMessage: 'x', Exception: null };
    expect(validator.safeParse(good).success).toBe(true);
    expect(validator.safeParse({ ...good, ResultCode: 'Nothing' }).success).toBe(false);
    expect(validator.safeParse({ ...good, Data: {} }).success).toBe(false);
  });

  test('CheckKey is published with its test vector (dealer interface 5)', () => {
    expect(exampleCheckKey).toBe('8cf4a2c66d780ae089549c8eb8783999e4ad63232ee22d1ab6ec1b46f535a3d0');
    expect((document.info as { description: string }).description).toContain(exampleCheckKey);
  });
});

describe.each(documentedOperations)('The published document of $document.title', (operation) => {
  const { contract, document: words } = operation;
  const name = contract.operation;

  test('every code of the contract has a condition and an example, and no other code is documented', () => {
    const promised = new Set([...Object.values(contract.codes), UNEXPECTED_ERROR_CODE]);
    const described = codesOf(operation).map(({ code }) => code);
    const answered = words.examples.map((example) => exampleAnswer(operation, example).ResultCode);
    expect(new Set(described)).toEqual(promised);
    expect(new Set(answered)).toEqual(new Set([...promised, 'Success']));
    for (const { conditions } of codesOf(operation)) {
      expect(conditions.length).toBeGreaterThan(0);
      for (const condition of conditions) expect(condition).toMatch(/\.$/);
    }
  });

  test('every reason of the contract stands in the order of refusals', () => {
    const ordered = new Set(words.order.flatMap(({ conditions }) => Object.keys(conditions)));
    expect(ordered).toEqual(new Set(Object.keys(contract.codes)));
  });

  test('every field of the request has a description', () => {
    const places = walk(objectSchema(contract.requestBlock, contract.request, words.fields))
      .filter(([place]) => /\/properties\/[^/]+$/.test(place))
      .map(([, schema]) => schema as JsonSchema);
    expect(places.length).toBeGreaterThanOrEqual(Object.keys(membersOf(contract.request)).length);
    for (const { description } of places) expect(description).toMatch(/\w.*\.$/s);
  });

  test('names of examples are unique', () => {
    expect(new Set(words.examples.map((example) => example.name)).size).toBe(words.examples.length);
  });

  test('every request that succeeds matches the schema of requests, or is marked as a tolerated spelling', () => {
    const validator = validatorOf(`${name}Request`);
    const successes = words.examples.filter((example) => 'data' in example);
    for (const example of successes) {
      const { success } = validator.safeParse(exampleBody(operation, example, exampleAccount));
      expect(success, example.name).toBe(example.spelling === undefined);
    }
  });

  test('every documented answer matches the schema of answers', () => {
    for (const example of words.examples) {
      const validator = validatorOf('data' in example ? `${name}Success` : `${name}Failure`);
      const { error } = validator.safeParse(exampleAnswer(operation, example));
      expect(error?.issues, example.name).toBeUndefined();
    }
  });
});

describe('The generator', () => {
  const reader = text({ max: 5 });

  test('takes the bounds of a field from its reader', () => {
    expect(fieldSchema('x', reader, { description: 'Words.' })).toEqual({
      type: 'string',
      maxLength: 5,
      description: 'Words.',
    });
  });

  test('refuses a field that no reader publishes', () => {
    expect(() => fieldSchema('Block.x', {}, { description: 'Words.' })).toThrow('Block.x is read by a schema');
  });

  test('refuses a field without words, and words without a field', () => {
    const [operation] = documentedOperations;
    const { request } = operation?.contract ?? {};
    expect(() => objectSchema('Block', request ?? {}, {})).toThrow(
      'Block.OtherTrxCode has no description in the published document',
    );
    const texts = { Nothing: { description: 'Words.' } };
    expect(() => objectSchema('Block', request ?? {}, texts)).toThrow('Block has no field Nothing');
  });

  test('refuses a reason that the contract does not know', () => {
    const [operation] = documentedOperations;
    if (operation === undefined) throw new Error('nothing is documented');
    expect(() => codeOf(operation, 'Nonsense')).toThrow('has no code for Nonsense');
  });
});
