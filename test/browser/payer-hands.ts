import type { Frame, Page } from 'playwright-core';
import { testCard } from '../../shared/nestpay/test-cards.ts';
import { PATIENCE_MS } from '../support/app/patience.ts';

/** Enough for a page that a busy machine serves late. */
export const wait = { timeout: PATIENCE_MS };

export const typeCard = async (page: Page | Frame, cardId: string): Promise<void> => {
  await page.fill('[name=cardNumber]', testCard(cardId).number, wait);
  await page.fill('[name=holderName]', 'Elif Deneme');
  await page.fill('[name=expiry]', '09 / 31');
  await page.fill('[name=cvc]', '123');
};

/** Presses when the installments of the card are there: what appears between the press and the release moves the button. */
export const pressPay = async (page: Page | Frame, clickCount = 1): Promise<void> => {
  await page.locator('#plans[aria-busy]').waitFor({ ...wait, state: 'detached' });
  await page.locator('#pay').click({ ...wait, clickCount });
};

/** Types the code that the bank's page shows, and approves. */
export const approve = async (page: Page | Frame): Promise<void> => {
  const code = await page.locator('#one-time-code').innerText(wait);
  await page.fill('#code', code);
  await page.click('button[value=approve]');
};

/** Waits for the page that passes this field on: its address may be that of the page before. */
export const passesOn = async (page: Page | Frame, field: string): Promise<string> => {
  await page.locator(`[name=${field}]`).waitFor({ ...wait, state: 'attached' });
  return field;
};

/** Without script every page that forwards the payer waits for its button. */
export const passOn = async (page: Page | Frame, field: string): Promise<void> => {
  await passesOn(page, field);
  await page.click('main form button');
};
