/** The pattern of `like` for texts that hold this one, whatever characters it has. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
