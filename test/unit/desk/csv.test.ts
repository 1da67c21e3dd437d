import { expect, test } from 'vitest';
import { csvDownload, csvText } from '../../../shared/desk/figures/csv.ts';
import type { Language } from '../../../shared/domain/language.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { pageResponse } from '../../../shared/http/page-response.ts';

const columns = ['Açıklama', 'Adet', 'Tutar'] as const;
const textOf = (language: Language, ...row: Parameters<typeof csvText>[0]['rows'][number]): string =>
  csvText({ language, columns, rows: [row] });

test('a Turkish table has semicolons and decimal commas, an English one commas and points; both begin with a byte order mark', () => {
  expect(textOf('tr', 'Şapka', 2, { amount: minor(123_456) })).toBe('\uFEFFAçıklama;Adet;Tutar\r\nŞapka;2;1234,56\r\n');
  expect(textOf('en', 'Hat', 2, { amount: minor(-5) })).toBe('\uFEFFAçıklama,Adet,Tutar\r\nHat,2,-0.05\r\n');
});

test('a text that begins like a formula is defused in both languages (rule 55)', () => {
  for (const text of ['=1+1', '+90', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
    for (const language of ['tr', 'en'] as const) expect(textOf(language, text, 1, undefined)).toContain(`'${text}`);
  }
});

test('a text with a separator of either language, a quotation mark or a line end stays one cell', () => {
  for (const language of ['tr', 'en'] as const) {
    expect(textOf(language, 'a;b,"c"\nd', undefined, undefined)).toContain('"a;b,""c""\nd"');
  }
});

test('a row without a cell for each column is a defect', () => {
  expect(() => textOf('en', 'Hat', 2)).toThrow(RangeError);
});

test('a download is kept under its name, is stored by no cache, and its name cannot leave its header', () => {
  const answer = csvDownload({ name: 'statements-202611', language: 'tr', columns, rows: [] });
  const { headers, body } = pageResponse(answer, { headers: {} }, { sandbox: false });
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="statements-202611.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(body).toBe('\uFEFFAçıklama;Adet;Tutar\r\n');
  const forged = csvDownload({ name: 'a"\r\nx: y', language: 'tr', columns, rows: [] });
  expect(() => pageResponse(forged, { headers: {} }, { sandbox: false })).toThrow(RangeError);
});
