import { bankCodeAdvice } from '../../shared/domain/attempt/bank-code-advice.ts';
import { bankCodeMessages, bankCodes } from '../../shared/domain/attempt/bank-codes.ts';
import { gatewayCodeTableText } from './gateway-code-table.ts';

const HEAD = `# Bank codes

What a bank says of a payment that it declined. This file is generated from the code tables.

| Where a code stands | |
|---|---|
| \`Data.ResultCode\` | of a direct payment with \`IsSuccessful\` false; the outer \`ResultCode\` is \`Success\` |
| \`resultCode\` | of the result that is posted to RedirectUrl, and of a plain notice |
| \`ResultCode\` of \`Link\` and \`Payment\` | in a webhook |
| \`ResultCode\` of a transaction | in the detail of a payment |

With a code nothing stays charged, whatever the bank says later. An empty code is a success. Payers read no code: they read one of four pieces of advice.

| Code | Meaning | Same card again | What to do |
|---|---|---|---|`;

/** The bank codes with what to do, as text of its file. */
export const bankCodeTableText = (): string => {
  const rows = bankCodes.map((code) => {
    const { sameCardAgain, advice } = bankCodeAdvice[code];
    return `| ${code} | ${bankCodeMessages[code]} | ${sameCardAgain} | ${advice} |`;
  });
  return `${[HEAD, ...rows].join('\n')}\n${gatewayCodeTableText()}`;
};
