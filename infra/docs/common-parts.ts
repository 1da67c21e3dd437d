import { METHOD_NOT_ALLOWED_CODE, UNKNOWN_PATH_CODE } from '../../shared/http/contract.ts';
import { exampleAccount, exampleCheckKey } from './example-values.ts';

/** The text that introduces every operation. */
export const INTRODUCTION = `Every operation is a \`POST\` with a JSON body of two members, an authentication block and a request block, and answers with one envelope: \`Data\`, \`ResultCode\`, \`ResultMessage\`, \`Exception\`.

**Status.** HTTP status 200 carries every envelope, failures included: look at \`ResultCode\`. Only an unknown path (404), a wrong method (405) and a body above 256 kB (413) have a status of their own, with an envelope too. The gateway's own 413, 429, 503 and 504 carry its fixed body instead.

**CheckKey** is the SHA-256 of DealerCode, the letters \`MK\`, Username, the letters \`PD\` and Password, joined without separators, as 64 hexadecimal characters in either case. For DealerCode \`${exampleAccount.DealerCode}\`, Username \`${exampleAccount.Username}\` and Password \`${exampleAccount.Password}\` it is \`${exampleCheckKey}\`.

**Reading of requests.** \`null\` and \`""\` mean "not given" for every field. Numbers may be written as text and flags as booleans. Members that are not known are ignored. The body is read as JSON in UTF-8 or UTF-16 (little endian), with or without a byte order mark, whatever Content-Type says, unless it is \`application/x-www-form-urlencoded\`. Such a form is read as the same request: \`Block[Field]=1\`, and \`Block[List][][Field]=1\` or \`Block[List][0][Field]=1\`, in UTF-8, of at most 2,000 pairs. multipart/form-data is refused. A base address that ends in a slash works.

**Amounts** are numbers with at most two decimals, ids are whole numbers of 32 bits.

**Dates** have two forms in requests, both on clocks in Istanbul. A day is \`YYYYMMDD\`: BirthDate, SaleDate, BeginDate, EndDate, and the days of payment plans. A moment is \`yyyy-MM-dd HH:mm\`: the begin and the end of the lists of payments, transactions, statements and tries, and ExpireDate; seconds may follow, and a \`T\` may stand in place of the blank. Answers tell days as \`YYYYMMDD\`, and moments as \`2027-01-15T14:42:17.26\`, without a zone. Webhooks tell moments in UTC, with a \`Z\`.

**Repeating.** A request with an OtherTrxCode may be repeated without harm: the same request gets its first answer again, with the header \`Idempotent-Replayed: true\`; another request with the same code is refused. One dealer has one namespace of codes, over all operations. A request without a code has no such protection: sent twice, it makes two links, or charges twice.

**Declines.** A decline of the bank is no refusal: its code stands inside \`Data\`, or in the result. The schema \`BankCode\` lists every code with its meaning and what to do.

**Unexpected errors** answer \`EX\`, with a correlation id in \`ResultMessage\` that the operators of the service can look up.`;

const text = (maxLength: number, description: string) => ({ type: 'string', minLength: 1, maxLength, description });

/** The authentication block. */
export const authenticationSchema = {
  type: 'object',
  properties: {
    DealerCode: text(64, 'Code of the dealer, issued by the service.'),
    Username: text(128, 'Name of the API user, issued by the service.'),
    Password: text(256, 'Password of the API user, issued by the service.'),
    CheckKey: {
      type: 'string',
      pattern: '^[0-9a-fA-F]{64}$',
      description: 'SHA-256 of DealerCode + `MK` + Username + `PD` + Password, in hexadecimal.',
      examples: [exampleCheckKey],
    },
  },
  required: ['DealerCode', 'Username', 'Password', 'CheckKey'],
};

export const replayedHeader = {
  description:
    'Present, and `true`, where the answer is that of an earlier request with the same OtherTrxCode, or of the same step of a payment.',
  schema: { type: 'string', const: 'true' },
};

const errorResponse = (
  description: string,
  code: { readonly schema: object; readonly example: string },
  message: string,
) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          Data: { type: 'null' },
          ResultCode: code.schema,
          ResultMessage: { type: 'string' },
          Exception: { type: 'null' },
        },
        required: ['Data', 'ResultCode', 'ResultMessage', 'Exception'],
      },
      examples: {
        envelope: { value: { Data: null, ResultCode: code.example, ResultMessage: message, Exception: null } },
      },
    },
  },
});

/** The three answers that have an HTTP status of their own. */
export const httpErrors = {
  UnknownPath: errorResponse(
    'There is no operation at the path.',
    { schema: { const: UNKNOWN_PATH_CODE }, example: UNKNOWN_PATH_CODE },
    'There is no operation at this path.',
  ),
  MethodNotAllowed: {
    ...errorResponse(
      'The path takes another method; the header Allow names it.',
      { schema: { const: METHOD_NOT_ALLOWED_CODE }, example: METHOD_NOT_ALLOWED_CODE },
      'This path takes POST only.',
    ),
    headers: { Allow: { description: 'The methods that the path takes.', schema: { type: 'string' } } },
  },
  BodyTooLarge: errorResponse(
    "The body is above 256 kB. The code is the operation's InvalidRequest.",
    { schema: { type: 'string', pattern: '\\.InvalidRequest$' }, example: 'DealerSale.GetSale.InvalidRequest' },
    'The request body is larger than 256 kB.',
  ),
};
