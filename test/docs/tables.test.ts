import { describe, expect, test } from 'vitest';
import { bankCodeTableText } from '../../infra/docs/bank-code-table.ts';
import { errorCatalogueText } from '../../infra/docs/error-catalogue.ts';
import { gatewayCodeTableText } from '../../infra/docs/gateway-code-table.ts';
import { withOperationTables } from '../../infra/docs/operation-tables.ts';
import { documentedOperations } from '../../infra/docs/operations.ts';
import { tagOf } from '../../infra/docs/tags.ts';
import { wrapped } from '../../infra/docs/wrapped-text.ts';
import { bankCodes } from '../../shared/domain/attempt/bank-codes.ts';
import { refusalAdvice } from '../../shared/domain/refusal-advice.ts';

describe('The catalogue of errors', () => {
  const catalogue = errorCatalogueText();

  test('lists every code of every operation', () => {
    const codes = new Set(documentedOperations.flatMap(({ contract }) => Object.values(contract.codes)));
    expect(codes.size).toBeGreaterThan(150);
    expect([...codes].filter((code) => !catalogue.includes(`  - \`${code}\`\n`))).toEqual([]);
  });

  test('has a section and an advice of whole sentences for every reason, and no advice that nothing needs', () => {
    const sections = [...catalogue.matchAll(/^## (\w+)\n\n\*\*What to do\.\*\* /gm)].map(([, reason = '']) => reason);
    expect(new Set(sections)).toEqual(new Set(Object.keys(refusalAdvice)));
    expect(sections).toHaveLength(new Set(sections).size);
    expect(Object.values(refusalAdvice).filter((advice) => !/^[A-Z].*\.$/.test(advice))).toEqual([]);
  });

  test('breaks lines between words, and keeps every word', () => {
    const text = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    const lines = wrapped(text, '- ');
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.every((line) => line.length <= 142)).toBe(true);
    expect(lines.map((line) => line.slice(2)).join(' ')).toBe(text);
    expect(lines.map((line) => line.slice(0, 2))).toEqual(['- ', ...lines.slice(1).map(() => '  ')]);
  });
});

describe('The tables of operations', () => {
  const MARKS = '<!-- generated:operations -->\nbefore\n<!-- /generated -->';

  test('list every route with its blocks, and leave the text around them', () => {
    const text = withOperationTables(`above\n${MARKS}\nbelow`);
    expect(text).toMatch(/^above\n.*\nbelow$/s);
    expect(text).not.toContain('before');
    for (const { contract, document } of documentedOperations) {
      for (const { path, operation = contract.operation } of contract.routes) {
        const { title } = document.further?.[operation] ?? document;
        expect(text).toContain(`\n| ${tagOf(path)} | ${title} | \`${path}\` | \`${contract.requestBlock}\``);
        expect(text).toContain(`\n| \`/${path.split('/')[1]}/\` | \`${contract.authenticationBlocks[0]}\``);
      }
    }
  });

  test('refuse a document without their marks', () => {
    expect(() => withOperationTables('no marks')).toThrow('<!-- generated:operations -->');
  });
});

test('The table of bank codes has a row for every code, with what to do', () => {
  const rows = [
    ...bankCodeTableText().matchAll(/^\| (\d{3}) \| .+ \| (?:yes|later|after a correction|no) \| .+\. \|$/gm),
  ];
  expect(rows.map(([, code]) => code)).toEqual(bankCodes);
});

test('The table of what leads to a bank code tells the kinds of gateways apart', () => {
  const rows = new Map(
    gatewayCodeTableText()
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .flatMap(([, code = '', ...cells]) => (/^\d{3}$/.test(code) ? [[code, cells.slice(0, 3)] as const] : [])),
  );
  expect(rows.get('002')).toEqual(['', '51, 61, 65', '51, 61, 65']);
  expect(rows.get('003')).toEqual(['mdStatus 8', '14, CORE-2012, HPP-1001', '14']);
  expect(rows.get('008')).toEqual(['nothing sent: DNS or connection', '', '92 with 0651, 92 with 0752']);
  expect(rows.get('016')).toEqual(['', '91, 92', '91 in the history, 92 in the history']);
  // Codes that no bank gives have no row.
  expect(rows.has('030')).toBe(false);
});
