import type { XMLParser as Parser, XMLValidator as Validator, X2jOptions } from 'fast-xml-parser';

interface Package {
  readonly XMLParser: typeof Parser;
  readonly XMLValidator: typeof Validator;
}

/**
 * Replaces the package of XML in the bundles by one that loads at its first use. A function that asks banks meets the first
 * answer long after its start.
 */
const loaded = (): Package => require('fast-xml-parser') as Package;

export const XMLParser = function newParser(settings?: X2jOptions): Parser {
  return new (loaded().XMLParser)(settings);
};

export const XMLValidator = {
  validate: (...given: Parameters<typeof Validator.validate>) => loaded().XMLValidator.validate(...given),
};
