import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../shared/domain/language.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { busyToday, emptyToday, fullStatements, noStatements, oneStatement, todaySamples } from './today-samples.ts';

const MOST_BYTES = 40_000;
const languages = ['tr', 'en'] as const satisfies readonly Language[];
const all = languages.flatMap((language) =>
  Object.entries(todaySamples).map(([name, sample]) => ({ name, language, markup: sample(language).markup })),
);

describe('Every page of Today and of statements (rule 55)', () => {
  test.each(all)('$name in $language is under 40 kB, escapes what people typed, and loads nothing', ({ markup }) => {
    expect(Buffer.byteLength(markup)).toBeLessThan(MOST_BYTES);
    expect(markup).not.toContain('<script>alert');
    expect(markup).not.toMatch(/ style="| on[a-z]+="|undefined|NaN|\[object/);
    expect(markup.match(/<h1>/g)).toHaveLength(1);
  });

  test.each(all)('$name in $language names the rows and columns of each table', ({ markup }) => {
    for (const [table = ''] of markup.matchAll(/<table[\s\S]*?<\/table>/g)) {
      expect(table).toContain('<caption>');
      expect(table.match(/<tr><th scope="row"/g)?.length).toBe(
        table.match(/<tbody>[\s\S]*<\/tbody>/)?.[0].match(/<tr>/g)?.length,
      );
    }
  });
});

describe('Today', () => {
  test('compares with the same hour a week ago, or says why not', () => {
    const { markup } = busyToday('tr');
    expect(markup).toContain('Bugün ödenen (00:00–14:05)');
    expect(markup).toContain('Bir hafta önce aynı gün (21.11.2026, 00:00–14:05)');
    expect(markup).toContain('Bir hafta önceki gün için henüz ekstre yok.');
    expect(busyToday('en').markup).toContain('Same day a week ago (21 Nov 2026, 00:00–14:05)');
  });

  test('has a bar, a sentence for who points at it and a row of the table for each day; an unknown day is no zero', () => {
    const { markup } = busyToday('en');
    expect(markup.match(/data-tip="/g)).toHaveLength(30);
    expect(markup.match(/class="unknown"/g)).toHaveLength(1);
    expect(markup).toContain('data-tip="2 Nov 2026: not counted yet"');
    const [table = ''] = /<details>[\s\S]*?<\/details>/.exec(markup) ?? [];
    expect(table.match(/<tr><th scope="row"/g)).toHaveLength(30);
    expect(table).toContain('not counted yet');
    expect(markup).toContain('role="img" aria-labelledby="days-title days-text"');
  });

  test('a picture of days without any payment is a sentence', () => {
    const day = { day: '20261128', money: { paid: minor(0), givenBack: minor(0) } };
    expect(busyToday('en', { days: [day] }).markup).toContain('Nothing was paid in TL in the last 30 days.');
  });

  test('says what to do where nothing happened yet', () => {
    expect(emptyToday('tr').markup).toContain('İlk linkinizi oluşturun');
    expect(emptyToday('en').markup).toContain('Nothing needs you right now.');
  });

  test('leads to where each thing is dealt with', () => {
    expect(busyToday('en').markup).toContain('<li><a href="/desk/payments/7">');
  });
});

describe('Statements', () => {
  test('a page of a month leads to each of its statements, to its CSV and to the other currency', () => {
    const { markup } = fullStatements('tr');
    expect(markup.match(/href="\/desk\/statements\/\d+"/g)).toHaveLength(31);
    expect(markup).toContain('href="/desk/statements/csv?month=202610&amp;account=7"');
    expect(markup).toContain('month=202610&amp;account=7&amp;currency=EUR');
    expect(markup).toContain('Ekim 2026');
  });

  test('before the first night the page says when there will be one', () => {
    expect(noStatements('tr').markup).toContain('Henüz ekstre yok');
    expect(noStatements('en').markup).toContain('the first is made in the night after your first payment');
  });

  test('a statement leads to the payment of each entry and on to further ones', () => {
    const { markup } = oneStatement('en');
    expect(markup.match(/href="\/desk\/payments\/\d+"/g)).toHaveLength(50);
    expect(markup).toContain('?from=100"');
    expect(markup).toContain('Entries 51–100, the oldest first.');
  });
});
