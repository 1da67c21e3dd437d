import type { FormField } from '../domain/form-field.ts';
import { MAX_FORM_BYTES } from './posted-form.ts';

/** A `multipart/form-data` body as it came, of which nothing was read. */
export interface MultipartBody {
  /** The Content-Type, with the boundary. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a form with one file may hold. Its texts have room beside the file. */
export interface FileFormLimits {
  /** Name of the one field that holds a file. */
  readonly field: string;
  readonly maxFileBytes: number;
}

/** Why a form with a file is not read. */
export type FileFormProblem = 'too-large' | 'malformed';

export type ReadFileForm =
  | {
      readonly fields: readonly FormField[];
      /** The bytes of the file; undefined where none was chosen. */
      readonly file: Buffer | undefined;
    }
  | { readonly problem: FileFormProblem };

/** Most fields of a form with a file, the file among them. */
const MAX_FIELDS = 24;

const MULTIPART = /^\s*multipart\/form-data\s*(?:;|$)/i;

/** A type with one boundary, as browsers write it. */
const WITH_BOUNDARY = /^\s*multipart\/form-data\s*;\s*boundary="?([-0-9A-Za-z'_]{1,70})"?\s*$/i;

/** True for the Content-Type of a form with files. */
export const isMultipart = (type: string): boolean => MULTIPART.test(type);

/** True where the boundary stands more often in the bytes than a form of MAX_FIELDS has it. The count ends there. */
const hasTooManyParts = (bytes: Buffer, boundary: string): boolean => {
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  let at = bytes.indexOf(mark);
  // One mark stands before each part, and one behind the last.
  for (let marks = 1; at >= 0; marks += 1) {
    if (marks > MAX_FIELDS + 1) return true;
    at = bytes.indexOf(mark, at + mark.length);
  }
  return false;
};

const formDataOf = async ({ type, bytes }: MultipartBody): Promise<FormData | undefined> => {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  } catch {
    return undefined;
  }
};

/**
 * Reads a form with texts and at most one file. What a browser never sends is malformed: no boundary or two, a part that is cut, more than
 * 24 fields, two files, a file in another field. Size and number of parts are looked at before anything is taken apart.
 * The file's name and type are not read: anybody can write them.
 */
export const readFileForm = async (
  body: MultipartBody,
  { field, maxFileBytes }: FileFormLimits,
): Promise<ReadFileForm> => {
  if (body.bytes.length > maxFileBytes + MAX_FORM_BYTES) return { problem: 'too-large' };
  const boundary = WITH_BOUNDARY.exec(body.type)?.[1];
  if (boundary === undefined || hasTooManyParts(body.bytes, boundary)) return { problem: 'malformed' };
  const form = await formDataOf(body);
  if (form === undefined) return { problem: 'malformed' };
  const fields: FormField[] = [];
  const files: File[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.push([name, value]);
    else if (name === field) files.push(value);
    else return { problem: 'malformed' };
  }
  const [file, ...more] = files;
  if (more.length > 0) return { problem: 'malformed' };
  // Without a choice a browser posts an empty file without a name.
  const isChosen = file !== undefined && (file.name !== '' || file.size > 0);
  return { fields, file: isChosen ? Buffer.from(await file.arrayBuffer()) : undefined };
};
