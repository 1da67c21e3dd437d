/** Makes a button work that the page shows without effect: it is hidden until then. */
const reveal = (button: HTMLElement, press: () => void): void => {
  button.hidden = false;
  button.addEventListener('click', press);
};

/** A press of `data-copy` copies its text, and says so in the words of `data-done`. */
const tendCopying = (): void => {
  if (!('clipboard' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    reveal(button, () => {
      void navigator.clipboard.writeText(button.dataset.copy ?? '').then(() => {
        button.textContent = button.dataset.done ?? '';
      });
    });
  }
};

/** A press of `data-share` hands its address to the phone's own sharing. */
const tendSharing = (): void => {
  if (!('share' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) {
    // The payer closes the sheet without sharing: that is no failure.
    reveal(button, () => void navigator.share({ url: button.dataset.share ?? '' }).catch(() => undefined));
  }
};

const tendPrinting = (): void => {
  for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) reveal(button, () => window.print());
};

/** The field `data-search` hides the rows of the table that it names and that do not hold what is typed. */
const tendSearch = (): void => {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-search]')) {
    const table = document.getElementById(field.dataset.search ?? '');
    const wrapper = field.closest<HTMLElement>('[hidden]');
    if (wrapper !== null) wrapper.hidden = false;
    field.addEventListener('input', () => {
      const wanted = field.value.trim().toLocaleLowerCase(document.documentElement.lang);
      for (const row of table?.querySelectorAll<HTMLElement>('tbody tr') ?? []) {
        const text = (row.textContent ?? '').toLocaleLowerCase(document.documentElement.lang);
        row.hidden = wanted !== '' && !text.includes(wanted);
      }
    });
  }
};

/** A bar that is pointed at writes its `data-tip` into the line of its chart. */
const tendTips = (): void => {
  for (const chart of document.querySelectorAll<HTMLElement>('[data-tips]')) {
    const line = document.getElementById(chart.dataset.tips ?? '');
    chart.addEventListener('pointerover', ({ target }) => {
      const tip = target instanceof Element ? target.getAttribute('data-tip') : null;
      if (line !== null && tip !== null) line.textContent = tip;
    });
  }
};

/** A form that was posted is not posted again while its answer is awaited. Without script its one-time value does the same. */
const tendSubmitting = (): void => {
  for (const form of document.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      // A second press before the answer would post the same form again: it is answered like the first, and not needed.
      if (form.dataset.posted === 'yes') event.preventDefault();
      // A form that downloads a file leaves its page, and may be posted again.
      if (form.method === 'post' && form.dataset.again === undefined) form.dataset.posted = 'yes';
    });
  }
  // A page that comes back from the browser's memory can be posted again.
  window.addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form')) delete form.dataset.posted;
  });
};

tendCopying();
tendSharing();
tendPrinting();
tendSearch();
tendTips();
tendSubmitting();
