/** The names of a result's fields, as the interface spells them (dealer interface 6). */
export const resultFieldNames = ['hashValue', 'resultCode', 'resultMessage', 'trxCode', 'OtherTrxCode'] as const;
export type ResultFieldName = (typeof resultFieldNames)[number];

/** What a browser posted as a result. Nothing of it is true before the hash is verified. */
export interface ArrivedResult {
  readonly fields: Readonly<Record<ResultFieldName, string>>;
  /** Names that no result has, counted only: whoever posts them decides what they hold. */
  readonly others: number;
  /** Fields that came twice: which of them counts nobody can say. */
  readonly twice: readonly ResultFieldName[];
}

/** Longer than any honest value. */
const LONGEST = 256;

/** Reads a posted form as a result. */
export const arrivedResult = (form: URLSearchParams): ArrivedResult => {
  const textOf = (name: ResultFieldName): string => (form.get(name) ?? '').slice(0, LONGEST);
  const names = [...form.keys()];
  return {
    fields: {
      hashValue: textOf('hashValue'),
      resultCode: textOf('resultCode'),
      resultMessage: textOf('resultMessage'),
      trxCode: textOf('trxCode'),
      OtherTrxCode: textOf('OtherTrxCode'),
    },
    others: names.filter((name) => !resultFieldNames.some((one) => one === name)).length,
    twice: resultFieldNames.filter((name) => names.filter((one) => one === name).length > 1),
  };
};
