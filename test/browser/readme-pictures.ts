import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { codeNow } from '../../infra/local/demo-code.ts';
import { type DemoDealer, type DemoDesk, setUpDemoDealer } from '../../infra/local/demo-dealer.ts';
import { setUpDemoDesk } from '../../infra/local/demo-desk.ts';
import { createFront } from '../../infra/local/front/front.ts';
import { type LocalStack, startLocalStack } from '../../infra/local/stack.ts';
import { checkKeyOf } from '../../shared/http/check-key.ts';

const FOLDER = fileURLToPath(new URL('../../shared/docs/pictures/', import.meta.url));
const SIZE = { width: 1100, height: 720 };
/** Small enough for a picture of less than 150 kB. */
const FRONT_SIZE = { width: 1100, height: 640 };

type Demo = DemoDealer & { readonly Desk: DemoDesk };
type Call = (operation: string, block: string, fields: Readonly<Record<string, unknown>>) => Promise<Called>;
interface Called {
  readonly ResultCode: string;
  readonly Data: { readonly Url?: string };
}

const checkKeyIn = ({ DealerCode, Username, Password }: DemoDealer): string =>
  checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password });

/** Calls an operation as the demo dealer's program does. */
const callerFor = (demo: DemoDealer): Call => {
  const { BaseUrl, DealerCode, Username, Password } = demo;
  const account = { DealerCode, Username, Password, CheckKey: checkKeyIn(demo) };
  return async (operation, block, fields) => {
    const [authentication, path] =
      block === 'PaymentUserPosRequest'
        ? ['DealerAuthentication', 'PaymentUserPos']
        : ['PaymentDealerAuthentication', 'PaymentDealer'];
    const body = JSON.stringify({ [authentication]: account, [block]: fields });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${BaseUrl}/${path}/${operation}`, { method: 'POST', headers, body });
    return (await answer.json()) as Called;
  };
};

const SOLD = [
  ['Garden table', 850],
  ['Chair', 200],
  ['Parasol', 640],
  ['Bench', 1120],
  ['Lantern', 95.5],
  ['Cushion', 145],
  ['Deck chair', 780],
] as const;

/** A day of the dealer: payments, a decline, and links that wait. */
const sell = async (call: Call, { DealerCustomerTypeId, BaseUrl }: DemoDealer): Promise<void> => {
  const card = { CardHolderFullName: 'Elif Y', ExpMonth: '12', ExpYear: '2030', CvcNumber: '000' };
  for (const [index, [Description, Amount]] of SOLD.entries()) {
    const CardNumber = index === 3 ? '4111110000000039' : '4111110000000013';
    const fields = { ...card, CardNumber, Amount, Description, OtherTrxCode: `order-${1001 + index}` };
    await call('DoDirectPayment', 'PaymentDealerRequest', fields);
    await call('CreateUserPosPayment', 'PaymentUserPosRequest', {
      DealerCustomerTypeId,
      Amount,
      Description,
      ReturnHash: 1,
      RedirectUrl: `${BaseUrl}/shop/result`,
    });
  }
};

const drawPaymentPage = async (
  page: Page,
  call: Call,
  { DealerCustomerTypeId, BaseUrl }: DemoDealer,
): Promise<void> => {
  const made = await call('CreateUserPosPayment', 'PaymentUserPosRequest', {
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
  });
  if (made.Data.Url === undefined) throw new Error(`no link was made: ${made.ResultCode}`);
  await page.goto(made.Data.Url);
  await page.getByLabel('Card number').fill('4111111111111111');
  await page.getByLabel('3 installments').check();
  await page.getByText('Pay ₺1,250.00').waitFor();
  await page.screenshot({ path: join(FOLDER, 'payment-page.png'), fullPage: true });
};

const drawDesk = async (page: Page, { BaseUrl, Desk: { Manager } }: Demo): Promise<void> => {
  await page.goto(`${BaseUrl}/desk`);
  await page.locator('input[name="email"]').fill(Manager.Email);
  await page.locator('input[name="password"]').fill(Manager.Password);
  await page.locator('main button').first().click();
  await page.locator('input[name="code"]').fill(codeNow(Manager.CodeSecret, Date.now()).digits);
  await page.locator('main button').first().click();
  await page.waitForURL(`${BaseUrl}/desk`);
  await page.goto(`${BaseUrl}/desk/payments`);
  await page.screenshot({ path: join(FOLDER, 'desk.png') });
};

const drawFrontPage = async (page: Page, demo: Demo): Promise<void> => {
  const { Manager, Cashier } = demo.Desk;
  await page.setViewportSize(FRONT_SIZE);
  await page.goto(demo.BaseUrl);
  await page.locator('[data-live=true]').waitFor();
  await page.locator('#desk dd').first().waitFor();
  // A picture lives longer than an account.
  const secrets = [demo.Password, checkKeyIn(demo), Manager.Password, Cashier.Password];
  await page.evaluate(`(() => {
    const secrets = ${JSON.stringify(secrets)};
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const secret of secrets) text.data = text.data.replaceAll(secret, '…');
    }
  })()`);
  await page.screenshot({ path: join(FOLDER, 'front-page.png') });
};

const setUpDemo = async (stack: LocalStack, dataDir: string): Promise<Demo> => {
  const { baseUrl, endpoint: keysEndpoint, engineEndpoint, tableName } = stack;
  const invokeOperate = (payload: unknown) => stack.invoke('operate', payload);
  const { VAULT_KEY_ARN: vaultKeyArn = '' } = stack.functionEnvironment('change-desk-account');
  const places = { engineEndpoint, tableName, keysEndpoint, vaultKeyArn, dataDir };
  const { Desk, ...demo } = await setUpDemoDesk(places, await setUpDemoDealer({ invokeOperate, dataDir, baseUrl }));
  if (Desk === undefined) throw new Error('nobody was made for the desk');
  return { ...demo, Desk };
};

/** Draws the pictures of the README anew, from a service of their own. */
export const drawReadmePictures = async (browser: Browser): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'payment-links-pictures-'));
  const front = createFront(dataDir);
  const { pages, note: answered, changed } = front;
  const stack = await startLocalStack({ port: 0, dataDir, inMemory: true, pages, answered, changed });
  try {
    front.connect(stack.engineEndpoint, stack.tableName);
    const demo = await setUpDemo(stack, dataDir);
    const call = callerFor(demo);
    await sell(call, demo);
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', colorScheme: 'light' });
    const page = await context.newPage();
    await drawPaymentPage(page, call, demo);
    await drawDesk(page, demo);
    await drawFrontPage(page, demo);
    await context.close();
  } finally {
    front.stop();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
