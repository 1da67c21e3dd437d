import type { Language } from '../../../../shared/domain/language.ts';
import type { Page } from '../../../../shared/pages/document.ts';
import { accountSamples } from './account-samples.ts';
import { linkPages } from './desk-link-samples.ts';
import { paymentSamples } from './payment-samples.ts';
import { signInSamples } from './sign-in-samples.ts';
import { stepSamples } from './step-samples.ts';
import { todaySamples } from './today-samples.ts';

type Samples = Readonly<Record<string, (language: Language) => Page>>;

const groups: Readonly<Record<string, Samples>> = {
  today: todaySamples,
  payments: paymentSamples,
  steps: stepSamples,
  links: linkPages,
  account: accountSamples,
  'sign-in': signInSamples,
};

/** Every state of every page of the desk, by its group and name, such as `desk-links-a-link-to-cancel`. */
export const deskSamples: ReadonlyMap<string, (language: Language) => Page> = new Map(
  Object.entries(groups).flatMap(([group, samples]) =>
    Object.entries(samples).map(([name, make]) => [`desk-${group}-${name.replaceAll(/[, ]+/g, '-')}`, make]),
  ),
);
