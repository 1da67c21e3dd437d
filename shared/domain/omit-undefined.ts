type Given<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>;
} & { [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key] };

/** The members that are given: those that are undefined are left out, so that absent stays absent in rows and hashes. */
export const omitUndefined = <Members extends object>(members: Members): Given<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;
