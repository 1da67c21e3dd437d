import { type BodyProblem, placeOfJsonError, type RawBody, refusedForm } from './body.ts';
import { MAX_FORM_DEPTH, MAX_FORM_PAIRS } from './form-body.ts';

/** Made when a body is refused: so a function that reads no bodies does not carry them. */
const sentences = (): Record<BodyProblem, string> => ({
  'too-large': 'The request body is larger than 256 kB.',
  multipart:
    'The request body is multipart/form-data, which is not read: send JSON, with Content-Type application/json.',
  'not-text': 'The request body cannot be read as UTF-8 or UTF-16 (little endian) text.',
  'not-json': 'The request body is not valid JSON.',
  'too-deep': 'The request body is nested too deeply.',
  'not-an-object': 'The request body must be one JSON object.',
  'form-too-many-pairs': `The form must have at most ${MAX_FORM_PAIRS} pairs.`,
  'form-not-text': 'The form must be UTF-8 text.',
  'form-name':
    'The form has a name that is not written as Block[Field] or Block[List][0][Field]. Content-Type of JSON is application/json.',
  'form-reserved-name': 'A name in a form must not be __proto__, constructor or prototype.',
  'form-too-deep': `A name in a form must have at most ${MAX_FORM_DEPTH} pairs of brackets.`,
  'form-repeated': 'A field of the form is given more than once.',
  'form-mixed': 'A field of the form is given as a value, as an object or as a list at the same time.',
  'form-gap': 'The entries of a list in a form must be numbered from 0 without a gap.',
});

/** One sentence about why a body is not read, and a second one about the place where that can be told. */
export const sentenceOfProblem = (problem: BodyProblem, raw: RawBody): string => {
  if (problem === 'not-json') return sentences()[problem] + placeOfJsonError(raw);
  const field = refusedForm(raw)?.field;
  return field === undefined ? sentences()[problem] : `${sentences()[problem]} It is ${field}.`;
};
