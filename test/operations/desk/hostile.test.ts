import { describe, expect, test } from 'vitest';
import { stackOfTests } from '../../support/app/stack-of-tests.ts';
import { hostileRun } from '../../support/desk/hostile-run.ts';
import { toldBare } from '../../support/desk/hostile-texts.ts';
import { wholeDealer } from '../../support/desk/whole-dealer.ts';

const REQUESTS = 600;

describe('Hostile requests to the desk (rules 32, 54, 55)', () => {
  test('none fails, moves money, reaches another dealer, or is told bare what was typed', async () => {
    const options = { requests: REQUESTS, seed: 28 };
    const { problems, isOtherUntouched, byStatus } = await hostileRun(stackOfTests(), options);
    expect(problems).toEqual([]);
    expect(isOtherUntouched).toBe(true);
    // The run is none where everything ends at the first check.
    for (const status of [200, 303, 403, 404])
      expect([status, (byStatus.get(status) ?? 0) > 10]).toEqual([status, true]);
  });
});

describe('What a payer wrote (rule 55)', () => {
  const NAME = '=HYPERLINK("http://hq7z.example";"<hq7z onload=x>")';

  test('is escaped on every page, and no formula in a file', async () => {
    const { dealer, signedIn } = await wholeDealer();
    const BuyerInformation = {
      BuyerFullName: NAME,
      BuyerAddress: NAME,
      BuyerEmail: 'a@example.com',
      BuyerGsmNumber: '',
    };
    const fields = { OtherTrxCode: '=hq7z+1', Description: NAME, CardHolderFullName: NAME, BuyerInformation };
    const { ResultCode } = await dealer.payDirectly(fields);
    expect(ResultCode).toBe('Success');
    const { browser } = await signedIn();
    const list = await browser.open('/desk/payments');
    const paths = [...list.markup.matchAll(/href="(\/desk\/payments\/\d+)"/g)].map(([, path = '']) => path);
    const pages = [list, ...(await Promise.all([...new Set(paths)].map((path) => browser.open(path))))];
    expect(pages.map(({ text }) => text).join(' ')).toContain(NAME);
    for (const { markup, address } of pages) expect([address, toldBare(markup)]).toEqual([address, undefined]);
    const parts = await browser.open('/desk/payments/csv');
    const [, path = ''] = /href="(\/desk\/payments\/csv\/file[^"]*)"/.exec(parts.markup) ?? [];
    const file = await browser.get(path.replaceAll('&amp;', '&'));
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.markup).toContain("'=hq7z+1");
    expect(file.markup).not.toMatch(/(?:^|[,;"\n])[=+@]/m);
  });
});
