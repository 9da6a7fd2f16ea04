const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The `like` pattern for strings that contain this one; special characters are escaped. */
export const containing = (text: string): string => `%${escaped(text)}%`

/** The `like` pattern for strings that begin with this one; special characters are escaped. */
export const beginningWith = (text: string): string => `${escaped(text)}%`
