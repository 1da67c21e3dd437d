import { Refusal } from '../../domain/refusal.ts';
import { readBody } from '../body.ts';
import { sentenceOfProblem } from '../body-sentences.ts';
import type { PipelineStep } from '../request-state.ts';
import { BodyTooLarge } from './refusals.ts';

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
    throw new Refusal('MalformedRequest', sentenceOfProblem(read, raw));
  },
};
