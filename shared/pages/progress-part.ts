import type { Language } from '../domain/language.ts';
import { type Html, html } from './html.ts';
import { texts } from './texts.ts';

/** What a script shows while the bank is asked: what is happening, for how long, and what is usual. Hidden until then. */
export const progressPart = (language: Language): Html => {
  const { heading, sentence, elapsed, slow } = texts[language].cardForm.sending;
  return html`<div id="progress" class="wait" hidden><span class="ring"></span><h1 tabindex="-1">${heading}</h1><p class="soft">${sentence}</p><p class="soft" id="elapsed" data-text="${elapsed}"></p><p id="slow" role="status" hidden>${slow}</p></div>`;
};
