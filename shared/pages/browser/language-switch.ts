/** What the payer typed and chose, by the names of the fields. */
export type Typed = ReadonlyMap<string, string>;

const typedIn = (form: HTMLFormElement): Typed =>
  new Map(
    [...form.elements]
      .filter((one) => one instanceof HTMLInputElement)
      .filter(({ type, checked }) => (type === 'radio' || type === 'checkbox' ? checked : type !== 'hidden'))
      .map(({ name, value }) => [name, value]),
  );

/** Fills a form with what was typed into the same form in another language. */
export const retype = (form: HTMLFormElement, typed: Typed): void => {
  for (const one of form.elements) {
    if (!(one instanceof HTMLInputElement) || one.type === 'hidden') continue;
    const value = typed.get(one.name);
    if (one.type === 'radio' || one.type === 'checkbox') one.checked = value === one.value;
    else one.value = value ?? '';
  }
};

/**
 * Changes the language in place, so that nothing typed is lost and nothing of it leaves the page. A form that has been
 * sent meanwhile stays as it is: its answer is the next page.
 */
export const tendLanguage = (form: HTMLFormElement, isSent: () => boolean, changed: (typed: Typed) => void): void => {
  const link = document.querySelector<HTMLAnchorElement>('a[hreflang]');
  link?.addEventListener('click', (event) => {
    event.preventDefault();
    const change = async (): Promise<void> => {
      // The form of a stored card is no page of its own: it is asked for like when the card was chosen.
      const chosen = form.querySelector<HTMLInputElement>('[name=storedCard]');
      const body = chosen && new URLSearchParams({ choosesCard: chosen.value });
      const answer = await fetch(link.href, body ? { method: 'POST', body } : {});
      const other = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (other.getElementById('card-form') === null) throw new TypeError('no form any more');
      if (isSent()) return;
      const typed = typedIn(form);
      document.documentElement.lang = other.documentElement.lang;
      document.title = other.title;
      document.body.replaceWith(other.body);
      history.replaceState(null, '', answer.url);
      changed(typed);
      document.querySelector<HTMLAnchorElement>('a[hreflang]')?.focus();
    };
    change().catch(() => isSent() || location.assign(link.href));
  });
};
