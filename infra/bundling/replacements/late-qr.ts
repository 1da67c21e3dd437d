import type Encode from 'qr';

/**
 * Replaces the package of QR codes in the bundles by one that loads at its first use: it makes its tables when it loads, which
 * takes longer than a code. Few pages have one.
 */
const loaded = (): typeof Encode => (require('qr') as { readonly default: typeof Encode }).default;

type Raw = (text: string, output: 'raw', options?: Parameters<typeof Encode>[2]) => boolean[][];

const encodeQr: Raw = (...given) => loaded()(...given);

export default encodeQr;
