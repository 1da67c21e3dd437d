import type { PageTexts } from './page-texts.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const english: PageTexts = {
  payTitle: (dealer, amount) => `Pay ${amount} to ${dealer}`,
  otherLanguage: 'Türkçe',
  dealer: 'Merchant',
  amount: 'Amount',
  description: 'Description',
  buyer: 'Buyer',
  summary: 'Payment',
  details: 'Details',
  moreProducts: (count) => `and ${counted(count, 'more product', 'more products')}`,
  linesTotal: 'Total of the products',
  openUntil: 'Payable until',
  terms: 'Terms of sale',
  contact: 'Contact',
  sandbox: { name: 'Test mode', cards: 'test cards', taken: 'approved', refused: 'declined' },
  states: {
    paid: { heading: 'Paid', sentence: 'This payment was received. There is nothing left to do.' },
    failed: {
      heading: 'Not paid',
      sentence: 'This payment was closed without being made. If you want to pay, ask the merchant for a new link.',
    },
    expired: { heading: 'Expired', sentence: 'This link has expired. Ask the merchant for a new one.' },
    cancelled: {
      heading: 'Cancelled',
      sentence: 'The merchant cancelled this link. Ask the merchant if you have questions.',
    },
  },
  unknownLink: {
    heading: 'Link not found',
    sentence: 'There is no payment at this address. Check that you opened the whole address, or ask the merchant.',
  },
  begunAgain: {
    heading: 'Begun again',
    nothingCharged:
      'This payment was begun again; nothing was charged here. Go on in the newer window, or go back to the merchant.',
    givenBack:
      'This payment was begun again. What was charged here is given back. Go on in the newer window, or go back to the merchant.',
  },
  failure: {
    heading: 'Something went wrong',
    sentence: 'The page cannot be shown right now. Try again in a moment.',
    correlation: 'Reference number',
  },
  cardForm: {
    heading: 'Pay by card',
    cardNumber: 'Card number',
    brands: 'Accepted cards',
    holderName: 'Name on the card',
    expiry: 'Expiry date',
    expiryHint: 'MM / YY',
    cvc: 'Security code',
    cvcHint: 'CVC',
    cvcOnBack: '3 digits on the back of the card',
    cvcOnFront: '4 digits on the front of the card',
    password: 'Your password with this merchant',
    storedCards: {
      heading: 'Your stored cards',
      card: 'Card',
      another: 'Or pay with another card:',
      useAnother: 'Use another card',
    },
    problems: {
      number: {
        missing: 'Enter the card number.',
        wrong: 'Check the card number: a digit looks wrong or is missing.',
      },
      expiry: {
        missing: 'Enter the expiry date.',
        wrong: 'Enter the expiry date as on the card: month and year. A card that has expired cannot be used.',
      },
      cvc: {
        missing: 'Enter the security code.',
        wrong: 'Check the security code: 3 digits, 4 on American Express.',
      },
      holderName: { missing: 'Enter the name on the card.', wrong: 'Enter the name as it is on the card.' },
      password: {
        missing: 'Enter your password.',
        wrong: 'Check the password: it is not the one that the merchant has for you.',
      },
    },
    problemsHeading: 'Please correct the following',
    errorInTitle: 'Error',
    proceed: 'Continue',
    threeD: {
      heading: 'Confirmation',
      mandatory: 'Next, your bank asks you to confirm the payment (3D Secure).',
      withBank: 'Confirm on my bank’s page (3D Secure)',
      withBankHint: 'Recommended: your bank makes sure that it is you who pays.',
      without: 'Pay without my bank’s confirmation',
      withoutHint: 'Your bank may still turn the payment down.',
    },
    reassurance: 'Your card details are sent encrypted; the merchant does not see them.',
    storage: {
      payerDecides: 'Keep my card for my next payments to this merchant',
      payerDecidesHint: 'The security code is never kept.',
      always: 'Your card is kept, encrypted, for your next payments to this merchant. The security code is not kept.',
    },
    pay: 'Pay',
    payTotal: 'Pay {}',
    sending: {
      heading: 'Talking to your bank',
      sentence: 'It usually takes less than 10 seconds. Do not close this page.',
      elapsed: '{} s so far',
      slow: 'Your bank is slow to answer today. Please wait, and do not pay again.',
    },
  },
  installments: {
    heading: 'Installments',
    count: (count) => (count === 1 ? 'Single payment' : `${count} installments`),
    chosen: (count, total) => `${total} in ${count} installments`,
    firstMonth: (amount) => `first month ${amount}`,
    whoDivides: 'Your bank divides the total; what is left over is usually in the first month.',
    commission: (amount) => `commission ${amount}`,
    total: 'Total',
    more: (count) => counted(count, 'more choice', 'more choices'),
    notForCard: 'This card cannot be used here. Try another card.',
  },
  decline: {
    'check-card': {
      heading: 'Your bank did not accept the card details',
      sentence: 'You were not charged. Check the card details and enter them again.',
    },
    'try-another-card': {
      heading: 'This card could not be used',
      sentence: 'You were not charged. Try another card.',
    },
    'ask-bank': {
      heading: 'Your bank did not allow the payment',
      sentence: 'You were not charged. Try another card, or call your bank.',
    },
    'try-later': {
      heading: 'The payment cannot be completed right now',
      sentence: (openUntil) => `You were not charged. Try again in a while: the link stays open until ${openUntil}.`,
    },
    unanswered: {
      heading: 'Your bank did not answer',
      sentence:
        'The earlier attempt is closed. If your bank approves it later, that payment is reversed and your money returned. You can try again.',
    },
  },
  notices: {
    'total-changed': {
      heading: 'The total has changed',
      sentence:
        'The total for your card differs from the one shown. You were not charged. Check the new total and pay.',
    },
    'being-started': {
      heading: 'Your payment is being started',
      sentence: 'If your bank does not open, try again in 15 seconds.',
    },
    'no-quotes': {
      heading: 'Installments are not shown right now',
      sentence: 'You can make a single payment. If the total for your card differs, you see it before you are charged.',
    },
  },
  giveUp: {
    toDealer: 'Give up and return to the merchant',
    here: 'Give up this payment',
    warning: 'If you give up, this link is closed and cannot be used again.',
    confirm: 'Yes, give up',
  },
  pause: {
    heading: 'Too many attempts',
    sentence: (minutes) =>
      `Attempts are paused for your safety. You can try again in ${counted(minutes, 'minute', 'minutes')}.`,
    usedUp: 'There are no attempts left for this link. If you are on your bank’s page, finish the payment there.',
    tryAgain: 'Try again',
  },
  notNow: {
    heading: 'Payments are paused right now',
    sentence:
      'The merchant takes no payments at the moment. We say so before you enter your card: try again in a while.',
  },
  waiting: {
    heading: 'We are asking your bank',
    sentence: 'It usually takes less than a minute. This page refreshes by itself.',
    elapsed: (seconds) =>
      seconds < 60
        ? `${counted(seconds, 'second', 'seconds')} so far`
        : `${counted(Math.floor(seconds / 60), 'minute', 'minutes')} so far`,
    stay: 'Please do not pay again; wait for the result.',
    checkNow: 'Check now',
    long: 'Your bank has not answered yet',
    warning:
      'If you try again, the earlier attempt is cancelled. If your bank approves it later, that payment is reversed and your money returned.',
    retry: 'Try again',
    leaveWarning:
      'If you return, this payment is cancelled. If your bank approves it later, that payment is reversed and your money returned.',
  },
  atBank: {
    heading: 'The payment is at your bank',
    sentence: 'Your bank’s page may be open in another window or tab. Finish the payment there.',
    warning: 'If you return now, this payment is closed and cannot be finished on your bank’s page any more.',
    confirm: 'Yes, return',
  },
  handOver: {
    heading: 'Taking you to your bank',
    sentence: 'You confirm the payment on your bank’s page. Press the button if it does not open.',
    proceed: 'Go to the bank’s page',
  },
  finishing: {
    heading: 'One last step',
    sentence: 'Press the button to finish the payment and see the result. However often you press it, you pay once.',
    proceed: 'Continue',
  },
  redirect: {
    paid: 'Your payment was received',
    notPaid: 'The payment was not made',
    sentence: 'You are returning to the merchant’s page. Press the button if it does not open.',
    proceed: 'Return to the merchant',
  },
  receipt: {
    heading: 'Your payment was received',
    sentence: (dealer) => `Paid to ${dealer}.`,
    installments: 'Installments',
    card: 'Card',
    date: 'Date',
    zone: 'Istanbul',
    orderNumber: 'Order number',
    transactionNumber: 'Transaction number',
    authorizationCode: 'Authorization code',
    life: 'The receipt stays at this address for 24 hours after the payment.',
    qr: 'Open the receipt on your phone',
    print: 'Print',
    share: 'Share',
    copied: 'The address was copied.',
    back: 'Return to the merchant',
    email: {
      label: 'E-mail address for the receipt',
      button: 'Send the receipt',
      onItsWay: 'The receipt is on its way to the address that you gave.',
      wrong: 'Write the address like name@example.com.',
      tooMany: 'The receipt cannot be sent to this address now. You can print this page.',
    },
  },
  qr: {
    heading: 'Pay with your phone',
    sentence: 'Point your camera at the code and pay at the address that opens.',
    image: 'QR code of the payment page',
  },
};
