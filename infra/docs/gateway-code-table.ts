import { type BankCode, bankCodes } from '../../shared/domain/attempt/bank-codes.ts';
import { type GatewayKind, gatewayKinds } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { gatewayReasons, issuerDeclines } from '../../shared/garanti/codes.ts';
import { declineCodes, failedAuthentication, isAttempted, requestRefusals } from '../../shared/nestpay/codes.ts';

/** What leads to a code, by the code. */
type Causes = readonly (readonly [cause: string, code: BankCode])[];

/** Whatever kind of gateway the virtual POS has. */
const ofEveryKind: Causes = [
  ['our own refusal after an attempt began', '000'],
  ['the payer gave up', '001'],
  ['nothing sent: DNS or connection', '008'],
  ['nothing sent: TLS', '010'],
  ['a brand without 3D at this virtual POS', '013'],
  ['an attempt reported failed while the bank was silent', '021'],
  ['a start on the server that led to no form', '024'],
  ...[...failedAuthentication].map(([mdStatus, code]): Causes[number] => [
    `mdStatus ${mdStatus}${isAttempted(mdStatus) ? ' where it is not allowed' : ''}`,
    code,
  ]),
];

const HEAD_OF_KIND: Readonly<Record<GatewayKind, string>> = { nestpay: 'NestPay', garanti: 'Garanti' };

const causesOf: Readonly<Record<GatewayKind, Causes>> = {
  nestpay: [
    ...declineCodes,
    ...requestRefusals,
    ['CORE-1001 to CORE-1999, CORE-2013 to CORE-2015', '009'],
    ['any other code of a decline', '009'],
    ['any other code of a decline, after 3D', '024'],
    ['any other refusal of the form by the gate', '025'],
  ],
  garanti: [
    ...issuerDeclines,
    ...[...declineCodes]
      .filter(([code]) => !issuerDeclines.has(code))
      .map(([code, told]): Causes[number] => [`${code} in the history`, told]),
    ['any other code in the history', '009'],
    ...[...gatewayReasons].flatMap(
      ([reason, meaning]): Causes => (meaning.kind === 'defect' ? [[`92 with ${reason}`, meaning.code]] : []),
    ),
    ['a signed refusal of the form by the gate', '025'],
  ],
};

const causesIn = (causes: Causes, code: BankCode): string =>
  causes
    .filter(([, told]) => told === code)
    .map(([cause]) => cause)
    .join(', ');

const HEAD = `
## What leads to a code

By the kind of gateway of the virtual POS, for those who run the service. [Bank wire](bank-wire.md) says what each answer means.

| Code | Every kind | ${gatewayKinds.map((kind) => HEAD_OF_KIND[kind]).join(' | ')} |
|---|---|${'---|'.repeat(gatewayKinds.length)}`;

/** What leads to each bank code, by kind of gateway, as text of its file. */
export const gatewayCodeTableText = (): string => {
  const rows = bankCodes
    .map((code) => [code, causesIn(ofEveryKind, code), ...gatewayKinds.map((kind) => causesIn(causesOf[kind], code))])
    .filter(([, ...causes]) => causes.some((cause) => cause !== ''))
    .map((cells) => `| ${cells.join(' | ')} |`);
  return `${[HEAD, ...rows].join('\n')}\n`;
};
