/** More characters than the widest column shows; laying out a megabyte takes a browser a second for each drawing. */
const MOST_DRAWN = 1000

/** What of a text is drawn in a cell. The whole of it is seen when the cell is opened. */
export const drawnText = (text: string): string => (text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}…` : text)
