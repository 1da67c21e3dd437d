/** Banks known to the service by their code in the Turkish clearing system: what PaymentType of 2.7 may name. */
const names: ReadonlyMap<string, string> = new Map([
  ['10', 'Ziraat Bankası'],
  ['12', 'Halkbank'],
  ['15', 'VakıfBank'],
  ['32', 'TEB'],
  ['46', 'Akbank'],
  ['59', 'Şekerbank'],
  ['62', 'Garanti BBVA'],
  ['64', 'İş Bankası'],
  ['67', 'Yapı Kredi'],
  ['92', 'Citibank'],
  ['96', 'Turkish Bank'],
  ['99', 'ING'],
  ['103', 'Fibabanka'],
  ['109', 'ICBC Turkey'],
  ['111', 'QNB'],
  ['123', 'HSBC'],
  ['124', 'Alternatif Bank'],
  ['125', 'Burgan Bank'],
  ['134', 'DenizBank'],
  ['135', 'Anadolubank'],
  ['143', 'Aktif Bank'],
  ['146', 'Odeabank'],
  ['203', 'Albaraka Türk'],
  ['205', 'Kuveyt Türk'],
  ['206', 'Türkiye Finans'],
  ['209', 'Ziraat Katılım'],
  ['210', 'Vakıf Katılım'],
  ['211', 'Türkiye Emlak Katılım'],
]);

/** The codes of the list, as they are stored: without leading zeros. */
export const knownBankCodes: readonly string[] = [...names.keys()];

/**
 * The code of a known bank as the list writes it; undefined for any other text. The clearing system writes four
 * digits, so `0064` is 64 too.
 */
export const readBankCode = (text: string): string | undefined => {
  if (!/^\d{1,4}$/.test(text)) return undefined;
  const code = text.replace(/^0+/, '');
  return names.has(code) ? code : undefined;
};

/** The name of a known bank; undefined for a code that the list does not have. */
export const bankNameOf = (code: string): string | undefined => names.get(code);
