import { cardBrandOf, cvcLengthOf } from '../../domain/card/bank-card-brand.ts';
import { byId, digitsOf, inputOf, show } from './elements.ts';

const MOST_DIGITS = 19;

/** The digits in groups as cards of the brand print them. */
const grouped = (digits: string): string => {
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/\d{1,4}/g) ?? []);
  return groups.filter(Boolean).join(' ');
};

/** Groups the number again and leaves the caret behind the digit where it stood. */
const group = (number: HTMLInputElement): void => {
  const { selectionStart, value } = number;
  const digits = digitsOf(number).slice(0, MOST_DIGITS);
  const before = value.slice(0, selectionStart ?? value.length).replace(/\D/g, '').length;
  const text = grouped(digits);
  if (text === value) return;
  number.value = text;
  let caret = 0;
  for (let passed = 0; passed < before && caret < text.length; caret += 1) if (text[caret] !== ' ') passed += 1;
  if (document.activeElement === number) number.setSelectionRange(caret, caret);
};

const showBrand = (digits: string): void => {
  const brand = cardBrandOf(digits);
  let name = '';
  for (const mark of document.querySelectorAll<HTMLElement>('[data-brand]')) {
    const isTyped = mark.dataset.brand === brand;
    mark.classList.toggle('on', isTyped);
    if (isTyped) name = mark.textContent ?? '';
  }
  // Said once, and not again at each digit.
  if (byId('brand').textContent !== name) byId('brand').textContent = name;
  for (const picture of document.querySelectorAll('[data-cvc]')) {
    show(picture, picture.getAttribute('data-cvc') === String(cvcLengthOf(brand)));
  }
};

/** Groups the number as it is typed and pasted, shows its brand, and tells each change of its digits. */
export const tendNumber = (changed: (digits: string) => void): void => {
  const number = inputOf('card-number');
  const tend = (event?: Event): void => {
    // Deleting a blank between groups would bring it back at once: the digits decide after the next one.
    if (!(event as InputEvent | undefined)?.inputType?.startsWith('delete') || /\S \S{5}/.test(number.value)) {
      group(number);
    }
    showBrand(digitsOf(number));
    changed(digitsOf(number));
  };
  number.addEventListener('input', tend);
  number.addEventListener('change', () => tend());
  tend();
};
