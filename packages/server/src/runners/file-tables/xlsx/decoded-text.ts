/** A character that XML cannot have, or that its readers change, such as `_x000D_` for a carriage return. */
const ENCODED = /_x([0-9A-F]{4})_/gi

/** Decodes the characters of a text that workbooks write by their number (ECMA-376 part 1, 22.9.2.19), except NUL. */
export const decodedText = (text: string): string =>
  text.replace(ENCODED, (written, digits: string) => {
    const unit = Number.parseInt(digits, 16)
    return unit === 0 ? written : String.fromCharCode(unit)
  })
