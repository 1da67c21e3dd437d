/** Languages of pages and messages. */
export type AskedLanguage = 'tr' | 'en';

/** The language that a dealer asks for, in upper or lower case; undefined when it is absent or not supported. */
export const askedLanguage = ({ language }: { readonly language?: string | undefined }): AskedLanguage | undefined => {
  const asked = language?.trim().toLowerCase();
  return asked === 'tr' || asked === 'en' ? asked : undefined;
};

/** True of a language that is given and not supported. */
export const badLanguage = (fields: { readonly language?: string | undefined }): boolean =>
  fields.language !== undefined && askedLanguage(fields) === undefined;
