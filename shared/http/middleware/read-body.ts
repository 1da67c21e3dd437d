import { Refusal } from '../../domain/refusal.ts';
import { type BodyProblem, placeOfJsonError, readBody } from '../body.ts';
import type { PipelineStep } from '../request-state.ts';
import { BodyTooLarge } from './refusals.ts';

const sentences: Record<Exclude<BodyProblem, 'too-large'>, string> = {
  'form-encoded':
    'The request body must be JSON, sent with Content-Type application/json: HTML-form encodings are not supported.',
  'not-text': 'The request body cannot be read as UTF-8 or UTF-16 (little endian) text.',
  'not-json': 'The request body is not valid JSON.',
  'too-deep': 'The request body is nested too deeply.',
  'not-an-object': 'The request body must be one JSON object.',
};

/** Reads the body as a JSON object, or refuses it: MalformedRequest, or 413 above 256 kB. */
export const readingBody: PipelineStep = {
  before: (request) => {
    const { body, isBase64Encoded, headers } = request.event;
    const raw = { body, isBase64Encoded, contentType: headers['content-type'] };
    const read = readBody(raw);
    if (typeof read === 'object') {
      request.internal.body = read;
      return;
    }
    if (read === 'too-large') throw new BodyTooLarge();
    throw new Refusal('MalformedRequest', sentences[read] + (read === 'not-json' ? placeOfJsonError(raw) : ''));
  },
};
