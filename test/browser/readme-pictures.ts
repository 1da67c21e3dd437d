import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDemoDealer } from '../../infra/local/demo-dealer.ts';
import { checkKeyOf } from '../../shared/http/check-key.ts';
import { openBrowser } from './browser.ts';

// `npm run pictures`: draws the pictures of the README anew, from the `npm start` whose data folder is DATA_DIR.

const FOLDER = fileURLToPath(new URL('../../shared/docs/pictures/', import.meta.url));
const SIZE = { width: 1100, height: 720 };

const demo = readDemoDealer(readFileSync(join(process.env.DATA_DIR || '.local', 'demo-dealer.json'), 'utf8'));
const { BaseUrl, DealerCode, Username, Password, DealerCustomerTypeId } = demo;
const CheckKey = checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password });

/** A link as a shop makes one. */
const newLink = async (): Promise<string> => {
  const answer = await fetch(`${BaseUrl}/PaymentUserPos/CreateUserPosPayment`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      DealerAuthentication: { DealerCode, Username, Password, CheckKey },
      PaymentUserPosRequest: {
        DealerCustomerTypeId,
        Amount: 1250,
        Description: 'Garden table and two chairs',
        ReturnHash: 1,
        CommissionByDealer: 3,
        RedirectUrl: `${BaseUrl}/shop/result`,
        BasketProduct: [
          { ProductCode: 'Garden table', UnitPrice: 850, Quantity: 1 },
          { ProductCode: 'Chair', UnitPrice: 200, Quantity: 2 },
        ],
      },
    }),
  });
  return ((await answer.json()) as { readonly Data: { readonly Url: string } }).Data.Url;
};

const browser = await openBrowser();
const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', colorScheme: 'light' });
const page = await context.newPage();

await page.goto(await newLink());
await page.getByLabel('Card number').fill('4111111111111111');
await page.getByLabel('3 installments').check();
await page.getByText('Pay ₺1,250.00').waitFor();
await page.screenshot({ path: join(FOLDER, 'payment-page.png'), fullPage: true });

await page.goto(BaseUrl);
await page.locator('[data-live=true]').waitFor();
// A picture lives longer than an account.
await page.evaluate(`(() => {
  const secrets = ${JSON.stringify([Password, CheckKey])};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const secret of secrets) text.data = text.data.replaceAll(secret, '…');
  }
})()`);
await page.screenshot({ path: join(FOLDER, 'front-page.png') });
await browser.close();
