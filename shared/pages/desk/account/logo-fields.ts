/** Names of the fields about the logo. `shown` holds a logo that was chosen, since a browser forgets the file. */
export const logoFields = { file: 'logoFile', shown: 'shownLogo', remove: 'removeLogo' } as const;
