/** The `like` pattern for strings that contain this one; special characters are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
