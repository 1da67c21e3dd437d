const ID = /^[1-9]\d{0,9}$/;

/** The id of a record in a path; undefined for a text that is none, which nobody looks up. */
export const idInPath = (text: string | undefined): number | undefined =>
  text !== undefined && ID.test(text) ? Number(text) : undefined;
