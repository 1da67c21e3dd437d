import * as z from 'zod';
import { exampleToken } from '../../shared/openapi/customer-words.ts';
import { exampleAccount } from './example-values.ts';
import { openApiDocument } from './openapi-document.ts';
import { documentedOperations } from './operations.ts';

/** What a collection takes from the document. */
const operationSchema = z.object({
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  requestBody: z.object({
    content: z.object({
      'application/json': z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })) }),
    }),
  }),
});
const documentSchema = z.object({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.object({ post: operationSchema })),
});

type Operation = z.output<typeof operationSchema>;

/** The first example of an operation; one without a stored card is best, for a new dealer has none. */
const exampleOf = ({ requestBody }: Operation): unknown => {
  const examples = Object.values(requestBody.content['application/json'].examples).map(({ value }) => value);
  return examples.find((example) => !JSON.stringify(example).includes('"CardToken"')) ?? examples[0];
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
const withVariables = (example: unknown): string => {
  const blocks = Object.entries(bodySchema.parse(example)).map(([name, block]) => {
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

const requestOf = (path: string, operation: Operation) => {
  const newCode = newCodes.get(path);
  return {
    name: operation.summary,
    ...(newCode === undefined ? {} : { event: script(newCodeScript(newCode)) }),
    request: {
      method: 'POST',
      header: [{ key: 'Content-Type', value: 'application/json' }],
      url: { raw: `{{BaseUrl}}${path}`, host: ['{{BaseUrl}}'], path: path.split('/').slice(1) },
      body: { mode: 'raw', raw: withVariables(exampleOf(operation)), options: { raw: { language: 'json' } } },
      // The order of refusals stands in the reference, and is long.
      description: operation.description.split('\n\n**Order of refusals.**')[0],
    },
  };
};

/** A folder for each tag that has operations, in the document's order. */
const folders = () => {
  const { tags, paths } = documentSchema.parse(openApiDocument());
  const operations = Object.entries(paths);
  return tags.flatMap(({ name }) => {
    const item = operations
      .filter(([, { post }]) => post.tags[0] === name)
      .map(([path, { post }]) => requestOf(path, post));
    return item.length === 0 ? [] : [{ name, item }];
  });
};

const DESCRIPTION = `Requests of every operation. Set the variables of the collection: BaseUrl, DealerCode, Username, Password, DealerCustomerTypeId and CustomerCode. With \`npm start\` they stand in \`.local/demo-dealer.json\`. CheckKey is computed before each request. A request that begins a payment takes a new OtherTrxCode, and the requests after it name that payment. Send "Add a customer with a card" before the requests about customers, cards and sales: they use its customer, which has a new CustomerCode, and the newest card that an answer lists.`;

/** The collection (format 2.1) of all operations, as text of its file. */
export const postmanCollectionText = (): string => {
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
    item: folders(),
  };
  return `${JSON.stringify(collection, undefined, 2)}\n`;
};
