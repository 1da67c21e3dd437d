import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { exampleAccount, exampleCheckKey } from '../../infra/docs/example-values.ts';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { postmanCollectionText } from '../../infra/docs/postman-collection.ts';
import { validatorOf } from './schemas.ts';

const eventSchema = z.array(z.object({ listen: z.string(), script: z.object({ exec: z.array(z.string()) }) }));
const collectionSchema = z.object({
  event: eventSchema,
  variable: z.array(z.object({ key: z.string(), value: z.string() })),
  item: z.array(
    z.object({
      item: z.array(
        z.object({
          event: eventSchema.optional(),
          request: z.object({ url: z.object({ raw: z.string() }), body: z.object({ raw: z.string() }) }),
        }),
      ),
    }),
  ),
});

/** What Postman gives to a script, as far as ours uses it. */
const runScripts = (
  events: z.output<typeof eventSchema>,
  variables: Map<string, string>,
  answer?: Readonly<Record<string, unknown>>,
): void => {
  const pm = {
    variables: {
      get: (name: string) => variables.get(name),
      set: (name: string, value: string) => variables.set(name, value),
    },
    collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
    response: { json: () => answer },
  };
  const SHA256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
  const require = (name: string) => (name === 'crypto-js' ? { SHA256 } : undefined);
  const wanted = events.filter(({ listen }) => listen === (answer === undefined ? 'prerequest' : 'test'));
  for (const { script } of wanted) runInNewContext(script.exec.join('\n'), { pm, require });
};

describe('The Postman collection', () => {
  let collection: z.output<typeof collectionSchema>;
  beforeAll(() => {
    collection = collectionSchema.parse(JSON.parse(postmanCollectionText()));
  });

  test('computes CheckKey from its variables before each request', () => {
    const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
    runScripts(collection.event, variables);
    expect(variables.get('CheckKey')).toBe(exampleCheckKey);
    variables.set('Password', 'another');
    runScripts(collection.event, variables);
    expect(variables.get('CheckKey')).not.toBe(exampleCheckKey);
  });

  test('has a request for every route, whose body is valid once its variables are filled', () => {
    const requests = collection.item.flatMap(({ item }) => item);
    const expected = documentedOperations.flatMap(({ contract }) =>
      contract.routes.map(({ path }) => ({ path, schema: `${contract.operation}Request` })),
    );
    expect(requests.map(({ request }) => request.url.raw).toSorted()).toEqual(
      expected.map(({ path }) => `{{BaseUrl}}${path}`).toSorted(),
    );
    for (const { path, schema } of expected) {
      const found = requests.find(({ request }) => request.url.raw.endsWith(`}}${path}`));
      const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
      runScripts([...collection.event, ...(found?.event ?? [])], variables);
      const filled = (found?.request.body.raw ?? '')
        .replaceAll('"{{DealerCustomerTypeId}}"', '{{DealerCustomerTypeId}}')
        .replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => variables.get(name) ?? whole);
      const body: unknown = JSON.parse(filled);
      expect(validatorOf(schema).safeParse(body).error?.issues, path).toBeUndefined();
      expect(filled).toContain(`"CheckKey": "${exampleCheckKey}"`);
      expect(filled).toContain(`"DealerCode": "${exampleAccount.DealerCode}"`);
    }
  });

  test('takes a new code before a request that begins a payment or adds a customer, and before no other', () => {
    const beginning = collection.item.flatMap(({ item }) => item).filter(({ event }) => event !== undefined);
    const paths = beginning.map(({ request }) => request.url.raw.replace('{{BaseUrl}}', ''));
    expect(paths).toContain('/PaymentUserPos/CreateUserPosPayment');
    expect(paths).toContain('/PaymentDealer/DoDirectPayment');
    expect(paths).not.toContain('/PaymentDealer/DoCapture');
    expect(paths).toContain('/DealerCustomer/AddCustomerWithCard');
    expect(paths).not.toContain('/DealerCustomer/AddCard');
    const variables = new Map([['OtherTrxCode', 'postman-1']]);
    runScripts(beginning[0]?.event ?? [], variables);
    expect(variables.get('OtherTrxCode')).toMatch(/^postman-\d{13}$/);
  });

  test('pays directly by a card that is typed, and has RedirectUrl name the code where it must', () => {
    const bodyOf = (path: string): string =>
      collection.item.flatMap(({ item }) => item).find(({ request }) => request.url.raw.endsWith(path))?.request.body
        .raw ?? '';
    expect(bodyOf('/PaymentDealer/DoDirectPayment')).toContain('"CardNumber"');
    expect(bodyOf('/PaymentDealer/DoDirectPaymentThreeDMobile')).toContain('?MyTrxCode={{OtherTrxCode}}"');
  });

  test('takes the newest card that an answer lists for the requests after it, and keeps it where there is none', () => {
    const variables = new Map([['CardToken', 'before']]);
    for (const Data of [null, {}, { CardList: [] }]) runScripts(collection.event, variables, { Data });
    expect(variables.get('CardToken')).toBe('before');
    runScripts(collection.event, variables, { Data: { CardList: [{ CardToken: 'newest' }, { CardToken: 'older' }] } });
    expect(variables.get('CardToken')).toBe('newest');
  });
});
