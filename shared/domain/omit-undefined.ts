type Given<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>;
} & { [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key] };

/** The object without its undefined members, so that an absent field stays absent in rows and hashes. */
export const omitUndefined = <Members extends object>(members: Members): Given<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;
