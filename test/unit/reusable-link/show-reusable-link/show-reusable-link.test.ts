import { describe, expect, test } from 'vitest';
import {
  type ShowReusableLinkDependencies,
  showReusableLink,
} from '../../../../functions/reusable-link/show-reusable-link/show-reusable-link.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { ReusableLink } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import type { PageCall } from '../../../../shared/http/page-handler.ts';
import { textsOfLinks } from '../../../../shared/pages/texts-of-links.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';
import { pageCall, shownBy } from '../../../support/payment/page-calls.ts';

const words = textsOfLinks.en;
const course = reusableLinkWith({ dealerCode: 'D1' });
const of = (link: ReusableLink) => ({ name: link.name, userPosLinkId: link.userPosLinkId, linkCode: link.linkCode });

const shownOf = async (
  link: ReusableLink | undefined,
  {
    call = {},
    made,
    ...changes
  }: { call?: Partial<PageCall>; made?: PaymentRequest } & Partial<ShowReusableLinkDependencies> = {},
) => {
  const asked: string[] = [];
  const answer = await showReusableLink({
    reusableLinks: { findByToken: async () => link && { link, places: [] } },
    paymentRequests: {
      findByToken: async (token) => {
        asked.push(token);
        return made;
      },
    },
    looks: { of: async () => ({ accent: '#123456' }) },
    dealerOf: async () => dealerWith(),
    brake: { isOn: async () => false },
    clock: new FakeClock(),
    baseUrl: 'https://pay.example',
    ...changes,
  })(pageCall({ method: 'GET', parameters: { token: 'token' }, ...call }));
  return { ...shownBy(answer), asked };
};

describe('The page of a reusable link', () => {
  test('shows its form in the looks of its dealer, and looks nothing else up', async () => {
    const { statusCode, kind, markup, asked } = await shownOf(course);
    expect([statusCode, kind, asked]).toEqual([200, 'link', []]);
    expect(markup).toContain('#123456');
    expect(markup).not.toContain(words.paidBefore.sentence);
  });

  test('is not found at an address that no link has', async () => {
    expect(await shownOf(undefined)).toMatchObject({ statusCode: 404 });
  });

  test.each<[string, ReusableLink, Partial<ShowReusableLinkDependencies>, number, string]>([
    ['it is switched off', { ...course, active: false }, {}, 200, words.stops.inactive.sentence],
    ['it has expired', { ...course, expiresAtMs: 1 }, {}, 410, words.stops.expired.sentence],
    ['the stage is paused', course, { brake: { isOn: async () => true } }, 200, words.stops['not-now'].sentence],
    ['its dealer is gone', course, { dealerOf: async () => undefined }, 200, words.stops['not-now'].sentence],
  ])('says why it takes no payment where %s', async (_why, link, changes, status, said) => {
    const { statusCode, markup } = await shownOf(link, changes);
    expect(statusCode).toBe(status);
    expect(markup).toContain(said);
    expect(markup).toContain('#123456');
  });

  test('is in the language of its dealer, unless its payer chose one', async () => {
    const link = reusableLinkWith({ template: { language: 'tr' } });
    expect((await shownOf(link)).location).toBe(`https://pay.example/link/${link.token}?lang=tr`);
    expect(await shownOf(link, { call: { query: { lang: 'en' } } })).toMatchObject({ kind: 'link' });
  });

  test.each<[string, Partial<PaymentRequest>, boolean]>([
    ['is paid', { state: 'paid', madeOf: of(course) }, true],
    ['is open', { madeOf: of(course) }, false],
    ['was made of another link', { state: 'paid', madeOf: of(reusableLinkWith()) }, false],
    ['was made of no link', { state: 'paid' }, false],
  ])(
    'tells a browser whose last request %s that one was paid, and nothing of it: %s (rule 52)',
    async (_what, request, isTold) => {
      const call = { cookies: ['link-browser=x', 'link-request=TOKEN'] };
      const { markup, asked } = await shownOf(course, { call, made: linkWith(request) });
      expect([markup.includes(words.paidBefore.sentence), asked]).toEqual([isTold, ['TOKEN']]);
    },
  );
});
