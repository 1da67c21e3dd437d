import type { DeskView } from '../request-view.ts';
import { button, byId, copy, element } from './elements.ts';

/** The people are made behind the start, and a page may be faster. */
const ASK_AGAIN_MS = 1000;

const copied = (text: string, is: string): HTMLButtonElement => {
  const press = button(text, () => void copy(press.textContent ?? '', press), {
    class: 'value',
    title: `Copy the ${is}`,
  });
  return press;
};

const row = (name: string, ...presses: readonly HTMLElement[]): HTMLElement =>
  element('div', {}, element('dt', {}, name), ...presses.map((press) => element('dd', {}, press)));

const code = copied('', 'code');

const showPeople = ({ people }: DeskView): void =>
  byId('desk').replaceChildren(
    ...people.map(({ role, email, password, hasCode }) =>
      row(role, copied(email, 'e-mail'), copied(password, 'password'), ...(hasCode ? [code] : [])),
    ),
  );

/** Shows who may sit at the desk, and the manager's code as long as it is good. A service that has ended shows no new one. */
export const showDesk = async (): Promise<void> => {
  const desk = (await (await fetch('/front/desk.json')).json()) as DeskView | null;
  if (desk !== null) {
    // Only the code changes: whoever is on a button stays there.
    code.textContent = desk.code.digits;
    if (!code.isConnected) showPeople(desk);
  }
  setTimeout(() => void showDesk().catch(() => undefined), desk?.code.goodForMs ?? ASK_AGAIN_MS);
};
