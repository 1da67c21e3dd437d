import { createRequire } from 'node:module';
import * as z from 'zod';
import { exampleToken } from '../../shared/openapi/customer-words.ts';
import { exampleAccount } from './example-values.ts';
import { openApiDocument } from './openapi-document.ts';
import { documentedOperations } from './operations.ts';

const folderSchema = z.object({
  name: z.string(),
  item: z.array(
    z.object({
      name: z.string(),
      request: z.object({
        description: z.object({ content: z.string() }),
        url: z.object({ path: z.array(z.string()) }),
        body: z.object({ raw: z.string() }),
      }),
    }),
  ),
});
/** The examples of a document; everything else of it is kept. */
const jsonSchema = z.looseObject({ examples: z.record(z.string(), z.unknown()) });
const contentSchema = z.looseObject({ content: z.looseObject({ 'application/json': jsonSchema }) });
const pathSchema = z.looseObject({ post: z.looseObject({ requestBody: contentSchema }) });
const documentSchema = z.looseObject({ paths: z.record(z.string(), pathSchema) });
const conversionSchema = z.object({
  result: z.literal(true),
  output: z.tuple([z.object({ data: z.object({ item: z.array(folderSchema) }) })]),
});

interface Converter {
  convertV2(
    input: { readonly type: 'json'; readonly data: object },
    options: Readonly<Record<string, unknown>>,
    done: (error: unknown, conversion: unknown) => void,
  ): void;
}

/** The package has no types. */
const converter = createRequire(import.meta.url)('openapi-to-postmanv2') as Converter;

/** What the converter makes requests of: the first example of each operation, for which one without a stored card is best. */
const convertible = (): object => {
  const { webhooks: _, ...document } = structuredClone(openApiDocument());
  const read = documentSchema.parse(document);
  const ofToken = (example: unknown): number => Number(JSON.stringify(example).includes('"CardToken"'));
  for (const { post } of Object.values(read.paths)) {
    const json = post.requestBody.content['application/json'];
    const examples = Object.entries(json.examples).toSorted(([, one], [, other]) => ofToken(one) - ofToken(other));
    json.examples = Object.fromEntries(examples);
  }
  return read;
};

const convert = async (): Promise<readonly z.output<typeof folderSchema>[]> => {
  const conversion = await new Promise((resolve, reject) => {
    const options = { folderStrategy: 'Tags', parametersResolution: 'Example' };
    // The converter changes what it is given, and the document shares parts with the contracts.
    converter.convertV2({ type: 'json', data: convertible() }, options, (error, found) =>
      error ? reject(new Error('The document cannot be converted.', { cause: error })) : resolve(found),
    );
  });
  return conversionSchema.parse(conversion).output[0].data.item;
};

/** Runs before every request: computes CheckKey from the variables of the collection. */
const CHECK_KEY_SCRIPT = [
  "const CryptoJS = require('crypto-js');",
  "const [dealer, user, password] = ['DealerCode', 'Username', 'Password'].map((name) => pm.variables.get(name) || '');",
  "pm.variables.set('CheckKey', CryptoJS.SHA256(dealer + 'MK' + user + 'PD' + password).toString());",
];

/** Runs before a request that begins or adds something: each gets a code of its own, which the requests after it name. */
const newCodeScript = (variable: 'OtherTrxCode' | 'CustomerCode') => [
  `pm.collectionVariables.set('${variable}', 'postman-' + Date.now());`,
];

/** Runs after every request: the token of the newest card that an answer lists is that of the requests after it. */
const CARD_TOKEN_SCRIPT = [
  'const { Data } = pm.response.json();',
  'const [card] = (Data && Data.CardList) || [];',
  "if (card) pm.collectionVariables.set('CardToken', card.CardToken);",
];

const script = (exec: readonly string[], listen: 'prerequest' | 'test' = 'prerequest') => [
  { listen, script: { type: 'text/javascript', exec } },
];

