import type { Language } from '../../../../shared/domain/language.ts';
import {
  closedDeskPage,
  failedDeskPage,
  notAllowedDeskPage,
  notFoundDeskPage,
} from '../../../../shared/pages/desk/frame/closed-desk-page.ts';
import type { ClosedDeskReason } from '../../../../shared/pages/desk/frame/desk-texts.ts';
import type { Page } from '../../../../shared/pages/document.ts';
import { accountSamples } from './account-samples.ts';
import { linkPages } from './desk-link-samples.ts';
import { paymentPages } from './desk-payment-samples.ts';
import { signInSamples } from './sign-in-samples.ts';
import { stepFrameOf, stepSamples } from './step-samples.ts';
import { todaySamples } from './today-samples.ts';

type Samples = Readonly<Record<string, (language: Language) => Page>>;

const unsigned = (language: Language) => ({ language, serviceName: 'Payments' });

const closed = (reason: ClosedDeskReason) => (language: Language) => closedDeskPage(unsigned(language), reason);

/** Pages of calls that the desk refused before it did anything. */
const refused: Samples = {
  'not-found': (language) => notFoundDeskPage(stepFrameOf(language)),
  'not-allowed': (language) => notAllowedDeskPage(stepFrameOf(language)),
  'no-token': closed('no-token'),
  'other-network': closed('other-network'),
  'failed-page': (language) => failedDeskPage(unsigned(language), { correlationId: 'c0ffee', isPost: false }),
  'failed-post': (language) => failedDeskPage(unsigned(language), { correlationId: 'c0ffee', isPost: true }),
};

const groups: Readonly<Record<string, Samples>> = {
  today: todaySamples,
  payments: paymentPages,
  steps: stepSamples,
  links: linkPages,
  account: accountSamples,
  'sign-in': signInSamples,
  refused,
};

/** Every state of every page of the desk, by its group and name, such as `desk-links-a-link-to-cancel`. */
export const deskSamples: ReadonlyMap<string, (language: Language) => Page> = new Map(
  Object.entries(groups).flatMap(([group, samples]) =>
    Object.entries(samples).map(([name, make]) => [`desk-${group}-${name.replaceAll(/[, ]+/g, '-')}`, make]),
  ),
);
