import type { ReusableLinkTexts } from './reusable-link-texts.ts';

export const englishOfLinks: ReusableLinkTexts = {
  payTitle: (title, dealer) => `${title}: pay ${dealer}`,
  heading: 'Your payment',
  amount: (currency) => `Amount (${currency})`,
  limits: (least, most) => `From ${least} to ${most}.`,
  suggested: 'Suggested amounts',
  read: 'You pay {}.',
  amountProblems: {
    missing: 'Enter the amount.',
    unclear: 'Enter the amount in digits, for example 1250 or 1250.50.',
    'too-small': (least) => `The smallest amount is ${least}.`,
    'too-large': (most) => `The largest amount is ${most}.`,
  },
  optional: '(optional)',
  fields: { FullName: 'Full name', Email: 'E-mail address', GsmNumber: 'Mobile phone' },
  wrong: {
    Email: 'Enter the e-mail address like name@example.com.',
    GsmNumber: 'Enter a Turkish mobile number, for example 0532 123 45 67.',
  },
  answerProblems: {
    missing: (label) => `Fill in “${label}”.`,
    'too-long': (label) => `What stands in “${label}” is too long. Shorten it.`,
    'card-number': (label) => `Do not write a card number into “${label}”. The next page asks for the card.`,
  },
  proceed: 'Continue',
  proceedWith: 'Continue with {}',
  nextStep: 'You enter your card on the next page. Nothing is charged yet.',
  confirm: {
    heading: 'Is this amount right?',
    sentence: 'You enter your card on the next page. Nothing is charged yet.',
    change: 'Change the amount',
  },
  oldForm: {
    heading: 'This page was open for too long',
    sentence: 'Nothing was charged. What you typed is still here: check it and continue.',
  },
  paidBefore: {
    heading: 'A payment was made from this browser',
    sentence: 'You can pay again: it is then another payment.',
  },
  stops: {
    inactive: {
      heading: 'Closed for now',
      sentence: 'The merchant has switched this link off, so it takes no payment. Nothing was charged.',
    },
    expired: {
      heading: 'Expired',
      sentence: 'The time for payments by this link is over. Nothing was charged. Ask the merchant for a new link.',
    },
    'sold-out': {
      heading: 'Sold out',
      sentence: 'As many payments as the merchant allowed were made by this link. Nothing was charged.',
    },
    'in-a-moment': {
      heading: 'The last places are being paid',
      sentence: 'Others are paying for them right now. If one of them does not pay, you can. Try again in a moment.',
    },
    'not-now': {
      heading: 'No payments right now',
      sentence: 'The merchant takes no payments by this link right now. Nothing was charged. Try again later.',
    },
  },
  tooMany: {
    heading: 'Too many payments at once',
    sentence: (time) => `Nothing was charged. Come back at ${time} and try again.`,
  },
  over: {
    expired: 'The time for this payment is over, and nothing was charged. You can start again from the payment link.',
    failed: 'This payment was closed without being made. You can start again from the payment link.',
  },
  backToLink: 'Back to the payment link',
  payAgain: 'Make another payment by this link',
};
