import { tendProgress } from './progress.ts';

// Posts the page's one form once the page is shown, also from the browser's memory, and shows how long it takes. The
// method is the prototype's: a field named `submit` would hide the form's own.

const [form] = document.forms;
const { begin } = tendProgress();
const post = (): void => {
  begin();
  if (form !== undefined) HTMLFormElement.prototype.submit.call(form);
};

begin();
form?.addEventListener('submit', begin);
addEventListener('pageshow', post);
