import { linkForm, newLinkBrowser } from '../support/link/link-payer.ts';
import { type LinkChanges, newReusableLink } from '../support/link/made-links.ts';
import type { Prepare } from '../support/operation-scene.ts';

/** A payer who opens a reusable link. */
export const opensLink: Prepare = async ({ dealer }) => {
  const { url } = await newReusableLink(dealer);
  return async () => {
    const { status } = await newLinkBrowser().open(url);
    if (status !== 200) throw new Error(`the page of a link answered ${status}`);
  };
};

/** A payer who has opened a reusable link and posts its form. */
export const postsLink =
  (changes: LinkChanges = {}, typed: Readonly<Record<string, string>> = {}): Prepare =>
  async ({ dealer }) => {
    const { url } = await newReusableLink(dealer, changes);
    const browser = newLinkBrowser();
    const form = linkForm(await browser.open(url));
    return async () => {
      const { status, text } = await browser.post(form, typed);
      if (status !== 303) throw new Error(`the form of a link answered ${status}: ${text}`);
    };
  };
