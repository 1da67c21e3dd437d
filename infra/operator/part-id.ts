import { createHash } from 'node:crypto';

/** An id for a part of a run that is the same in every run with the run's id, so that no part is applied twice. */
export const partId = (commandId: string, part: string): string => {
  const hex = createHash('sha256').update(`${commandId.toLowerCase()}\n${part}`, 'utf8').digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
