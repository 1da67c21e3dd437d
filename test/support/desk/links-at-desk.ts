import type { PageForm } from '../payment/payer.ts';
import { type DeskBrowser, formTo } from './desk-browser.ts';

/** Where the list of links stands, with the form that makes one. */
export const LINKS = '/desk/links';

/** The form that makes a link. */
export const linkFormAtDesk = async (browser: DeskBrowser): Promise<PageForm> =>
  formTo(await browser.open(LINKS), LINKS);

/** Makes a link of 1,250.50 unless another amount is typed; answers where its page stands. */
export const linkMadeAtDesk = async (
  browser: DeskBrowser,
  typed: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const answer = await browser.post(await linkFormAtDesk(browser), { amount: '1250,50', ...typed });
  if (answer.location === undefined) throw new Error(`no link: ${answer.text}`);
  return answer.location;
};

/** The id of the link of such a page. */
export const linkIdIn = (location: string): number => Number(/\/desk\/links\/(\d+)/.exec(location)?.[1]);
/** The address for the payer, as the page of a link shows it. */
export const linkAddressIn = (markup: string): string => /id="address"[^>]*value="([^"]*)"/.exec(markup)?.[1] ?? '';
