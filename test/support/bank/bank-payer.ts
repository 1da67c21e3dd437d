import type { FormField } from '../../../shared/domain/form-field.ts';
import type { ThreeDForm } from '../../../shared/ports/three-d-gate.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const decoded = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one] ?? one);

/** A page as a payer without script sees it. */
export interface BankPage {
  readonly status: number;
  readonly headers: Headers;
  readonly address: string;
  readonly markup: string;
  readonly forms: readonly ThreeDForm[];
}

/** The forms that post, with their hidden fields. */
export const formsOf = (markup: string): readonly ThreeDForm[] =>
  [...markup.matchAll(/<form method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(([, action, content]) => ({
    action: decoded(action ?? ''),
    fields: [...(content ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name, value]): FormField => [decoded(name ?? ''), decoded(value ?? '')],
    ),
  }));

const body = (fields: readonly FormField[]): URLSearchParams =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));

const open = async (address: string, init: RequestInit = {}): Promise<BankPage> => {
  const response = await fetch(address, init);
  const markup = await response.text();
  return { status: response.status, headers: response.headers, address: response.url, markup, forms: formsOf(markup) };
};

/** Posts a form as a browser does, and follows redirects to the page. */
export const postForm = ({ action, fields }: ThreeDForm): Promise<BankPage> =>
  open(action, { method: 'POST', body: body(fields) });

/** The one-time code that the bank's page shows. */
export const shownCode = ({ markup }: BankPage): string => /id="one-time-code">(\d{6})</.exec(markup)?.[1] ?? '';

/** Presses one of the buttons of the bank's challenge. */
export const decideOn = (challenge: BankPage, decision: 'approve' | 'fail' | 'give-up', code = ''): Promise<BankPage> =>
  open(challenge.address, { method: 'POST', body: new URLSearchParams({ decision, code }) });

/** The last form of a page: the callback. */
export const callbackOn = ({ forms }: BankPage): ThreeDForm => {
  const form = forms.at(-1);
  if (form === undefined) throw new Error('the page holds no form');
  return form;
};
