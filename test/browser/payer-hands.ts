import type { Frame, Page } from 'playwright-core';
import { testCard } from '../../shared/nestpay/test-cards.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** For a page that comes late on a busy machine. */
export const wait = { timeout: PATIENCE_MS };

export const typeCard = async (page: Page | Frame, cardId: string): Promise<void> => {
  await page.fill('[name=cardNumber]', testCard(cardId).number, wait);
  await page.fill('[name=holderName]', 'Elif Deneme');
  await page.fill('[name=expiryMonth]', '09');
  await page.fill('[name=expiryYear]', '2031');
  await page.fill('[name=cvc]', '123');
};

export const pressPay = (page: Page | Frame) => page.click('form:has([name=cardNumber]) button', wait);

/** Types the code that the bank's page shows, and approves. */
export const approve = async (page: Page | Frame): Promise<void> => {
  const code = await page.locator('#one-time-code').innerText(wait);
  await page.fill('#code', code);
  await page.click('button[value=approve]');
};
