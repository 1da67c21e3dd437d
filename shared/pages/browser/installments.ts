import { byId } from './elements.ts';

const ENOUGH_DIGITS = 8;

export interface Installments {
  /** Asks for the installments of a card once its first digits are there, and again when they change. */
  readonly ask: (digits: string) => void;
  /** Writes the chosen sum on the button and beside the amount. */
  readonly tell: () => void;
}

const chosenIn = (plans: HTMLElement): HTMLInputElement | null =>
  plans.querySelector('[name=choice]:checked') ?? plans.querySelector('[type=hidden]');

const countOf = (choice: string | undefined): string | undefined => choice?.split(':')[0];

/** The installments in the form, which change with the card. `chosen` is the choice in another language before. */
export const tendInstallments = (form: HTMLFormElement, chosen?: string): Installments => {
  const plans = byId('plans');
  const button = byId('pay');
  const [before, label] = [plans.innerHTML, button.innerHTML];
  let count = countOf(chosen ?? chosenIn(plans)?.value);
  let asked = '';
  let asking: AbortController | undefined;

  const tell = (): void => {
    const row = chosenIn(plans)?.closest<HTMLElement>('.plan');
    const total = row?.querySelector('.total')?.innerHTML;
    button.innerHTML = total === undefined ? label : (form.dataset.pay ?? '').replace('{}', total);
    byId('chosen').textContent = row?.dataset.line ?? '';
  };

  const put = (markup: string): void => {
    plans.innerHTML = markup;
    const same = plans.querySelector<HTMLInputElement>(`[value^="${count}:"]`);
    if (same?.type === 'radio') {
      same.checked = true;
      same.closest('details')?.setAttribute('open', '');
    }
    tell();
  };

  const quote = async (bin: string, { signal }: AbortController): Promise<void> => {
    try {
      const [path] = (form.getAttribute('action') ?? location.pathname).split('?');
      const address = `${path}/quote?lang=${document.documentElement.lang}`;
      const answer = await fetch(address, { method: 'POST', body: new URLSearchParams({ bin }), signal });
      const { plans: markup } = (await answer.json()) as { readonly plans?: string };
      // Without an answer the form stands as it is: the server tells the total before it charges another one.
      if (markup !== undefined && asked === bin) put(markup);
    } catch {
      if (asked === bin) asked = '';
    }
    if (asked === bin || asked === '') plans.removeAttribute('aria-busy');
  };

  plans.addEventListener('change', () => {
    count = countOf(chosenIn(plans)?.value);
    tell();
  });
  return {
    tell,
    ask: (digits) => {
      const bin = digits.length < ENOUGH_DIGITS ? '' : digits.slice(0, ENOUGH_DIGITS);
      if (plans.dataset.quote === undefined || bin === asked) return;
      asked = bin;
      asking?.abort();
      asking = new AbortController();
      if (bin === '') return put(before);
      plans.setAttribute('aria-busy', 'true');
      void quote(bin, asking);
    },
  };
};
