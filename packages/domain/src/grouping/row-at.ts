/**
 * The place of a row that is given by a number as people count: 1, 2, 3 from the top and -1, -2 from the bottom. 0 is the first
 * row, and both ways wrap past the end.
 * @returns counted from 0; null when there are no rows
 */
export function rowAt(rowNumber: number, rowCount: number): number | null {
  if (rowCount === 0) return null
  const from = rowNumber > 0 ? rowNumber - 1 : rowNumber
  return ((from % rowCount) + rowCount) % rowCount
}
