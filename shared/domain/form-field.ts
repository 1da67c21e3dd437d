/** A form field as it is posted: name and value. */
export type FormField = readonly [name: string, value: string];
