/** More characters than the widest column shows; laying out a megabyte takes a browser a second for each drawing. */
const MAX_CELL_CHARACTERS = 1000

/** What of a text is drawn in a cell. The whole of it is seen when the cell is opened. */
export const truncatedText = (text: string): string =>
  text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text
