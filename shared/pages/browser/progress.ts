import { byId, show } from './elements.ts';

const SLOW_AFTER_S = 15;
/** Longer than any answer takes: after it the form comes back, and a second post of it is answered by the first. */
const GIVE_UP_AFTER_S = 45;

/** What the page shows between the post of its form and the answer. */
export const tendProgress = (): { readonly begin: () => void; readonly end: () => void } => {
  const [form, progress, elapsed] = [byId('form-part'), byId('progress'), byId('elapsed')];
  let clock: ReturnType<typeof setInterval> | undefined;
  const showForm = (shown: boolean): void => {
    show(form, shown);
    show(progress, !shown);
  };
  const end = (): void => {
    clearInterval(clock);
    showForm(true);
  };
  return {
    end,
    begin: () => {
      end();
      const startedAtMs = Date.now();
      showForm(false);
      progress.querySelector('h1')?.focus();
      clock = setInterval(() => {
        const seconds = Math.round((Date.now() - startedAtMs) / 1000);
        elapsed.textContent = (elapsed.dataset.text ?? '').replace('{}', String(seconds));
        show(byId('slow'), seconds >= SLOW_AFTER_S);
        if (seconds >= GIVE_UP_AFTER_S) end();
      }, 1000);
    },
  };
};
