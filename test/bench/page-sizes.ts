import { type BankDealer, newBankDealer, simple } from '../support/bank-merchants.ts';
import { formFor, openPage, type PayerPage, payThroughBank, payWith, postForm, quoteFor } from '../support/payer.ts';
import type { StackAddress } from '../support/stack-address.ts';

/** A page as it came over the wire. */
export interface PageSize {
  readonly name: string;
  readonly language: 'tr' | 'en';
  readonly rawBytes: number;
  /** Of the answer's body, which the function compresses. */
  readonly gzipBytes: number;
  /** The page itself, and whatever it names that a browser loads with it. */
  readonly requests: number;
}

type Language = PageSize['language'];

const LOADED = /<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\ssrc=|<link\b[^>]*\shref=|url\(|@import/g;
const MANY_COUNTS = { SetInstallmentBy: 0, Amount: 1249.9, CommissionByDealer: 0 } as const;
const BASKET = {
  Description: 'Order with two articles',
  BuyerInformation: {
    BuyerFullName: 'Ayşe Yılmaz',
    BasketProduct: [
      { ProductId: 1, ProductCode: 'CUP-1', UnitPrice: 249.95, Quantity: 2 },
      { ProductId: 2, ProductCode: 'POT-7', UnitPrice: 750, Quantity: 1 },
    ],
  },
};

const sizeOf = (name: string, language: Language, { markup, headers }: PayerPage): PageSize => {
  if (headers.get('content-encoding') !== 'gzip') throw new Error(`The page "${name}" came uncompressed.`);
  return {
    name,
    language,
    rawBytes: Buffer.byteLength(markup),
    gzipBytes: Number(headers.get('content-length')),
    requests: 1 + (markup.match(LOADED)?.length ?? 0),
  };
};

const pagesIn = async (dealer: BankDealer, language: Language): Promise<readonly PageSize[]> => {
  const open = (url: string) => openPage(`${url}?lang=${language}`, language);
  const asking = await dealer.newLink({ ...MANY_COUNTS, ...BASKET });
  const first = await open(asking.url);
  const form = await quoteFor(first, 'approved');
  const handOver = await payWith(form, 'approved');
  const redirect = await payThroughBank(await open((await dealer.newLink(simple)).url), 'approved');
  const receiptLink = await dealer.newLink({ ...simple, RedirectUrl: '', Email: 'elif@example.com' });
  await payThroughBank(await open(receiptLink.url), 'approved');
  const declinedLink = await dealer.newLink(simple);
  const declined = await payThroughBank(await open(declinedLink.url), 'insufficient-funds');
  const givenUp = await postForm(formFor(declined, 'give-up'), {}, language);
  const pages: readonly (readonly [string, PayerPage])[] = [
    ['asks for the first digits', first],
    ['card form, 12 installment counts', form],
    ['hand-over to the bank', handOver],
    ['result, passed on to the dealer', redirect],
    ['receipt', await open(receiptLink.url)],
    ['declined, to try again', declined],
    ['given up, passed on to the dealer', givenUp],
    ['unknown link', await open(`${dealer.stack.baseUrl}/pay/${'A'.repeat(22)}`)],
  ];
  return pages.map(([name, page]) => sizeOf(name, language, page));
};

/** Meets every kind of page that a payer sees of the service, in both languages. */
export async function pageSizes(stack: StackAddress): Promise<readonly PageSize[]> {
  const sizes: PageSize[] = [];
  for (const language of ['tr', 'en'] as const)
    sizes.push(...(await pagesIn(await newBankDealer({ stack }), language)));
  return sizes;
}
