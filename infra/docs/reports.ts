import { bankCodeAdvice } from '../../shared/domain/attempt/bank-code-advice.ts';
import { bankCodeMessages, bankCodes } from '../../shared/domain/attempt/bank-codes.ts';
import { type ResultReport, reportFields } from '../../shared/domain/link/result-report.ts';
import { resultHashesOf } from '../../shared/http/result-hash.ts';
import type { JsonSchema } from '../../shared/openapi/operation-document.ts';
import type { DocumentedOperation } from './operations.ts';

/** CodeForHash of the documents. Its two hashes are the published test vector. */
export const EXAMPLE_CODE_FOR_HASH = '9FDFBDFC-42C5-417E-AA93-E4D9D5312AAC';
const { successHash, failureHash } = resultHashesOf(EXAMPLE_CODE_FOR_HASH);

/** Every bank code with its meaning and what to do. */
const bankCodeSchema: JsonSchema = {
  description: 'The code of a decline, with its meaning and what to do.',
  oneOf: bankCodes.map((code) => ({
    const: code,
    description: `${bankCodeMessages[code]}. ${bankCodeAdvice[code].advice}`,
  })),
};

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', ...more, description });

const resultReportSchema: JsonSchema = {
  type: 'object',
  properties: {
    hashValue: text(
      `SHA-256 of CodeForHash + \`T\` where the payment was made, of CodeForHash + \`F\` where it was not. For CodeForHash \`${EXAMPLE_CODE_FOR_HASH}\` these are \`${successHash}\` and \`${failureHash}\`. Nothing else in this form proves anything.`,
      { pattern: '^[0-9a-f]{64}$' },
    ),
    isSuccessful: {
      enum: ['True', 'False'],
      description: 'In place of hashValue where a 3D payment of a shop asked for no hash. It proves nothing.',
    },
    resultCode: {
      anyOf: [{ const: '' }, { $ref: '#/components/schemas/BankCode' }],
      description: 'Empty where the payment was made, else the bank code.',
    },
    resultMessage: text('Empty where the payment was made, else what the code means.'),
    trxCode: text('VirtualPosOrderId of the payment; may be empty where there is none.'),
    OtherTrxCode: text("The dealer's own code, as the request gave it."),
  },
  required: ['resultCode', 'resultMessage', 'trxCode', 'OtherTrxCode'],
};

/** Schemas of what is reported. */
export const reportSchemas: Readonly<Record<string, JsonSchema>> = {
  BankCode: bankCodeSchema,
  ResultReport: resultReportSchema,
};

const exampleOf = (summary: string, report: ResultReport) => ({
  summary,
  value: Object.fromEntries(reportFields(report)),
});

const ORDER_ID = 'ORDER-k3v7q2mzt5w4y6xa2bcdefgh3i-01';

const REPORT = {
  operationId: 'reportResult',
  summary: 'The result of a payment, by the browser of the payer',
  description:
    "The browser of the payer posts this form to RedirectUrl when the payment has ended. Compare hashValue with both hashes of the payment's own CodeForHash, in constant time; believe no other field before that. The form may come twice, late, or never: the state of the payment is what the service answers.",
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: { $ref: '#/components/schemas/ResultReport' },
        examples: {
          paid: exampleOf('The payment was made', {
            hashValue: successHash,
            resultCode: '',
            resultMessage: '',
            trxCode: ORDER_ID,
            otherTrxCode: 'order-1',
          }),
          notPaid: exampleOf('The payer gave up after a decline', {
            hashValue: failureHash,
            resultCode: '002',
            resultMessage: bankCodeMessages['002'],
            trxCode: ORDER_ID,
            otherTrxCode: 'order-1',
          }),
        },
      },
    },
  },
  responses: {
    '200': { description: 'The page that the shop shows to the payer. The service does not read it.' },
    '4XX': { description: 'The payer sees this page too. The browser does not post again by itself.' },
  },
};

/** The answer tells CodeForHash, which proves the result. What is posted for a reusable link proves nothing (rule 52). */
const tellsCodeForHash = ({ document }: DocumentedOperation): boolean =>
  JSON.stringify(document.data).includes('"CodeForHash"');

/** The callbacks of an operation whose payer comes back to the dealer. */
export const callbacksOf = (
  operation: DocumentedOperation,
  { called, tag }: { readonly called: string; readonly tag: string },
): JsonSchema => {
  const { contract, document } = operation;
  if (document.fields.RedirectUrl === undefined || !tellsCodeForHash(operation)) return {};
  const address = `{$request.body#/${contract.requestBlock}/RedirectUrl}`;
  const post = { ...REPORT, operationId: `${called}Result`, tags: [tag] };
  return { callbacks: { result: { [address]: { post } } } };
};