/** The variable that takes a new code before a request to a path; absent where it names what there is. */
const newCodes: ReadonlyMap<string, 'OtherTrxCode' | 'CustomerCode'> = new Map(
  documentedOperations.flatMap(({ contract: { codes, routes } }) => {
    const begins = codes.OtherTrxCodeAlreadyUsed !== undefined;
    if (!begins && codes.CustomerCodeAlreadyUsing === undefined) return [];
    return routes.map(({ path }) => [path, begins ? 'OtherTrxCode' : 'CustomerCode'] as const);
  }),
);

/** Members of request blocks that a variable of the collection fills, with the variable's name. */
const VARIABLE_MEMBERS: Readonly<Record<string, string>> = {
  OtherTrxCode: 'OtherTrxCode',
  DealerCustomerTypeId: 'DealerCustomerTypeId',
  CustomerCode: 'CustomerCode',
  BinNumber: 'BinNumber',
  CardToken: 'CardToken',
  DefaultCard1Token: 'CardToken',
};

const bodySchema = z.record(z.string(), z.record(z.string(), z.unknown()));

/** The body of the example with variables in place of the account, the code, the definition and the card. */
const withVariables = (raw: string): string => {
  const blocks = Object.entries(bodySchema.parse(JSON.parse(raw))).map(([name, block]) => {
    const code = typeof block.OtherTrxCode === 'string' ? block.OtherTrxCode : undefined;
    const filled = Object.entries(block).map(([member, value]) => {
      const variable = 'CheckKey' in block ? member : VARIABLE_MEMBERS[member];
      if (variable !== undefined) return [member, `{{${variable}}}`];
      // An address may have to name the code.
      const namesCode = typeof value === 'string' && code !== undefined;
      return [member, namesCode ? value.replaceAll(code, '{{OtherTrxCode}}') : value];
    });
    return [name, Object.fromEntries(filled)];
  });
  return JSON.stringify(Object.fromEntries(blocks), undefined, 2);
};

const requestOf = ({ name, request }: z.output<typeof folderSchema>['item'][number]) => {
  const { description, url, body } = request;
  const path = `/${url.path.join('/')}`;
  const newCode = newCodes.get(path);
  return {
    name,
    ...(newCode === undefined ? {} : { event: script(newCodeScript(newCode)) }),
    request: {
      method: 'POST',
      header: [{ key: 'Content-Type', value: 'application/json' }],
      url: { raw: `{{BaseUrl}}${path}`, host: ['{{BaseUrl}}'], path: url.path },
      body: { mode: 'raw', raw: withVariables(body.raw), options: { raw: { language: 'json' } } },
      // The order of refusals stands in the reference, and is long.
      description: description.content.split('\n\n**Order of refusals.**')[0],
    },
  };
};

const DESCRIPTION = `Requests of every operation. Set the variables of the collection: BaseUrl, DealerCode, Username, Password, DealerCustomerTypeId and CustomerCode. With \`npm start\` they stand in \`.local/demo-dealer.json\`. CheckKey is computed before each request. A request that begins a payment takes a new OtherTrxCode, and the requests after it name that payment. Send "Add a customer with a card" before the requests about customers, cards and sales: they use its customer, which has a new CustomerCode, and the newest card that an answer lists.`;

/** The collection (format 2.1) of all operations, as text of its file. */
export const postmanCollectionText = async (): Promise<string> => {
  const folders = (await convert()).filter(({ item }) => item.length > 0);
  const variables = {
    BaseUrl: 'http://127.0.0.1:3000',
    ...exampleAccount,
    DealerCustomerTypeId: '26',
    OtherTrxCode: 'postman-1',
    CustomerCode: 'Customer',
    BinNumber: '411111',
    CardToken: exampleToken,
  };
  const collection = {
    info: {
      name: 'Payment links for dealers',
      description: DESCRIPTION,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    event: [...script(CHECK_KEY_SCRIPT), ...script(CARD_TOKEN_SCRIPT, 'test')],
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
    item: folders.map(({ name, item }) => ({ name, item: item.map(requestOf) })),
  };
  return `${JSON.stringify(collection, undefined, 2)}\n`;
};
